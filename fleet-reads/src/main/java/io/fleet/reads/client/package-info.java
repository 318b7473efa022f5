/**
 * The client's half of reads that do not go through the log: {@link io.fleet.reads.client.ReadClient} sends each to one
 * replica, chosen by {@code ReplicaChoice}, and to another one where no answer comes, as far as a {@code HedgeBudget}
 * allows. Pure: fed with answers and the clock.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.reads.client;
