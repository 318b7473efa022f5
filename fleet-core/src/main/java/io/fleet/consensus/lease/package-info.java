/**
 * Leases of a leader (rules L1 to L5), and what it lends of them to replicas (L6 to L11): what a voter binds itself to,
 * and how long a leader may count on that. Both go by the clock of their own node; how far two clocks may come apart is
 * said by {@link io.fleet.config.LeaseConfig#maxDriftPpm()}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.consensus.lease;
