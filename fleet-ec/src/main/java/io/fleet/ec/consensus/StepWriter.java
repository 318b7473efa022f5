package io.fleet.ec.consensus;

/** Hands this node's steps to the log, and again where it had no room. Nothing is sent from here (rule R4). */
final class StepWriter {
    private final VoteLog log;
    private final SlotConsensusCounters counters;
    private int unstaged;

    StepWriter(final VoteLog log, final SlotConsensusCounters counters) {
        this.log = log;
        this.counters = counters;
    }

    /** Begins to force a step. */
    void force(final Slot slot, final SlotStage stage, final long step) {
        slot.stage(stage);
        slot.step = step;
        if (Step.kind(step) == Step.STATE) {
            counters.phases.increment();
        }
        if (!log.append(slot.number, step, idOf(slot, step))) {
            slot.isUnstaged = true;
            unstaged++;
        }
    }

    boolean hasUnstaged() {
        return unstaged > 0;
    }

    /** Tries again for a slot whose step found no room. */
    boolean retry(final Slot slot) {
        if (!slot.isUnstaged || !log.append(slot.number, slot.step, idOf(slot, slot.step))) {
            return false;
        }
        giveUp(slot);
        return true;
    }

    /** The slot needs no step any more. */
    void giveUp(final Slot slot) {
        if (slot.isUnstaged) {
            slot.isUnstaged = false;
            unstaged--;
        }
    }

    /** What goes with a step: the proposal, or the candidate that is known (rule R1). */
    static EntryId idOf(final Slot slot, final long step) {
        return Step.kind(step) == Step.PROPOSAL ? slot.own : slot.known;
    }
}
