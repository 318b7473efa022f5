package io.fleet.ec.group.decision;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.store.PartStore;
import io.fleet.ec.group.repair.PartRebuilder;
import org.agrona.ExpandableArrayBuffer;

/**
 * Hands durable decisions to the node in the order of slots. It stops at an entry whose part this node does not hold,
 * since the header comes with it, until that is rebuilt.
 */
public final class Applier {
    private static final int MOST_AT_ONCE = 64;

    private final DecisionLog log;
    private final PartStore store;
    private final PartRebuilder rebuilder;
    private final ApplyListener listener;
    private final EntryId id = new EntryId();
    private final ExpandableArrayBuffer header = new ExpandableArrayBuffer();
    private long applied;
    private long checked;
    private long skipped;

    public Applier(final DecisionLog log, final PartStore store, final PartRebuilder rebuilder,
                   final ApplyListener listener) {
        this.log = log;
        this.store = store;
        this.rebuilder = rebuilder;
        this.listener = listener;
    }

    public long applied() {
        return applied;
    }

    /** The state has come from a snapshot. */
    public void skipTo(final long slot) {
        applied = Math.max(applied, slot);
        skipped = Math.max(skipped, slot);
    }

    /** The last slot that a snapshot stood for in this life; 0 for none. */
    public long skipped() {
        return skipped;
    }

    public int doWork() {
        int work = look();
        for (int i = 0; i < MOST_AT_ONCE && applied < log.durable() && log.read(applied + 1, id); i++) {
            if (!apply()) {
                return work;
            }
            work++;
        }
        return work;
    }

    /** Looks ahead, so that parts that are missing are rebuilt while others wait to be applied. */
    private int look() {
        int work = 0;
        checked = Math.max(checked, applied);
        while (work < MOST_AT_ONCE && checked < log.durable() && log.read(checked + 1, id)) {
            if (!id.isNull() && !store.holds(id) && !rebuilder.want(id, checked + 1)) {
                return work;
            }
            checked++;
            work++;
        }
        return work;
    }

    private boolean apply() {
        if (id.isNull()) {
            listener.onApply(applied + 1, id, null, 0, 0);
        } else {
            final int length = store.readHeader(id, header);
            if (length < 0) {
                // It may have been here when it was looked at, as a part of an entry that is not decided.
                rebuilder.want(id, applied + 1);
                return false;
            }
            store.onDecided(applied + 1, id);
            listener.onApply(applied + 1, id, header, 0, length);
        }
        applied++;
        return true;
    }
}
