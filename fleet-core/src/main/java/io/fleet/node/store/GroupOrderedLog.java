package io.fleet.node.store;

import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.consensus.store.RecordedEntries;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ordered.BodyReader;
import io.fleet.storage.ordered.OrderedEntryHandler;
import io.fleet.storage.ordered.OrderedLog;
import org.agrona.DirectBuffer;

/** The entries of one group in the ordered log of its node. */
public final class GroupOrderedLog implements OrderedLogWriter, RecordedEntries {
    private final int groupId;
    private final OrderedLog log;
    private final NodeStore storage;
    private final BodyReader bodiesForOthers;

    GroupOrderedLog(final int groupId, final NodeStore storage) {
        this.groupId = groupId;
        this.storage = storage;
        log = storage.ordered();
        bodiesForOthers = (position, expected, target) -> storage.readBodyForOthers(groupId, 0, position, expected,
            target);
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
    public boolean append(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset) {
        return log.append(groupId, lsn, meta, body, offset);
    }

    @Override
    public void hasten() {
        log.hasten();
    }

    @Override
    public boolean appendReference(final long lsn, final EntryMeta meta, final long bodyPosition) {
        return log.appendReference(groupId, lsn, meta, bodyPosition);
    }

    @Override
    public boolean appendWithoutBody(final long lsn, final EntryMeta meta) {
        return log.appendWithoutBody(groupId, lsn, meta);
    }

    @Override
    public boolean skipTo(final long lsn) {
        return log.skipTo(groupId, lsn);
    }

    @Override
    public long first() {
        return log.first(groupId);
    }

    @Override
    public long letGo() {
        return log.letGo(groupId);
    }

    @Override
    public long lastWithoutBody() {
        return Math.max(log.lastWithoutBody(groupId), storage.unreadable().upTo(groupId));
    }

    @Override
    public int read(final long fromLsn, final long toLsn, final int maxBytes, final OrderedEntryHandler handler) {
        return log.read(groupId, fromLsn, toLsn, maxBytes, handler);
    }

    @Override
    public int readForOthers(final long fromLsn, final long toLsn, final int maxBytes,
                             final OrderedEntryHandler handler) {
        return storage.readForOthers(groupId, fromLsn, toLsn, maxBytes, bodiesForOthers, handler);
    }

    @Override
    public int readNames(final long fromLsn, final long toLsn, final OrderedEntryHandler handler) {
        return log.readNames(groupId, fromLsn, toLsn, handler);
    }
}
