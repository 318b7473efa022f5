package io.fleet.examples.kv.store;

/** Where a machine keeps its keys and values. All kinds behave alike. */
public enum StoreKind {
    /** Objects of the heap. */
    HEAP(KvBounds.NONE) {
        @Override
        public KvStore open(final KvBounds capacity) {
            return new HeapStore();
        }
    },
    /** Memory that the collector does not know. The library that keeps it is loaded for this kind only. */
    OFFHEAP(new KvBounds(4L << 20, 4L << 30)) {
        @Override
        public KvStore open(final KvBounds capacity) {
            return new OffHeapStore(capacity);
        }
    },
    /**
     * Objects of the heap for keys and short values; longer values are payloads, which the machine does not look into:
     * in a coded group, no node needs one to take a write.
     */
    PAYLOADS(KvBounds.NONE) {
        @Override
        public KvStore open(final KvBounds capacity) {
            return new PayloadStore();
        }
    },
    /**
     * Objects of the heap, of a machine that prepares commands before they are chosen: {@code SpeculativeKvMachine}
     * has a store of its own. Of any other machine it is {@link #HEAP}.
     */
    SPECULATIVE(KvBounds.NONE) {
        @Override
        public KvStore open(final KvBounds capacity) {
            return new HeapStore();
        }
    },
    /** As {@link #SPECULATIVE}, but the leader does the work, and the other nodes insert what came of it. */
    SHIPPING(KvBounds.NONE) {
        @Override
        public KvStore open(final KvBounds capacity) {
            return new HeapStore();
        }
    };

    /** The most entries that a store can be bounded to: {@value}. */
    public static final long MAX_ENTRIES = 1L << 30;
    /** The most bytes that a store can be bounded to: {@value}. */
    public static final long MAX_BYTES = 1L << 40;

    private final KvBounds bounds;

    StoreKind(final KvBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * The bounds where none are given.
     *
     * @return those of this kind.
     */
    public KvBounds bounds() {
        return bounds;
    }

    /**
     * Whether half of the heap is what such a store is bounded to, where nothing is said.
     *
     * @return true where all values are on the heap.
     */
    public boolean isBoundedByHeap() {
        return this == HEAP || speculates();
    }

    /**
     * Whether commands are prepared before they are chosen.
     *
     * @return true where the machine speculates.
     */
    public boolean speculates() {
        return this == SPECULATIVE || this == SHIPPING;
    }

    /**
     * Opens a store without entries.
     *
     * @param capacity what it must be able to hold; a store on the heap holds what the heap does.
     * @return owned by the caller.
     */
    public abstract KvStore open(KvBounds capacity);
}
