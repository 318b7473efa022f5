/**
 * The node's half of reads that do not go through the log: a replica learns from a quorum of marks how far it has to
 * have applied before it may answer (P1 to P4 in scattered groups, Q2 in coded ones), with one round of questions for
 * all reads that came before it began. {@code GroupReadServer} serves all levels of a group; {@code MarkRound} asks,
 * {@code LeaseReads} goes by leases, {@code Freshness} judges how stale the state may be. Pure: fed with messages and
 * the clock, it sees the group through {@code io.fleet.consensus}.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.reads;
