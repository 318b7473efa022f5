package io.fleet.ec.consensus.proposal;

/**
 * Which slot this node takes for its next id: the one above all that were heard of. Two members that announce at the
 * same moment take the same one; who sees both announcements proposes that of the member whose turn it is.
 */
final class SlotPicker {
    private final int self;
    private final long activeNs;
    private final long[] announcedNs;
    private long everAnnounced;
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

    /** The slot for the next id of this node; 0 when it would be above the limit. */
    long pick(final long highest, final long limit, final long nowNs) {
        final long slot = Math.max(highestMeant, highest) + 1;
        if (slot > limit) {
            return 0;
        }
        announced(self, slot, nowNs);
        return slot;
    }

    /** Whether more than one member announces ids these days, so that two may be meant for one slot. */
    boolean isContended(final long nowNs) {
        int active = 0;
        for (int member = 0; member < announcedNs.length; member++) {
            if ((everAnnounced & 1L << member) != 0 && nowNs - announcedNs[member] < activeNs) {
                active++;
            }
        }
        return active > 1;
    }
}
