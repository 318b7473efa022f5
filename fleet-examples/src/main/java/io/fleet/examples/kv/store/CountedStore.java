package io.fleet.examples.kv.store;

/** What every store counts. */
abstract class CountedStore implements KvStore {
    private int size;
    private long bytes;

    /** Entries and bytes come in, or go. */
    final void count(final int entries, final long added) {
        size += entries;
        bytes += added;
    }

    final void countNothing() {
        size = 0;
        bytes = 0;
    }

    /** How many of the entries that are in have expired. */
    abstract int countExpired(long now);

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final long bytes() {
        return bytes;
    }

    @Override
    public final int liveSize(final long now) {
        return size - countExpired(now);
    }
}
