package io.fleet.ec.consensus;

/** Hands this node's votes to the log, and again where it had no room. Nothing is sent from here (rule R4). */
final class VoteWriter {
    private final VoteLog log;
    private final SlotConsensusCounters counters;
    private int unstaged;

    VoteWriter(final VoteLog log, final SlotConsensusCounters counters) {
        this.log = log;
        this.counters = counters;
    }

    /** Begins to force a vote. */
    void force(final SlotState slot, final SlotStage stage, final long vote) {
        slot.stage(stage);
        slot.vote = vote;
        if (SlotVote.kind(vote) == SlotVote.STATE) {
            counters.phases.increment();
        }
        if (!log.append(slot.number, vote, idOf(slot, vote))) {
            slot.isUnstaged = true;
            unstaged++;
        }
    }

    boolean hasUnstaged() {
        return unstaged > 0;
    }

    /** Tries again for a slot whose vote found no room. */
    boolean retry(final SlotState slot) {
        if (!slot.isUnstaged || !log.append(slot.number, slot.vote, idOf(slot, slot.vote))) {
            return false;
        }
        giveUp(slot);
        return true;
    }

    /** The slot needs no vote any more. */
    void giveUp(final SlotState slot) {
        if (slot.isUnstaged) {
            slot.isUnstaged = false;
            unstaged--;
        }
    }

    /** What goes with a vote: the proposal, or the candidate that is known (rule R1). */
    static EntryId idOf(final SlotState slot, final long vote) {
        return SlotVote.kind(vote) == SlotVote.PROPOSAL ? slot.own : slot.known;
    }
}
