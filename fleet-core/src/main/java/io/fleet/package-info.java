/**
 * The facade: {@link io.fleet.FleetNode} hosts groups in a process, {@link io.fleet.client.FleetClient} sends commands,
 * {@link io.fleet.FleetCluster} is a whole cluster in one JVM for tests and first steps. What a user implements is in
 * {@code io.fleet.machine}.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet;

import org.jspecify.annotations.NullMarked;
