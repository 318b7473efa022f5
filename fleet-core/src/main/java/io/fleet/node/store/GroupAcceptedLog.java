package io.fleet.node.store;

import io.fleet.consensus.store.AcceptedLog;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.scattered.ScatteredLog;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** The records of one group in a log of its node in which they lie in any order. */
final class GroupAcceptedLog implements AcceptedLog {
    private final int groupId;
    private final ScatteredLog log;
    private final NodeStore storage;

    GroupAcceptedLog(final int groupId, final ScatteredLog log, final NodeStore storage) {
        this.groupId = groupId;
        this.log = log;
        this.storage = storage;
    }

    @Override
    public boolean append(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                          final DirectBuffer body, final int offset) {
        return log.append(groupId, lsn, ballot, storageGroup, meta, body, offset);
    }

    @Override
    public int maxBodyLength() {
        return log.maxBodyLength();
    }

    @Override
    public boolean restamp(final long lsn, final long ballot, final int storageGroup, final EntryMeta meta,
                           final long bodyPosition) {
        return log.restamp(groupId, lsn, ballot, storageGroup, meta, bodyPosition);
    }

    @Override
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        return log.readBody(position, expected, target);
    }

    @Override
    public int readForOthers(final long lsn, final long position, final EntryMeta expected,
                             final ExpandableArrayBuffer target) {
        return log == storage.scattered() ? storage.readBodyForOthers(groupId, lsn, position, expected, target)
            : log.readBody(position, expected, target);
    }

    @Override
    public boolean isFull() {
        return storage.isFull();
    }

    @Override
    public String fullDisk() {
        return storage.fullDisk();
    }
}
