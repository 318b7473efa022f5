package io.fleet.ec.consensus;

import io.fleet.storage.mark.Mark;

/** The one place where a slot becomes decided, and where it is noticed that nodes contradict each other. */
final class Decider {
    private static final Mark CONTRADICTION = Mark.named("weak-mec.contradiction");

    private final SlotConsensusListener listener;
    private final SlotConsensusCounters counters;
    private final StepWriter forcing;

    Decider(final SlotConsensusListener listener, final SlotConsensusCounters counters, final StepWriter forcing) {
        this.listener = listener;
        this.counters = counters;
        this.forcing = forcing;
    }

    void decide(final Slot slot, final EntryId id, final long nowNs) {
        forcing.giveUp(slot);
        slot.stage(SlotStage.DECIDED);
        slot.decided.set(id);
        slot.decidedNs = nowNs;
        (id.isNull() ? counters.forfeited : counters.ids).increment();
        listener.onDecided(slot.number, slot.decided);
    }

    /** Notes what a message was to its table, and says whether it is news. */
    boolean isNews(final Receipt heard) {
        if (heard == Receipt.CONTRADICTION) {
            contradiction();
        }
        return heard == Receipt.NEW;
    }

    /** Takes over a candidate id that a message carried, or that a majority proposed: a slot has one (R1). */
    void learn(final Slot slot, final EntryId id) {
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
