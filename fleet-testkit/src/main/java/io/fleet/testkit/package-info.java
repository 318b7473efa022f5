/**
 * What tests of one's own state machine begin with: {@link io.fleet.testkit.FleetSimulation}.
 *
 * <p>Part of the public API.
 */
package io.fleet.testkit;
