package io.fleet.examples.kv.store;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Keys and values outside the heap. Every entry has an id; {@link OffHeapRecords} keeps its key and value under it,
 * {@link HashOrder} the ids in the order of walks, {@link OffHeapExpiries} when they expire. On the heap are some 20 to
 * 32 bytes for each entry, and 12 more for each one that expires, all in arrays of numbers: the collector has nothing
 * to follow in them.
 */
final class OffHeapStore extends CountedStore {
    private final KvBounds capacity;
    private final OffHeapRecords records;
    private final HashOrder order = new HashOrder();
    private final OffHeapExpiries expiries = new OffHeapExpiries();
    private final IntTable freeIds = new IntTable();
    private final OffHeapRecord written = new OffHeapRecord();
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private int freeCount;
    private boolean closed;
    private KeyHash hashes = KeyHash.OPEN;

    /**
     * Takes memory.
     *
     * @param capacity what must fit.
     * @throws IllegalArgumentException when that is more than can be.
     */
    OffHeapStore(final KvBounds capacity) {
        if (capacity.maxEntries() > StoreKind.MAX_ENTRIES || capacity.maxBytes() > StoreKind.MAX_BYTES) {
            throw new IllegalArgumentException("a store outside the heap for " + capacity.maxEntries() + " entries and "
                + capacity.maxBytes() + " bytes, but it may have at most " + StoreKind.MAX_ENTRIES + " entries and "
                + StoreKind.MAX_BYTES + " bytes");
        }
        this.capacity = capacity;
        records = new OffHeapRecords(capacity);
    }

    @Override
    public Entry find(final DirectBuffer buffer, final int offset, final int length) {
        final long hash = hashes.of(buffer, offset, length);
        final int segment = KeyHash.segment(hash);
        for (int position = order.position(hash); order.isAt(hash, position); position++) {
            final int id = order.id(segment, position);
            if (compare(id, buffer, offset, length) == 0) {
                return new OffHeapEntry(hash, id);
            }
        }
        return null;
    }

    @Override
    public Entry insert(final DirectBuffer key, final int keyOffset, final int keyLength, final DirectBuffer value,
                        final int valueOffset, final int valueLength) {
        grow(1, KvBounds.entryBytes(keyLength, valueLength));
        final long hash = hashes.of(key, keyOffset, keyLength);
        final int position = positionOf(hash, key, keyOffset, keyLength);
        final int id = freeCount > 0 ? freeIds.get(--freeCount) : size() - 1;
        written.begin(key, keyOffset, keyLength);
        written.append(value, valueOffset, valueLength);
        records.put(id, written);
        order.insert(hash, position, id);
        return new OffHeapEntry(hash, id);
    }

    @Override
    public void replace(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        grow(0, length - entry.valueLength());
        begin(entry, 0);
        written.append(buffer, offset, length);
        records.put(id(entry), written);
    }

    @Override
    public void append(final Entry entry, final DirectBuffer buffer, final int offset, final int length) {
        grow(0, length);
        begin(entry, entry.valueLength());
        written.append(buffer, offset, length);
        records.put(id(entry), written);
    }

    /** Where a key that is not in belongs. */
    private int positionOf(final long hash, final DirectBuffer key, final int keyOffset, final int keyLength) {
        int position = order.position(hash);
        while (order.isAt(hash, position)
            && compare(order.id(KeyHash.segment(hash), position), key, keyOffset, keyLength) < 0) {
            position++;
        }
        return position;
    }

    @Override
    public KeyHash hashes() {
        return hashes;
    }

    @Override
    public void rekey(final KeyHash newHashes) {
        hashes = newHashes;
        final int[] ids = order.ids();
        order.clear();
        for (final int id : ids) {
            final byte[] key = records.get(id).copyOfKey();
            final UnsafeBuffer buffer = new UnsafeBuffer(key);
            final long hash = hashes.of(buffer, 0, key.length);
            order.insert(hash, positionOf(hash, buffer, 0, key.length), id);
        }
    }

    /** Begins a record of an entry that is in, with so much of its value. */
    private void begin(final Entry entry, final int valueLength) {
        final OffHeapRecord before = records.get(id(entry));
        written.begin(before.view(), Integer.BYTES, before.keyLength());
        written.append(before.view(), before.valueOffset(), valueLength);
    }

    private void grow(final int entries, final long added) {
        if (entries > 0 && size() >= capacity.maxEntries() || added > 0 && added > capacity.maxBytes() - bytes()) {
            throw new StoreFailure("the store outside the heap has " + size() + " entries and " + bytes()
                + " bytes, and was made for " + capacity.maxEntries() + " and " + capacity.maxBytes()
                + ", but the log has more: give this node the --store-entries and --store-bytes of the others", null);
        }
        count(entries, added);
    }

    @Override
    public byte[] key(final Entry entry) {
        return records.get(id(entry)).copyOfKey();
    }

    @Override
    public DirectBuffer value(final Entry entry) {
        final OffHeapRecord record = records.get(id(entry));
        view.wrap(record.view(), record.valueOffset(), record.valueLength());
        return view;
    }

    @Override
    public void remove(final Entry entry) {
        final int id = id(entry);
        count(-1, -KvBounds.entryBytes(entry.keyLength(), entry.valueLength()));
        expiries.set(id, Entry.NEVER);
        order.remove(entry.hash(), position(entry));
        records.remove(id);
        freeIds.set(freeCount++, id);
    }

    @Override
    public void expireAt(final Entry entry, final long at) {
        expiries.set(id(entry), at);
    }

    @Override
    public void removeExpired(final long now, final int budget) {
        for (int i = 0; i < budget; i++) {
            final int id = expiries.firstExpired(now);
            if (id < 0) {
                return;
            }
            final OffHeapRecord record = records.get(id);
            remove(new OffHeapEntry(hashes.of(record.view(), Integer.BYTES, record.keyLength()), id));
        }
    }

    @Override
    int countExpired(final long now) {
        return expiries.countExpired(now);
    }

    @Override
    public void clear() {
        records.clear();
        order.clear();
        expiries.clear();
        freeIds.clear();
        freeCount = 0;
        countNothing();
    }

    @Override
    public Entry first(final long cursor) {
        return entryAt(KeyHash.segment(cursor), order.position(cursor));
    }

    @Override
    public Entry next(final Entry entry) {
        return entryAt(KeyHash.segment(entry.hash()), position(entry) + 1);
    }

    /** The entry at a position of a segment, or else the first one of the segments after it. */
    private Entry entryAt(final int segment, final int position) {
        int s = segment;
        int p = position;
        while (s < KeyHash.SEGMENTS && p >= order.count(s)) {
            s++;
            p = 0;
        }
        return s == KeyHash.SEGMENTS ? null : new OffHeapEntry(order.hash(s, p), order.id(s, p));
    }

    private int position(final Entry entry) {
        final int segment = KeyHash.segment(entry.hash());
        int position = order.position(entry.hash());
        while (order.id(segment, position) != id(entry)) {
            position++;
        }
        return position;
    }

    /** Compares the key of an entry with a key, by length and then by bytes. */
    private int compare(final int id, final DirectBuffer buffer, final int offset, final int length) {
        final OffHeapRecord record = records.get(id);
        int difference = record.keyLength() - length;
        for (int i = 0; i < length && difference == 0; i++) {
            difference = (record.view().getByte(Integer.BYTES + i) & 0xff) - (buffer.getByte(offset + i) & 0xff);
        }
        return difference;
    }

    private static int id(final Entry entry) {
        return ((OffHeapEntry) entry).id;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            records.close();
        }
    }

    private final class OffHeapEntry implements Entry {
        private final long hash;
        private final int id;

        OffHeapEntry(final long hash, final int id) {
            this.hash = hash;
            this.id = id;
        }

        @Override
        public long hash() {
            return hash;
        }

        @Override
        public int keyLength() {
            return records.get(id).keyLength();
        }

        @Override
        public int valueLength() {
            return records.get(id).valueLength();
        }

        @Override
        public long expireAt() {
            return expiries.at(id);
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof OffHeapEntry entry && entry.id == id;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }
}
