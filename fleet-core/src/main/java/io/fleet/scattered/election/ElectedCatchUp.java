package io.fleet.scattered.election;

import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.AcceptorSlot;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * What an elected node must have before it may order (S4, S7): everything chosen up to its base, learnt from other
 * replicas, and the body of every value that it will propose again. What cannot be had in time makes the election
 * fail; a later ballot may then find that nobody holds the value.
 */
public final class ElectedCatchUp {
    private static final CoverageMark WAITS_FOR_BASE = CoverageMark.named("leader-recovery.waits-for-its-base");
    private static final CoverageMark WAITS_FOR_BODY = CoverageMark.named("leader-recovery.waits-for-a-body");

    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final Acceptor storage;
    private final Learner learner;
    private Long2ObjectHashMap<AcceptedEntry> found;
    private long base;
    private long highest;
    private long checked;

    public ElectedCatchUp(final PendingBodies bodies, final BodyFetcher fetcher, final Acceptor storage,
                          final Learner learner) {
        this.bodies = bodies;
        this.fetcher = fetcher;
        this.storage = storage;
        this.learner = learner;
    }

    public void start(final Campaign campaign, final long nowNs) {
        found = campaign.values().found();
        base = campaign.values().base();
        highest = campaign.values().highest();
        checked = base;
        learner.noteKnown(base);
        for (long lsn = base + 1; lsn <= highest; lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry != null && !entry.meta.isNoOp() && !isDurable(entry)) {
                fetcher.want(bodies.ordered(lsn, entry.meta, nowNs), nowNs);
            }
        }
    }

    /** Whether something else was chosen than what would be proposed: a higher ballot exists. */
    boolean isSuperseded() {
        for (long lsn = base + 1; lsn <= Math.min(highest, learner.chosen()); lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry != null && learner.contradicts(lsn, entry.meta)) {
                return true;
            }
        }
        return false;
    }

    public boolean isReady() {
        if (learner.chosen() < base) {
            WAITS_FOR_BASE.hit();
            return false;
        }
        while (checked < highest) {
            final AcceptedEntry entry = found.get(checked + 1);
            if (entry != null && !isHeld(entry)) {
                WAITS_FOR_BODY.hit();
                return false;
            }
            checked++;
        }
        return true;
    }

    private boolean isHeld(final AcceptedEntry entry) {
        return entry.meta.isNoOp() || entry.lsn <= storage.floor() || bodies.held(entry.meta) != null
            || isDurable(entry);
    }

    private boolean isDurable(final AcceptedEntry entry) {
        final AcceptorSlot slot = storage.slotOf(entry.lsn);
        return slot != null && slot.holds(entry.meta);
    }
}
