package io.fleet.examples.kv.store;

import java.util.Arrays;

/**
 * Ids in the order of hashes: for each segment a sorted array of hashes, and beside it the ids. Two arrays of numbers
 * for some thousand ids each, which the collector has nothing to do with; putting one in moves the part behind it.
 */
final class HashOrder {
    private static final int MIN_CAPACITY = 8;

    private final long[][] hashes = new long[KeyHash.SEGMENTS][];
    private final int[][] ids = new int[KeyHash.SEGMENTS][];
    private final int[] counts = new int[KeyHash.SEGMENTS];

    /**
     * Where in its segment a hash is, or would be.
     *
     * @param hash 1 or more.
     * @return the position of the first id whose hash is not below it.
     */
    int position(final long hash) {
        final int segment = KeyHash.segment(hash);
        final long[] sorted = hashes[segment];
        int from = 0;
        int to = counts[segment];
        while (from < to) {
            final int middle = (from + to) >>> 1;
            if (sorted[middle] < hash) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    int count(final int segment) {
        return counts[segment];
    }

    long hash(final int segment, final int position) {
        return hashes[segment][position];
    }

    int id(final int segment, final int position) {
        return ids[segment][position];
    }

    /**
     * Whether there is an id at a position and its hash is a certain one.
     *
     * @param hash     1 or more.
     * @param position in its segment.
     * @return whether it is.
     */
    boolean isAt(final long hash, final int position) {
        final int segment = KeyHash.segment(hash);
        return position < counts[segment] && hashes[segment][position] == hash;
    }

    void insert(final long hash, final int position, final int id) {
        final int segment = KeyHash.segment(hash);
        final int count = counts[segment]++;
        if (hashes[segment] == null) {
            resize(segment, MIN_CAPACITY);
        } else if (count == hashes[segment].length) {
            resize(segment, count + (count >> 1));
        }
        System.arraycopy(hashes[segment], position, hashes[segment], position + 1, count - position);
        System.arraycopy(ids[segment], position, ids[segment], position + 1, count - position);
        hashes[segment][position] = hash;
        ids[segment][position] = id;
    }

    void remove(final long hash, final int position) {
        final int segment = KeyHash.segment(hash);
        final int count = --counts[segment];
        System.arraycopy(hashes[segment], position + 1, hashes[segment], position, count - position);
        System.arraycopy(ids[segment], position + 1, ids[segment], position, count - position);
        if (count > MIN_CAPACITY && count < hashes[segment].length / 4) {
            resize(segment, count * 2);
        } else if (count == 0) {
            hashes[segment] = null;
            ids[segment] = null;
        }
    }

    private void resize(final int segment, final int capacity) {
        final boolean none = hashes[segment] == null;
        hashes[segment] = none ? new long[capacity] : Arrays.copyOf(hashes[segment], capacity);
        ids[segment] = none ? new int[capacity] : Arrays.copyOf(ids[segment], capacity);
    }

    /** All ids, in their order. */
    int[] ids() {
        int total = 0;
        for (final int count : counts) {
            total += count;
        }
        final int[] all = new int[total];
        int done = 0;
        for (int segment = 0; segment < counts.length; segment++) {
            if (counts[segment] > 0) {
                System.arraycopy(ids[segment], 0, all, done, counts[segment]);
                done += counts[segment];
            }
        }
        return all;
    }

    void clear() {
        Arrays.fill(hashes, null);
        Arrays.fill(ids, null);
        Arrays.fill(counts, 0);
    }
}
