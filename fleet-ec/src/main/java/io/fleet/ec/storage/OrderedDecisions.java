package io.fleet.ec.storage;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.group.DecisionLog;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ordered.OrderedLog;
import java.util.Arrays;

/**
 * The decisions of one group in the ordered log: the slot is the LSN, and the body is elsewhere, in parts. The newest
 * ones are kept in memory, so that only laggards and a restart read the disk.
 */
public final class OrderedDecisions implements DecisionLog {
    private static final int RECENT = 1024;

    private final int groupId;
    private final OrderedLog log;
    private final EntryMeta meta = new EntryMeta();
    private final EntryId[] recent = new EntryId[RECENT];
    private final long[] recentSlots = new long[RECENT];
    private EntryId target;

    /**
     * Creates the view of one group.
     *
     * @param groupId the group.
     * @param log     not owned.
     */
    public OrderedDecisions(final int groupId, final OrderedLog log) {
        this.groupId = groupId;
        this.log = log;
        Arrays.setAll(recent, i -> new EntryId());
    }

    @Override
    public boolean append(final long slot, final EntryId id) {
        if (!log.appendWithoutBody(groupId, slot, Ids.toMeta(id, 0, meta))) {
            return false;
        }
        log.hasten();
        final int at = (int) slot & RECENT - 1;
        recent[at].set(id);
        recentSlots[at] = slot;
        return true;
    }

    @Override
    public boolean skipTo(final long slot) {
        if (!log.skipTo(groupId, slot)) {
            return false;
        }
        log.hasten();
        return true;
    }

    @Override
    public long appended() {
        return log.appended(groupId);
    }

    @Override
    public long durable() {
        return log.durable(groupId);
    }

    @Override
    public boolean read(final long slot, final EntryId into) {
        final int at = (int) slot & RECENT - 1;
        if (slot > durable()) {
            return false;
        }
        if (recentSlots[at] == slot) {
            into.set(recent[at]);
            return true;
        }
        target = into;
        return log.read(groupId, slot, slot, 0, (lsn, found, body, offset, length) -> Ids.fromMeta(found, target)) == 1;
    }
}
