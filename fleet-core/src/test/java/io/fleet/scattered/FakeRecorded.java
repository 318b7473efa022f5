package io.fleet.scattered;

import io.fleet.consensus.store.RecordedEntries;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ordered.OrderedEntryHandler;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** An ordered log in memory: the entry at index i has LSN i + 1, and no body where that is null. */
public final class FakeRecorded implements RecordedEntries {
    final List<EntryMeta> metas = new ArrayList<>();
    final List<byte[]> bodies = new ArrayList<>();
    int lastMaxBytes;
    long first = 1;
    long letGo;
    long lastWithoutBody;

    public void add(final EntryMeta meta, final byte[] body) {
        metas.add(meta);
        bodies.add(body);
    }

    @Override
    public long first() {
        return first;
    }

    @Override
    public long letGo() {
        return letGo;
    }

    @Override
    public long lastWithoutBody() {
        return lastWithoutBody;
    }

    @Override
    public int readNames(final long fromLsn, final long toLsn, final OrderedEntryHandler handler) {
        return read(fromLsn, toLsn, Integer.MAX_VALUE, (lsn, meta, body, offset, length) -> handler.onEntry(lsn, meta,
            null, 0, length));
    }

    @Override
    public int read(final long fromLsn, final long toLsn, final int maxBytes, final OrderedEntryHandler handler) {
        lastMaxBytes = maxBytes;
        int count = 0;
        int bytes = 0;
        for (long lsn = fromLsn; lsn <= toLsn && (count == 0 || bytes < maxBytes); lsn++) {
            final byte[] body = bodies.get((int) lsn - 1);
            if (body == null) {
                handler.onEntry(lsn, metas.get((int) lsn - 1), null, 0, OrderedEntryHandler.NO_BODY);
                count++;
                continue;
            }
            handler.onEntry(lsn, metas.get((int) lsn - 1), new UnsafeBuffer(body), 0, body.length);
            bytes += body.length;
            count++;
        }
        return count;
    }
}
