package io.fleet.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arrays of hash tables of answers, in powers of two, used again instead of left to the garbage collector. Tables
 * that are wider than they need be count as ones that wait to be used again, up to {@link #MAX_LENT} bytes.
 */
final class PlacesPool {
    static final int FIRST_CAPACITY = 8;
    /** The most that tables take that are wider than they need be, in bytes of heap: {@value}. */
    static final long MAX_LENT = 1024 * 1024;
    private static final int ARRAY_HEADER = 16;

    private final List<ArrayDeque<Places>> free = new ArrayList<>();
    private final long maxIdleBytes;
    private long idleBytes;
    private long lentBytes;

    /** The places of one table, as many as a power of two. */
    static final class Places {
        /** 0 where there is nothing: sequences are from 1. */
        final long[] sequences;
        final byte[] statuses;
        final int[] lengths;
        final byte[][] replies;

        private Places(final int capacity) {
            sequences = new long[capacity];
            statuses = new byte[capacity];
            lengths = new int[capacity];
            replies = new byte[capacity][];
        }

        int capacity() {
            return sequences.length;
        }

        /** What the arrays take, in bytes of heap, without compressed references. */
        long bytes() {
            return 4L * ARRAY_HEADER + (long) sequences.length * (Long.BYTES + Byte.BYTES + Integer.BYTES + Long.BYTES);
        }
    }

    PlacesPool(final long maxIdleBytes) {
        this.maxIdleBytes = maxIdleBytes;
    }

    long idleBytes() {
        return idleBytes;
    }

    /** What tables take that are wider than they need be. */
    long lentBytes() {
        return lentBytes;
    }

    /** Whether a table may stay as wide as it is; to be {@link #returned} then. */
    boolean lends(final Places places) {
        final boolean isLent = lentBytes + places.bytes() <= MAX_LENT
            && idleBytes + lentBytes + places.bytes() <= maxIdleBytes;
        lentBytes += isLent ? places.bytes() : 0;
        return isLent;
    }

    /** A table that was lent needs its width, or goes. */
    void returned(final Places places) {
        lentBytes -= places.bytes();
    }

    /** Empty ones; the first ones are always new. */
    Places take(final int capacity) {
        final int sizeClass = Integer.numberOfTrailingZeros(capacity);
        final Places pooled = sizeClass < free.size() ? free.get(sizeClass).pollLast() : null;
        if (pooled == null) {
            return new Places(capacity);
        }
        idleBytes -= pooled.bytes();
        return pooled;
    }

    /** Takes some back, and empties them. */
    void give(final Places places) {
        if (idleBytes + lentBytes + places.bytes() > maxIdleBytes) {
            return;
        }
        Arrays.fill(places.sequences, 0);
        Arrays.fill(places.replies, null);
        final int sizeClass = Integer.numberOfTrailingZeros(places.capacity());
        while (free.size() <= sizeClass) {
            free.add(new ArrayDeque<>());
        }
        free.get(sizeClass).addLast(places);
        idleBytes += places.bytes();
    }
}
