package io.fleet.ec.consensus;

import io.fleet.storage.coverage.CoverageMark;

/**
 * Closes a slot once one of the rules has decided it, and notices where nodes contradict each other. What decides is in
 * {@link ProposalRule}, {@link StateRule} and {@link VoteRule}.
 */
final class SlotDecider {
    private static final CoverageMark CONTRADICTION = CoverageMark.named("weak-mec.contradiction");

    private final SlotConsensusListener listener;
    private final SlotConsensusCounters counters;
    private final VoteWriter forcing;

    SlotDecider(final SlotConsensusListener listener, final SlotConsensusCounters counters, final VoteWriter forcing) {
        this.listener = listener;
        this.counters = counters;
        this.forcing = forcing;
    }

    void decide(final SlotState slot, final EntryId id, final long nowNs) {
        forcing.giveUp(slot);
        slot.stage(SlotStage.DECIDED);
        slot.decided.set(id);
        slot.decidedNs = nowNs;
        (id.isNull() ? counters.forfeited : counters.ids).increment();
        listener.onDecided(slot.number, slot.decided);
    }

    /** Notes what a message was to its table, and says whether it is news. */
    boolean isNews(final TallyResult heard) {
        if (heard == TallyResult.CONTRADICTION) {
            contradiction();
        }
        return heard == TallyResult.NEW;
    }

    /** Takes over a candidate id that a message carried, or that a majority proposed: a slot has one (R1). */
    void learn(final SlotState slot, final EntryId id) {
        if (id.isNull() || slot.known.same(id)) {
            return;
        }
        if (slot.known.isNull()) {
            slot.known.set(id);
        } else {
            contradiction();
        }
    }

    void contradiction() {
        CONTRADICTION.hit();
        counters.contradictions.increment();
    }
}
