/**
 * The facade: what a program that uses Fleet calls. {@link io.fleet.FleetClient} sends commands to a group; what the
 * program implements, and every failure it can meet, is in {@link io.fleet.machine}.
 *
 * <p>The top floor of fleet-core: it may use every room below, and no room below uses it, but for the two interfaces
 * {@link io.fleet.FleetClient} and {@link io.fleet.ReplyHandler} that the batchers' room implements and calls.
 */
package io.fleet;
