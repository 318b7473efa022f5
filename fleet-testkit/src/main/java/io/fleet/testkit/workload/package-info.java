/**
 * What simulated clients ask of a group: the built-in machine of registers
 * ({@link io.fleet.testkit.workload.RegisterMachine}), machines around it, and its commands in bytes.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.workload;
