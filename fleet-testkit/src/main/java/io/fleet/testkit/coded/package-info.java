/**
 * Simulated coded groups: the production classes of the coded mode over the production stores, on simulated disks, a
 * simulated network and a simulated clock, with faults; one seed, one run.
 */
package io.fleet.testkit.coded;
