/**
 * Small tools that all modes share: ballots, ids, log time, interval timers, nonces, what members report of
 * themselves.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.common;
