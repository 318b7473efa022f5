package io.fleet.examples.kv.store;

import java.util.logging.Level;
import java.util.logging.Logger;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * Records by id in a Chronicle Map without a file: anonymous memory that goes with the process. The map is made by the
 * same parameters whatever is put into it, and with room to spare, but how much it takes in the end depends on the
 * order of what was put in and taken out; so nothing is decided by it. Where it takes no more, the node stops.
 *
 * <p>One thread reads and writes, so what was read may be looked at until something is put in or taken out.
 */
final class OffHeapRecords implements AutoCloseable {
    /** A tier of a segment has at least so many bytes, several times the largest record. */
    private static final long TIER_BYTES = 32L * 1024 * 1024;
    private static final long MIN_CHUNK_BYTES = 64;
    private static final long MAX_CHUNK_BYTES = 1024;
    private static final int MIN_ENTRIES = 1024;
    /** How much memory the map may take in the end, in multiples of what it begins with; taken when it is needed. */
    private static final double MAX_BLOAT = 10;
    /** Asks for a flag that no Java since 17 has; what it is about is not used here. Held, or its level were lost. */
    private static final Logger CLEANER =
        Logger.getLogger("net.openhft.chronicle.core.internal.cleaner.ReflectionBasedByteBufferCleanerService");

    private final ChronicleMap<Integer, OffHeapRecord> map;
    private final KvBounds capacity;
    private final OffHeapRecord read = new OffHeapRecord();
    private int readId = -1;

    OffHeapRecords(final KvBounds capacity) {
        this.capacity = capacity;
        CLEANER.setLevel(Level.OFF);
        final long room = capacity.maxBytes() + capacity.maxBytes() / 4;
        final long average = capacity.maxBytes() / capacity.maxEntries();
        final long chunk = Math.max(MIN_CHUNK_BYTES,
            Math.min(MAX_CHUNK_BYTES, Long.highestOneBit(average / 8 + 1)));
        final long segments = Math.max(1, Long.highestOneBit(room / TIER_BYTES));
        final long chunks = Math.max(TIER_BYTES, room / segments) / chunk;
        final long entries = Math.max(MIN_ENTRIES, capacity.maxEntries() / segments * 5 / 4);
        final ChronicleMapBuilder<Integer, OffHeapRecord> builder = builder()
            .actualSegments(Math.toIntExact(segments))
            .entriesPerSegment(Math.min(entries, chunks))
            .actualChunkSize(Math.toIntExact(chunk))
            .actualChunksPerSegmentTier(chunks);
        try {
            map = builder.create();
        } catch (final OutOfMemoryError e) {
            throw new IllegalStateException("the system does not reserve the " + room + " bytes outside the heap that "
                + "--store-bytes " + capacity.maxBytes() + " asks for: give less", e);
        }
    }

    private static ChronicleMapBuilder<Integer, OffHeapRecord> builder() {
        final OffHeapRecordCodec codec = new OffHeapRecordCodec();
        return ChronicleMapBuilder.of(Integer.class, OffHeapRecord.class)
            .valueMarshallers(codec, codec)
            .maxBloatFactor(MAX_BLOAT)
            .putReturnsNull(true)
            .removeReturnsNull(true);
    }

    /**
     * Keeps a record, in the place of what was there.
     *
     * @param id     of the entry.
     * @param record put together.
     */
    void put(final int id, final OffHeapRecord record) {
        readId = -1;
        try {
            map.put(id, record);
        } catch (final RuntimeException e) {
            throw new StoreFailure("the store outside the heap does not take a record of " + record.length()
                + " bytes beside " + map.size() + " others, though it was made for " + capacity.maxEntries()
                + " entries and " + capacity.maxBytes() + " bytes: start again, which fills it without gaps, or give "
                + "it more by --store-bytes", e);
        }
    }

    /**
     * Looks at a record.
     *
     * @param id of an entry that is in.
     * @return a view of it, until something is put in or taken out, or another one is looked at.
     */
    OffHeapRecord get(final int id) {
        if (readId != id) {
            if (map.getUsing(id, read) == null) {
                throw new StoreFailure("the store outside the heap has lost record " + id, null);
            }
            readId = id;
        }
        return read;
    }

    void remove(final int id) {
        readId = -1;
        map.remove(id);
    }

    void clear() {
        readId = -1;
        map.clear();
    }

    @Override
    public void close() {
        readId = -1;
        map.close();
    }
}
