/**
 * What each store writes while it is crashed, and what must be there afterwards.
 */
package io.fleet.verify.crashpoint.workload;
