package io.fleet.ec.dissemination.gather;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.dissemination.context.SpreadCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Values that were decoded a short time ago, the least recently used thrown out first. Bounded in bytes. */
final class ValueCache {
    private static final int LARGEST_PART = 4;
    /** What a value takes beside its bytes: these objects, and its place in the table. */
    private static final int OBJECTS = 256;

    private final int maxBytes;
    private final SpreadCounters counters;
    private final Map<Key, Cached> values = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    private record Key(long batcherId, long sequence, long digest) {
        static Key of(final EntryId id) {
            return new Key(id.batcherId, id.sequence, id.digest);
        }
    }

    /** One value, whole or still growing. */
    static final class Cached {
        final byte[] header;
        final int valueLength;
        final List<byte[]> pieces = new ArrayList<>();

        private Cached(final byte[] header, final int valueLength) {
            this.header = header;
            this.valueLength = valueLength;
        }

        void add(final DirectBuffer from, final int length) {
            final byte[] piece = new byte[length];
            from.getBytes(0, piece);
            pieces.add(piece);
        }

        private long bytes() {
            return OBJECTS + (long) header.length + valueLength;
        }
    }

    ValueCache(final int maxBytes, final SpreadCounters counters) {
        this.maxBytes = maxBytes;
        this.counters = counters;
    }

    Cached get(final EntryId id) {
        return maxBytes == 0 ? null : values.get(Key.of(id));
    }

    /** Room for a value that will come; its bytes count from now on. Null where it is too long. */
    Cached begin(final DirectBuffer header, final int headerLength, final int valueLength) {
        if (headerLength + (long) valueLength > maxBytes / LARGEST_PART) {
            return null;
        }
        final byte[] copy = new byte[headerLength];
        header.getBytes(0, copy);
        final Cached cached = new Cached(copy, valueLength);
        count(cached.bytes());
        return cached;
    }

    void finish(final EntryId id, final Cached cached) {
        final Cached before = values.put(Key.of(id), cached);
        if (before != null) {
            count(-before.bytes());
        }
    }

    /** The value does not come after all. */
    void abandon(final Cached cached) {
        count(-cached.bytes());
    }

    private void count(final long change) {
        bytes += change;
        final var oldest = values.values().iterator();
        while (bytes > maxBytes && oldest.hasNext()) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
        counters.cacheBytes.set(bytes);
    }
}
