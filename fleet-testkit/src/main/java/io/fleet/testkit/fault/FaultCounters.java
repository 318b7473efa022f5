package io.fleet.testkit.fault;

import java.util.Arrays;

/** How many faults of each kind were brought about. */
public final class FaultCounters {
    private final long[] counts = new long[FaultKind.values().length];

    /** Creates counters at 0. */
    public FaultCounters() {
    }

    /**
     * Counts one.
     *
     * @param kind of which kind.
     */
    public void increment(final FaultKind kind) {
        counts[kind.ordinal()]++;
    }

    /**
     * Counts several.
     *
     * @param kind  of which kind.
     * @param count how many.
     */
    public void add(final FaultKind kind, final long count) {
        counts[kind.ordinal()] += count;
    }

    /**
     * Adds what others counted.
     *
     * @param other the others.
     */
    public void add(final FaultCounters other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /**
     * How many of one kind.
     *
     * @param kind which.
     * @return the number.
     */
    public long count(final FaultKind kind) {
        return counts[kind.ordinal()];
    }

    /** How many in all. */
    public long total() {
        return Arrays.stream(counts).sum();
    }

    /** How many kinds occurred. */
    public int kinds() {
        return (int) Arrays.stream(counts).filter(count -> count > 0).count();
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (final FaultKind kind : FaultKind.values()) {
            if (count(kind) > 0) {
                text.append(text.length() == 0 ? "" : ", ").append(kind).append(' ').append(count(kind));
            }
        }
        return text.toString();
    }
}
