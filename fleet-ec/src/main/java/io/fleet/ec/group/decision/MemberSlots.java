package io.fleet.ec.group.decision;

/** Up to which slot each member has come: in what it has durably learned (rule Q1), or what its snapshot covers. */
public final class MemberSlots {
    static final int NONE = -1;

    private final long[] upTo;

    public MemberSlots(final int members) {
        upTo = new long[members];
    }

    public void put(final int member, final long slot) {
        upTo[member] = Math.max(upTo[member], slot);
    }

    /** The slot that so many members have come up to. */
    public long reachedBy(final int members) {
        long reached = 0;
        for (final long slot : upTo) {
            if (slot > reached && count(slot) >= members) {
                reached = slot;
            }
        }
        return reached;
    }

    /** The next member in turn that is ahead of a slot: one that does not answer keeps nobody from asking others. */
    int nextAhead(final int after, final long slot) {
        for (int i = 1; i <= upTo.length; i++) {
            final int member = (after + i) % upTo.length;
            if (upTo[member] > slot) {
                return member;
            }
        }
        return NONE;
    }

    public long of(final int member) {
        return upTo[member];
    }

    public void forget(final int member) {
        upTo[member] = 0;
    }

    /** How many members have come up to a slot. */
    int count(final long slot) {
        int count = 0;
        for (final long other : upTo) {
            count += other >= slot ? 1 : 0;
        }
        return count;
    }
}
