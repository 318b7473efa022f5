/**
 * What goes wrong in a run, and when: a {@link io.fleet.testkit.fault.FaultPlan} drawn from the seed before the run
 * begins, and {@link io.fleet.testkit.fault.NetworkFaults}, which turns the faults that are in force into the state of
 * the network.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.testkit.fault;

import org.jspecify.annotations.NullMarked;
