package io.fleet.protocol.scattered;

import io.fleet.protocol.message.AcceptedEntry;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * What an elected node must have before it may order (S4, S7): everything chosen up to its base, learnt from other
 * replicas, and the body of every value that it will propose again. What cannot be had in time makes the election
 * fail; a later ballot may then find that nobody holds the value.
 */
final class LeaderRecovery {
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final StorageNode storage;
    private final Learner learner;
    private Long2ObjectHashMap<AcceptedEntry> found;
    private long base;
    private long highest;
    private long checked;

    LeaderRecovery(final PendingBodies bodies, final BodyFetcher fetcher, final StorageNode storage,
        final Learner learner) {
        this.bodies = bodies;
        this.fetcher = fetcher;
        this.storage = storage;
        this.learner = learner;
    }

    void start(final Campaign campaign, final long nowNs) {
        found = campaign.found();
        base = campaign.base();
        highest = campaign.highest();
        checked = base;
        learner.noteKnown(base);
        for (long lsn = base + 1; lsn <= highest; lsn++) {
            final AcceptedEntry entry = found.get(lsn);
            if (entry != null) {
                bodies.pin(lsn, entry.meta, nowNs);
                if (!isHeld(entry)) {
                    fetcher.want(bodies.ordered(lsn, entry.meta, nowNs), nowNs);
                }
            }
        }
    }

    boolean isReady() {
        if (learner.chosen() < base) {
            return false;
        }
        while (checked < highest) {
            final AcceptedEntry entry = found.get(checked + 1);
            if (entry != null && !isHeld(entry)) {
                return false;
            }
            checked++;
        }
        return true;
    }

    private boolean isHeld(final AcceptedEntry entry) {
        if (entry.meta.isNoOp() || entry.lsn <= storage.floor() || bodies.held(entry.meta) != null) {
            return true;
        }
        final StorageSlot slot = storage.slotOf(entry.lsn);
        return slot != null && slot.holds(entry.meta);
    }
}
