/**
 * Whole clusters that crash at each point of a script.
 */
package io.fleet.verify.crashpoint.cluster;
