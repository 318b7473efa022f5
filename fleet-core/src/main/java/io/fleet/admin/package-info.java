/**
 * Looking after a running node over HTTP: {@link io.fleet.admin.FleetAdmin} serves health, status, events and metrics,
 * and hands leadership over or has a snapshot written when asked ({@code Action}).
 * It stands above the facade and uses nothing else; of the JDK it needs sockets alone.
 *
 * <p>Part of the public API.
 */
@NullMarked
package io.fleet.admin;

import org.jspecify.annotations.NullMarked;
