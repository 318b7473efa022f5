package io.fleet.ec.group.decision;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.store.PartStore;

/** After a start, tells the store which of its parts are of entries that the decision log still knows to be decided. */
public final class DecidedMarker {
    private static final int AT_ONCE = 1024;

    private final DecisionLog decisions;
    private final PartStore store;
    private final EntryId id = new EntryId();
    private long next;
    private boolean isBegun;

    public DecidedMarker(final DecisionLog decisions, final PartStore store) {
        this.decisions = decisions;
        this.store = store;
    }

    /**
     * All parts have been found: the decisions that are durable now are gone through from the last to the first. Does
     * nothing when it is called again.
     */
    public void begin() {
        if (!isBegun) {
            isBegun = true;
            next = decisions.durable();
            store.endRecovery();
        }
    }

    /** The ids of the last slots are known again, so that late announcements of them are not taken for new ones. */
    public static void recover(final DecisionLog decisions, final long settled, final Proposer proposer) {
        final EntryId id = new EntryId();
        long first = settled + 1;
        while (first > 1 && settled - first + 1 < proposer.remembered() && decisions.read(first - 1, id)) {
            first--;
        }
        for (long slot = first; slot <= settled; slot++) {
            decisions.read(slot, id);
            proposer.recoverDecided(slot, id);
        }
        if (first > 1) {
            proposer.forget(first);
        }
    }

    public boolean isDone() {
        return next == 0;
    }

    public int doWork() {
        int work = 0;
        while (next > 0 && work < AT_ONCE) {
            if (!decisions.read(next, id)) {
                next = 0;
                return work;
            }
            if (!id.isNull()) {
                store.onDecided(next, id);
            }
            next--;
            work++;
        }
        return work;
    }
}
