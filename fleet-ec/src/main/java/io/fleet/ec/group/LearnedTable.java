package io.fleet.ec.group;

/** Up to which slot each member has durably learned all decisions (rule Q1). */
final class LearnedTable {
    private final long[] upTo;

    LearnedTable(final int members) {
        upTo = new long[members];
    }

    void put(final int member, final long slot) {
        upTo[member] = Math.max(upTo[member], slot);
    }

    /** The slot that so many members have come up to. */
    long reachedBy(final int members) {
        long reached = 0;
        for (final long slot : upTo) {
            if (slot > reached && count(slot) >= members) {
                reached = slot;
            }
        }
        return reached;
    }

    /** The member that has come furthest. */
    int furthest() {
        int best = 0;
        for (int member = 1; member < upTo.length; member++) {
            best = upTo[member] > upTo[best] ? member : best;
        }
        return best;
    }

    long of(final int member) {
        return upTo[member];
    }

    private int count(final long slot) {
        int count = 0;
        for (final long other : upTo) {
            count += other >= slot ? 1 : 0;
        }
        return count;
    }
}
