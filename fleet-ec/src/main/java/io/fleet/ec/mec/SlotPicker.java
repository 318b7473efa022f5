package io.fleet.ec.mec;

/**
 * Which slot this node takes for its next id. The members that have announced something lately share the slots in turn,
 * by their positions; one that is alone takes every slot. Views that differ for a moment cost slots, never agreement.
 */
final class SlotPicker {
    private final int self;
    private final long activeNs;
    private final long[] announcedNs;
    private long everAnnounced;
    private long last;
    private long highestMeant;

    SlotPicker(final int self, final int members, final long activeNs) {
        this.self = self;
        this.activeNs = activeNs;
        announcedNs = new long[members];
    }

    void announced(final int member, final long slot, final long nowNs) {
        everAnnounced |= 1L << member;
        announcedNs[member] = nowNs;
        highestMeant = Math.max(highestMeant, slot);
    }

    /** The highest slot that any id was meant for. */
    long highestMeant() {
        return highestMeant;
    }

    /** The slot for the next id; 0 when the window has none now. */
    long pick(final WeakMec mec, final Candidates candidates, final long nowNs) {
        final int sharers = sharers(nowNs);
        final int rank = rank(nowNs);
        final long highest = Math.max(highestMeant, mec.highest());
        long slot = Math.max(Math.max(last, mec.settled()), highest - (sharers - 1)) + 1;
        while (slot % sharers != rank || isTaken(mec, candidates, slot)) {
            if (++slot > mec.limit()) {
                return 0;
            }
        }
        if (slot > mec.limit()) {
            return 0;
        }
        last = slot;
        announced(self, slot, nowNs);
        return slot;
    }

    /** Whether a slot is this node's turn, and has been passed by. */
    boolean isPassed(final long slot, final long highest, final long nowNs) {
        final int sharers = sharers(nowNs);
        return isSharing(self, nowNs) && sharers > 1 && slot % sharers == rank(nowNs)
            && slot <= Math.max(last, highest - sharers);
    }

    private static boolean isTaken(final WeakMec mec, final Candidates candidates, final long slot) {
        return candidates.meantFor(slot) != null || slot <= mec.limit() && !mec.isUnproposed(slot);
    }

    private int sharers(final long nowNs) {
        int count = 0;
        for (int member = 0; member < announcedNs.length; member++) {
            count += member == self || isSharing(member, nowNs) ? 1 : 0;
        }
        return count;
    }

    private int rank(final long nowNs) {
        int rank = 0;
        for (int member = 0; member < self; member++) {
            rank += isSharing(member, nowNs) ? 1 : 0;
        }
        return rank;
    }

    private boolean isSharing(final int member, final long nowNs) {
        return (everAnnounced & 1L << member) != 0 && nowNs - announcedNs[member] < activeNs;
    }
}
