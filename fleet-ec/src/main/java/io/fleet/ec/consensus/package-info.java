/**
 * The order of the coded mode: which id a slot gets (rules C3 to C6, R1 to R4). It is what the Racos paper calls
 * Weak-MEC, repaired. {@link io.fleet.ec.consensus.SlotConsensus} runs several slots at a time, each through PROPOSAL,
 * STATE and
 * VOTE; {@link io.fleet.ec.consensus.proposal.Proposer} says which id this node proposes for which slot, and takes over
 * the ids of
 * members that are gone. All of it is pure: fed with messages, completions of storage and the clock, by one thread;
 * what it sends and forces goes through interfaces.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.consensus;
