package io.fleet.replica;

import io.fleet.consensus.store.OrderedLogWriter;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/** An ordered log that takes nothing. */
final class EmptyLog implements OrderedLogWriter {
    @Override
    public long appended() {
        return 0;
    }

    @Override
    public long durable() {
        return 0;
    }

    @Override
    public boolean append(final long lsn, final EntryMeta meta, final DirectBuffer body, final int offset) {
        return false;
    }

    @Override
    public boolean appendReference(final long lsn, final EntryMeta meta, final long bodyPosition) {
        return false;
    }

    @Override
    public boolean appendWithoutBody(final long lsn, final EntryMeta meta) {
        return false;
    }
}
