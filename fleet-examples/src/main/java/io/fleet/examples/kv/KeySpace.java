package io.fleet.examples.kv;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * A hash table whose buckets lie in the order of the hashes and whose chains are sorted, so that walking over it meets the entries in
 * one order, (hash, length of the key, key), whatever its size and history are. That makes snapshots canonical, and a cursor of
 * SCAN nothing but the next hash. The table is cut into segments by the top bits of the hash; each grows and shrinks alone, so that
 * no command waits for a large table to be copied. Lookups read the key where it lies and allocate nothing.
 */
final class KeySpace {
    private static final int SEGMENT_BITS = 12;
    private static final int LOW_BITS = 32 - SEGMENT_BITS;
    private static final int MIN_BUCKETS = 4;

    private final Entry[][] segments = new Entry[1 << SEGMENT_BITS][];
    private final int[] counts = new int[1 << SEGMENT_BITS];
    private final ExpiryHeap expiries = new ExpiryHeap();
    private int size;

    /**
     * Finds an entry, expired or not.
     *
     * @param buffer where the key is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return null when there is none.
     */
    Entry find(final DirectBuffer buffer, final int offset, final int length) {
        final int hash = hash(buffer, offset, length);
        final Entry[] table = segments[hash >>> LOW_BITS];
        if (table == null) {
            return null;
        }
        for (Entry e = table[bucket(hash, table.length)]; e != null; e = e.next) {
            if (e.hash == hash && e.key.length == length && compare(e.key, buffer, offset, length) == 0) {
                return e;
            }
        }
        return null;
    }

    /**
     * Adds an entry for a key that {@link #find} does not find.
     *
     * @param buffer where the key is; copied.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return the entry, whose value is yet to be set.
     */
    Entry insert(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] key = new byte[length];
        buffer.getBytes(offset, key);
        final Entry entry = new Entry(key, hash(buffer, offset, length));
        final int segment = entry.hash >>> LOW_BITS;
        if (segments[segment] == null) {
            segments[segment] = new Entry[MIN_BUCKETS];
        } else if (counts[segment] >= segments[segment].length && segments[segment].length < 1 << LOW_BITS) {
            resize(segment, segments[segment].length * 2);
        }
        final Entry[] table = segments[segment];
        final int bucket = bucket(entry.hash, table.length);
        Entry before = null;
        Entry after = table[bucket];
        while (after != null && precedes(after, entry.hash, buffer, offset, length)) {
            before = after;
            after = after.next;
        }
        entry.next = after;
        if (before == null) {
            table[bucket] = entry;
        } else {
            before.next = entry;
        }
        counts[segment]++;
        size++;
        return entry;
    }

    /**
     * Takes an entry out.
     *
     * @param entry that is in.
     */
    void remove(final Entry entry) {
        expireAt(entry, Entry.NEVER);
        final int segment = entry.hash >>> LOW_BITS;
        final Entry[] table = segments[segment];
        final int bucket = bucket(entry.hash, table.length);
        if (table[bucket] == entry) {
            table[bucket] = entry.next;
        } else {
            Entry before = table[bucket];
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        entry.next = null;
        size--;
        if (--counts[segment] == 0) {
            segments[segment] = null;
        } else if (table.length > MIN_BUCKETS && counts[segment] < table.length / 4) {
            resize(segment, table.length / 2);
        }
    }

    /**
     * Sets when an entry expires.
     *
     * @param entry that is in.
     * @param at    milliseconds since the epoch, or {@link Entry#NEVER}.
     */
    void expireAt(final Entry entry, final long at) {
        entry.expireAt = at;
        if (at != Entry.NEVER) {
            expiries.update(entry);
        } else if (entry.heapIndex >= 0) {
            expiries.remove(entry);
        }
    }

    /**
     * Takes out entries that have expired, so many at most.
     *
     * @param now    log time.
     * @param budget the most.
     */
    void removeExpired(final long now, final int budget) {
        for (int i = 0; i < budget; i++) {
            final Entry entry = expiries.first();
            if (entry == null || !entry.expired(now)) {
                return;
            }
            remove(entry);
        }
    }

    /**
     * How many entries have not expired.
     *
     * @param now log time.
     * @return entries.
     */
    int liveSize(final long now) {
        return size - expiries.countExpired(now);
    }

    /** Takes everything out. */
    void clear() {
        java.util.Arrays.fill(segments, null);
        java.util.Arrays.fill(counts, 0);
        expiries.clear();
        size = 0;
    }

    /**
     * The first entry, expired or not, whose hash is at or above a cursor.
     *
     * @param cursor an unsigned hash; beyond all hashes nothing is found.
     * @return null when there is none.
     */
    Entry first(final long cursor) {
        if (cursor < 0 || cursor > 0xffffffffL) {
            return null;
        }
        final int hash = (int) cursor;
        final Entry[] table = segments[hash >>> LOW_BITS];
        if (table == null) {
            return firstOfSegments((hash >>> LOW_BITS) + 1);
        }
        final int bucket = bucket(hash, table.length);
        for (Entry e = table[bucket]; e != null; e = e.next) {
            if (Integer.compareUnsigned(e.hash, hash) >= 0) {
                return e;
            }
        }
        return firstOfBuckets(hash >>> LOW_BITS, bucket + 1);
    }

    /**
     * The entry after an entry.
     *
     * @param entry that is in.
     * @return null after the last.
     */
    Entry next(final Entry entry) {
        if (entry.next != null) {
            return entry.next;
        }
        final int segment = entry.hash >>> LOW_BITS;
        return firstOfBuckets(segment, bucket(entry.hash, segments[segment].length) + 1);
    }

    private Entry firstOfBuckets(final int segment, final int bucket) {
        final Entry[] table = segments[segment];
        for (int i = bucket; i < table.length; i++) {
            if (table[i] != null) {
                return table[i];
            }
        }
        return firstOfSegments(segment + 1);
    }

    private Entry firstOfSegments(final int segment) {
        for (int s = segment; s < segments.length; s++) {
            if (segments[s] != null) {
                for (final Entry entry : segments[s]) {
                    if (entry != null) {
                        return entry;
                    }
                }
            }
        }
        return null;
    }

    private void resize(final int segment, final int buckets) {
        final Entry[] table = new Entry[buckets];
        int lastBucket = -1;
        Entry tail = null;
        for (final Entry head : segments[segment]) {
            Entry entry = head;
            while (entry != null) {
                final Entry next = entry.next;
                entry.next = null;
                final int bucket = bucket(entry.hash, buckets);
                if (bucket == lastBucket) {
                    tail.next = entry;
                } else {
                    table[bucket] = entry;
                }
                tail = entry;
                lastBucket = bucket;
                entry = next;
            }
        }
        segments[segment] = table;
    }

    private static int bucket(final int hash, final int buckets) {
        return (hash << SEGMENT_BITS) >>> SEGMENT_BITS >>> LOW_BITS - Integer.numberOfTrailingZeros(buckets);
    }

    private static boolean precedes(final Entry entry, final int hash, final DirectBuffer buffer, final int offset, final int length) {
        if (entry.hash != hash) {
            return Integer.compareUnsigned(entry.hash, hash) < 0;
        }
        if (entry.key.length != length) {
            return entry.key.length < length;
        }
        return compare(entry.key, buffer, offset, length) < 0;
    }

    private static int compare(final byte[] key, final DirectBuffer buffer, final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            final int difference = (key[i] & 0xff) - (buffer.getByte(offset + i) & 0xff);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** Mixes eight bytes at a time by multiplication; the top half of the last product is the hash, the same on every machine. */
    static int hash(final DirectBuffer buffer, final int offset, final int length) {
        long h = 0x9e3779b97f4a7c15L ^ length;
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            h = (h ^ buffer.getLong(offset + i, ByteOrder.LITTLE_ENDIAN)) * 0xff51afd7ed558ccdL;
            h ^= h >>> 32;
        }
        long rest = 0;
        for (int shift = 0; i < length; i++, shift += 8) {
            rest |= (buffer.getByte(offset + i) & 0xffL) << shift;
        }
        h = (h ^ rest) * 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 29;
        h *= 0xbf58476d1ce4e5b9L;
        return (int) (h >>> 32);
    }
}
