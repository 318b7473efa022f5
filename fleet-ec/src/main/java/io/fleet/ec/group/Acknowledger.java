package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.proposal.Proposer;
import io.fleet.ec.dissemination.Spreader;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.decision.DecisionLearner;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.ec.group.retention.MemberSnapshots;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Tells a proxy which of the entries that it spreads are written (rules C8, Q1): n - f nodes hold their parts, and
 * f + 1 have durably learned the slot and all before it.
 */
final class Acknowledger {
    private static final CoverageMark WRITTEN = CoverageMark.named("coded-group.entry-was-written-before");

    private final Proposer proposer;
    private final PartStore store;
    private final Spreader spreader;
    private final DecisionLearner learner;
    private final DecisionLog decisions;
    private final MemberSnapshots cover;
    private final CodedListener listener;
    private final EntryId acknowledged = new EntryId();
    private long acknowledgedUpTo;

    Acknowledger(final Proposer proposer, final PartStore store, final Spreader spreader,
                 final DecisionLearner learner, final DecisionLog decisions, final MemberSnapshots cover,
                 final CodedListener listener) {
        this.proposer = proposer;
        this.store = store;
        this.spreader = spreader;
        this.learner = learner;
        this.decisions = decisions;
        this.cover = cover;
        this.listener = listener;
        acknowledgedUpTo = decisions.durable();
    }

    int doWork() {
        final long upTo = learner.learned();
        int work = 0;
        while (acknowledgedUpTo < upTo) {
            acknowledgedUpTo++;
            work++;
            if (decisions.read(acknowledgedUpTo, acknowledged)) {
                acknowledge(acknowledgedUpTo, acknowledged);
            } else if (acknowledgedUpTo < cover.own()) {
                acknowledgedUpTo = Math.min(upTo, cover.own());
            }
        }
        return work;
    }

    /** Only what n - f nodes hold is ever proposed (rule C2), so what is decided needs no count of its own (C8). */
    void acknowledge(final long slot, final EntryId id) {
        if (spreader.isSpreading(id)) {
            listener.onAcknowledged(slot, id);
            spreader.release(id);
        }
    }

    /** An entry is spread; if it was written before, through another proxy or life, it gets no second slot. */
    boolean onSpread(final EntryId id, final long nowNs) {
        final long slot = Math.max(proposer.decidedSlot(id), store.decidedUpTo(id));
        if (slot == 0) {
            return proposer.onSpread(id, nowNs);
        }
        WRITTEN.hit();
        if (slot > learner.learned()) {
            return false;
        }
        acknowledge(slot, id);
        return true;
    }
}
