/**
 * What a run has to hold that only its disks and machines can tell, of all groups and of coded ones.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.run.check;
