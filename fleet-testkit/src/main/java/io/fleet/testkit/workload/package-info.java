/**
 * What simulated clients ask of a group: the built-in machine of registers
 * ({@link io.fleet.testkit.workload.RegisterMachine}), machines around it, and its commands in bytes.
 */
package io.fleet.testkit.workload;
