/**
 * The agreement of the coded mode: which id a slot holds (rules C3 to C6, R1 to R4). It is what the Racos paper calls
 * Weak-MEC, repaired. {@link io.fleet.ec.consensus.SlotConsensus} runs several slots at a time. The rule of each round
 * is in {@code ProposalRule}, {@code StateRule} and {@code VoteRule}: what so many PROPOSALs, STATEs or VOTEs decide,
 * or have this member say next. {@code SlotState} is what is known of one slot, with a tally of each round; {@code
 * SlotDecider} closes it. A PROPOSAL, STATE or VOTE of one member is a {@link io.fleet.ec.consensus.SlotVote}, forced
 * to the {@link io.fleet.ec.consensus.VoteLog} before it is sent.
 *
 * <p>{@link io.fleet.ec.consensus.proposal.Proposer} says which id this node proposes for which slot, and takes over
 * the ids of members that are gone. All of it is pure: fed with messages, completions of storage and the clock, by one
 * thread; what it sends and forces goes through interfaces.
 *
 * <p>Not part of the public API: it may change with each version.
 */
package io.fleet.ec.consensus;
