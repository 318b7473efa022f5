/**
 * Simulated coded groups: the production classes of the coded mode over the production stores, on simulated disks, a
 * simulated network and a simulated clock, with faults; one seed, one run.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.testkit.coded;
