/**
 * One machine without a group, for unit tests: {@link io.fleet.testkit.local.LocalClient} is a client of it, {@link
 * io.fleet.testkit.local.MachineHarness} applies commands to it.
 *
 * <p>Part of the public API.
 */
package io.fleet.testkit.local;
