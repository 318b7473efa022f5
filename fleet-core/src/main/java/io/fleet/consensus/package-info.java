/**
 * What every mode is made of: how a role sends ({@link io.fleet.consensus.Outbound}), what a group's protocol is to the
 * node that hosts it, ballots, and quorum systems. No clock, thread, socket, file or random source is seen from here
 * down.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus;
