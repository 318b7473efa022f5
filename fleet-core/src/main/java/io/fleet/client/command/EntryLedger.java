package io.fleet.client.command;

import io.fleet.consensus.message.replication.OrderEntry;

/**
 * Remembers for the last {@link #CAPACITY} entries whom they were meant for and which commands they may hold, so that
 * a rejection can be told to the right commands, and who was asked to answer them. A rejection of an older entry is not
 * understood any more, which is safe: its commands then count as perhaps ordered.
 */
final class EntryLedger {
    static final int CAPACITY = 4096;

    private static final int MASK = CAPACITY - 1;

    private final long[] entries = new long[CAPACITY];
    private final long[] ballots = new long[CAPACITY];
    private final long[] lowest = new long[CAPACITY];
    private final long[] highest = new long[CAPACITY];
    private final int[] counts = new int[CAPACITY];
    private final int[] repliers = new int[CAPACITY];

    /** Begins an entry that holds no commands yet. */
    void begin(final long entry, final long ballot) {
        final int index = (int) entry & MASK;
        entries[index] = entry;
        ballots[index] = ballot;
        lowest[index] = Long.MAX_VALUE;
        highest[index] = 0;
        counts[index] = 0;
        repliers[index] = OrderEntry.NO_REPLIER;
    }

    /** Which node the group was asked to let answer an entry. */
    void asked(final long entry, final int replier) {
        repliers[(int) entry & MASK] = replier;
    }

    /** That node; none where the entry is not known, or was rejected. */
    int asked(final long entry) {
        final int index = (int) entry & MASK;
        return entries[index] == entry ? repliers[index] : OrderEntry.NO_REPLIER;
    }

    /** Whether an entry was rejected, as far as is remembered. */
    boolean isRejected(final long entry) {
        return entry > 0 && entries[(int) entry & MASK] == -entry;
    }

    /** Adds a command to an entry. */
    void add(final long entry, final long sequence) {
        final int index = (int) entry & MASK;
        lowest[index] = Math.min(lowest[index], sequence);
        highest[index] = Math.max(highest[index], sequence);
        counts[index]++;
    }

    /**
     * Strikes an entry out; returns false when it is not known, was meant for another ballot, or is struck out already.
     */
    boolean reject(final long entry, final long ballot) {
        final int index = (int) entry & MASK;
        if (entry < 1 || entries[index] != entry || ballots[index] != ballot) {
            return false;
        }
        entries[index] = -entry;
        return true;
    }

    long lowest(final long entry) {
        return lowest[(int) entry & MASK];
    }

    long highest(final long entry) {
        return highest[(int) entry & MASK];
    }

    int count(final long entry) {
        return counts[(int) entry & MASK];
    }
}
