/**
 * What tests of one's own state machine begin with: {@link io.fleet.testkit.FleetSimulation}.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.testkit;

import org.jspecify.annotations.NullMarked;
