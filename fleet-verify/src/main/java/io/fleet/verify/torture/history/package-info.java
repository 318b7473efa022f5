/**
 * What clients of a torture run asked and saw, and whether it could have been.
 */
package io.fleet.verify.torture.history;
