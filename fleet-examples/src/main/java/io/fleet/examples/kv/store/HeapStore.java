package io.fleet.examples.kv.store;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Objects on the heap: a hash table whose buckets lie in the order of the hashes and whose chains are sorted, so that
 * walking over it meets the entries in the order that all stores have. The table is cut into segments by the top bits
 * of the hash; each grows and shrinks alone, so that no command waits for a large table to be copied. Lookups read the
 * key where it lies and allocate nothing.
 */
public class HeapStore extends CountedStore {
    private static final int LOW_BITS = KeyHash.LOW_BITS;
    private static final int MIN_BUCKETS = 4;
    private static final int MAX_BUCKETS = 1 << 20;

    private final HeapEntry[][] segments = new HeapEntry[KeyHash.SEGMENTS][];
    private final int[] counts = new int[KeyHash.SEGMENTS];
    private final HeapExpiries expiries = new HeapExpiries();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final KeyViews views = new KeyViews(segments);
    private KeyHash hashes = KeyHash.OPEN;

    /** Views of the keys as they are now. */
    public KeyViews views() {
        return views;
    }

    @Override
    public HeapEntry find(final DirectBuffer buffer, final int offset, final int length) {
        final long hash = hashes.of(buffer, offset, length);
        final HeapEntry[] table = segments[KeyHash.segment(hash)];
        if (table == null) {
            return null;
        }
        for (HeapEntry e = table[bucket(hash, table.length)]; e != null; e = e.next) {
            if (e.hash == hash && e.key.length == length && compare(e.key, buffer, offset, length) == 0) {
                return e;
            }
        }
        return null;
    }

    @Override
    public HeapEntry insert(final DirectBuffer key, final int keyOffset, final int keyLength,
                            final DirectBuffer value, final int valueOffset, final int valueLength) {
        final HeapEntry entry = link(key, keyOffset, keyLength);
        entry.value = new byte[valueLength];
        value.getBytes(valueOffset, entry.value);
        count(1, KvBounds.entryBytes(keyLength, valueLength));
        return entry;
    }

    private HeapEntry link(final DirectBuffer buffer, final int offset, final int length) {
        final byte[] key = new byte[length];
        buffer.getBytes(offset, key);
        final HeapEntry entry = new HeapEntry(key, hashes.of(buffer, offset, length));
        views.save(KeyHash.segment(entry.hash));
        link(entry);
        return entry;
    }

    private void link(final HeapEntry entry) {
        final int segment = KeyHash.segment(entry.hash);
        if (segments[segment] == null) {
            segments[segment] = new HeapEntry[MIN_BUCKETS];
        } else if (counts[segment] >= segments[segment].length && segments[segment].length < MAX_BUCKETS) {
            resize(segment, segments[segment].length * 2);
        }
        final HeapEntry[] table = segments[segment];
        final int bucket = bucket(entry.hash, table.length);
        HeapEntry before = null;
        HeapEntry after = table[bucket];
        while (after != null && precedes(after, entry)) {
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
    }

    @Override
    public KeyHash hashes() {
        return hashes;
    }

    @Override
    public void rekey(final KeyHash newHashes) {
        views.saveAll();
        hashes = newHashes;
        final HeapEntry[][] before = segments.clone();
        Arrays.fill(segments, null);
        Arrays.fill(counts, 0);
        for (final HeapEntry[] table : before) {
            for (int i = 0; table != null && i < table.length; i++) {
                HeapEntry entry = table[i];
                while (entry != null) {
                    final HeapEntry next = entry.next;
                    view.wrap(entry.key);
                    entry.hash = hashes.of(view, 0, entry.key.length);
                    link(entry);
                    entry = next;
                }
            }
        }
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final HeapEntry target = (HeapEntry) entry;
        if (target.value.length != length) {
            count(0, length - target.value.length);
            target.value = new byte[length];
        }
        buffer.getBytes(offset, target.value);
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        final HeapEntry target = (HeapEntry) entry;
        final int before = target.value.length;
        target.value = Arrays.copyOf(target.value, before + length);
        buffer.getBytes(offset, target.value, before, length);
        count(0, length);
    }

    /** The value of an entry, as it is kept. */
    protected final byte[] array(final Entry entry) {
        return ((HeapEntry) entry).value;
    }

    /** Keeps a value without a copy: nobody changes it any more. */
    protected final void keep(final Entry entry, final byte[] value) {
        final HeapEntry target = (HeapEntry) entry;
        count(0, value.length - target.value.length);
        target.value = value;
    }

    @Override
    public byte[] key(final Entry entry) {
        return ((HeapEntry) entry).key;
    }

    @Override
    public DirectBuffer value(final Entry entry) {
        view.wrap(((HeapEntry) entry).value);
        return view;
    }

    @Override
    public void remove(final Entry given) {
        final HeapEntry entry = (HeapEntry) given;
        count(-1, -KvBounds.entryBytes(entry.key.length, entry.valueLength()));
        expireAt(entry, Entry.NEVER);
        final int segment = KeyHash.segment(entry.hash);
        final HeapEntry[] table = segments[segment];
        final int bucket = bucket(entry.hash, table.length);
        if (table[bucket] == entry) {
            table[bucket] = entry.next;
        } else {
            HeapEntry before = table[bucket];
            while (before.next != entry) {
                before = before.next;
            }
            before.next = entry.next;
        }
        entry.next = null;
        if (--counts[segment] == 0) {
            segments[segment] = null;
        } else if (table.length > MIN_BUCKETS && counts[segment] < table.length / 4) {
            resize(segment, table.length / 2);
        }
    }

    @Override
    public void expireAt(final Entry given, final long at) {
        final HeapEntry entry = (HeapEntry) given;
        views.save(KeyHash.segment(entry.hash));
        entry.expireAt = at;
        if (at != Entry.NEVER) {
            expiries.update(entry);
        } else if (entry.heapIndex >= 0) {
            expiries.remove(entry);
        }
    }

    @Override
    public void removeExpired(final long now, final int budget) {
        for (int i = 0; i < budget; i++) {
            final HeapEntry entry = expiries.first();
            if (entry == null || !entry.expired(now)) {
                return;
            }
            remove(entry);
        }
    }

    @Override
    int countExpired(final long now) {
        return expiries.countExpired(now);
    }

    @Override
    public void clear() {
        views.saveAll();
        Arrays.fill(segments, null);
        Arrays.fill(counts, 0);
        expiries.clear();
        countNothing();
    }

    @Override
    public HeapEntry first(final long cursor) {
        final HeapEntry[] table = segments[KeyHash.segment(cursor)];
        if (table == null) {
            return firstOfSegments(KeyHash.segment(cursor) + 1);
        }
        final int bucket = bucket(cursor, table.length);
        for (HeapEntry e = table[bucket]; e != null; e = e.next) {
            if (e.hash >= cursor) {
                return e;
            }
        }
        return firstOfBuckets(KeyHash.segment(cursor), bucket + 1);
    }

    @Override
    public HeapEntry next(final Entry given) {
        final HeapEntry entry = (HeapEntry) given;
        if (entry.next != null) {
            return entry.next;
        }
        final int segment = KeyHash.segment(entry.hash);
        return firstOfBuckets(segment, bucket(entry.hash, segments[segment].length) + 1);
    }

    private HeapEntry firstOfBuckets(final int segment, final int bucket) {
        final HeapEntry[] table = segments[segment];
        for (int i = bucket; i < table.length; i++) {
            if (table[i] != null) {
                return table[i];
            }
        }
        return firstOfSegments(segment + 1);
    }

    private HeapEntry firstOfSegments(final int segment) {
        for (int s = segment; s < segments.length; s++) {
            if (segments[s] != null) {
                for (final HeapEntry entry : segments[s]) {
                    if (entry != null) {
                        return entry;
                    }
                }
            }
        }
        return null;
    }

    private void resize(final int segment, final int buckets) {
        final HeapEntry[] table = new HeapEntry[buckets];
        int lastBucket = -1;
        HeapEntry tail = null;
        for (final HeapEntry head : segments[segment]) {
            HeapEntry entry = head;
            while (entry != null) {
                final HeapEntry next = entry.next;
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

    private static int bucket(final long hash, final int buckets) {
        return (int) (hash >>> LOW_BITS - Integer.numberOfTrailingZeros(buckets)) & buckets - 1;
    }

    private static boolean precedes(final HeapEntry one, final HeapEntry other) {
        if (one.hash != other.hash) {
            return one.hash < other.hash;
        }
        if (one.key.length != other.key.length) {
            return one.key.length < other.key.length;
        }
        return Arrays.compareUnsigned(one.key, other.key) < 0;
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

    @Override
    public void close() {
        clear();
    }
}
