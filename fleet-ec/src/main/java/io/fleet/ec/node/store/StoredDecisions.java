package io.fleet.ec.node.store;

import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.consensus.store.RecordedEntries;
import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.decision.DecisionLog;
import io.fleet.storage.EntryMeta;
import java.util.Arrays;

/**
 * The decisions of one group in a node's ordered log: the slot is the LSN, and the body is elsewhere, in parts. The
 * newest ones are kept in memory, so that only laggards and a restart read the disk.
 */
public final class StoredDecisions implements DecisionLog {
    private static final int RECENT = 1024;

    private final OrderedLogWriter log;
    private final RecordedEntries recorded;
    private final EntryMeta meta = new EntryMeta();
    private final EntryId[] recent = new EntryId[RECENT];
    private final long[] recentSlots = new long[RECENT];
    private EntryId target;

    public StoredDecisions(final OrderedLogWriter log, final RecordedEntries recorded) {
        this.log = log;
        this.recorded = recorded;
        Arrays.setAll(recent, i -> new EntryId());
    }

    @Override
    public boolean append(final long slot, final EntryId id) {
        if (!log.appendWithoutBody(slot, RecordIds.of(id, 0, meta))) {
            return false;
        }
        log.hasten();
        keep(slot, id);
        return true;
    }

    @Override
    public boolean skipTo(final long slot) {
        return log.skipTo(slot);
    }

    @Override
    public long appended() {
        return log.appended();
    }

    @Override
    public long durable() {
        return log.durable();
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        if (slot < 1 || slot > durable()) {
            return false;
        }
        final int at = (int) slot & RECENT - 1;
        if (recentSlots[at] == slot) {
            into.set(recent[at]);
            return true;
        }
        target = into;
        if (recorded.readNames(slot, slot, (lsn, found, body, offset, length) -> RecordIds.idOf(found, target)) != 1) {
            return false;
        }
        keep(slot, into);
        return true;
    }

    private void keep(final long slot, final EntryId id) {
        final int at = (int) slot & RECENT - 1;
        recent[at].set(id);
        recentSlots[at] = slot;
    }
}
