/**
 * Disks that fail: {@link io.fleet.testkit.disk.DiskFaults} brings the disk faults of a plan about, the {@link
 * io.fleet.testkit.disk.DamageOracle} knows which nodes may have lost something and what that allows, and {@link
 * io.fleet.testkit.disk.DamageCounters} tells whether damage was ever noticed.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.disk;
