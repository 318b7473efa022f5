/**
 * Virtual hardware: a clock and event queue ({@link io.fleet.testkit.sim.SimScheduler}), a network that loses, repeats,
 * delays, reorders and cuts ({@link io.fleet.testkit.sim.SimNetwork}), and disks that forget what was not synced
 * ({@link io.fleet.testkit.sim.SimMedium}). Everything runs on one thread and draws from seeded streams, so that one
 * seed is one run, byte for byte.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.sim;
