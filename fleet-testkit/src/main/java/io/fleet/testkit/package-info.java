/**
 * What tests of one's own state machine begin with: {@link io.fleet.testkit.FleetSimulation}.
 */
package io.fleet.testkit;
