package io.fleet.examples.kv.store;

/**
 * How much may be in a store. The bounds that a command is judged by travel with it, see {@code KvBatch}, and what is
 * counted is what has not expired by log time, so that every replica takes or refuses the same commands, however its
 * own store is set and whatever of what has expired it has taken out.
 *
 * @param maxEntries keys, 1 or more.
 * @param maxBytes   what entries come to, {@link #entryBytes} of each, 1 or more.
 */
public record KvBounds(long maxEntries, long maxBytes) {
    /** What an entry counts beside its key and its value, in bytes: about what any store needs to keep it. */
    public static final int ENTRY_OVERHEAD_BYTES = 96;
    /** No bounds. */
    public static final KvBounds NONE = new KvBounds(Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * For stores on the heap: half of the largest heap, since what replicas have to do besides needs some too.
     *
     * @param stores how many there are in this process.
     * @return the bounds of each.
     */
    public static KvBounds ofHeap(final int stores) {
        return new KvBounds(Long.MAX_VALUE, Math.max(1, Runtime.getRuntime().maxMemory() / 2 / stores));
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException when one is below 1.
     */
    public KvBounds {
        if (maxEntries < 1 || maxBytes < 1) {
            throw new IllegalArgumentException("a store is bounded to " + maxEntries + " entries and " + maxBytes
                + " bytes, but each must be 1 or more");
        }
    }

    /**
     * What an entry counts.
     *
     * @param keyLength   in bytes.
     * @param valueLength in bytes.
     * @return bytes.
     */
    public static long entryBytes(final int keyLength, final int valueLength) {
        return (long) ENTRY_OVERHEAD_BYTES + keyLength + valueLength;
    }
}
