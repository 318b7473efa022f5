package io.fleet.ec.mec;

import io.fleet.storage.mark.Mark;

/** The one place where a slot becomes decided, and where it is noticed that nodes contradict each other. */
final class Decider {
    private static final Mark CONTRADICTION = Mark.named("weak-mec.contradiction");

    private final MecListener listener;
    private final MecCounters counters;
    private final Forcing forcing;

    Decider(final MecListener listener, final MecCounters counters, final Forcing forcing) {
        this.listener = listener;
        this.counters = counters;
        this.forcing = forcing;
    }

    void decide(final Slot slot, final EntryId id, final long nowNs) {
        forcing.giveUp(slot);
        slot.stage(Stage.DECIDED);
        slot.decided.set(id);
        slot.decidedNs = nowNs;
        (id.isNull() ? counters.forfeited : counters.ids).increment();
        listener.onDecided(slot.number, slot.decided);
    }

    /** Notes what a message was to its table, and says whether it is news. */
    boolean isNews(final Heard heard) {
        if (heard == Heard.CONTRADICTION) {
            contradiction();
        }
        return heard == Heard.NEW;
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
