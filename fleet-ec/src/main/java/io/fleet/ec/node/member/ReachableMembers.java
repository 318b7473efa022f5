package io.fleet.ec.node.member;

/** Which members this node has heard lately. */
public final class ReachableMembers {
    private final int enough;
    private final long silentAfterNs;
    private final long[] heardNs;
    private final boolean[] isHeard;

    /** Nobody was heard yet; who says nothing for {@code silentAfterNs} is not heard any more. */
    public ReachableMembers(final int members, final int enough, final long silentAfterNs) {
        this.enough = enough;
        this.silentAfterNs = silentAfterNs;
        heardNs = new long[members];
        isHeard = new boolean[members];
    }

    /** Another member has said something. */
    public void hear(final int member, final long nowNs) {
        heardNs[member] = nowNs;
        isHeard[member] = true;
    }

    public boolean isHeard(final int member, final long nowNs) {
        return isHeard[member] && nowNs - heardNs[member] < silentAfterNs;
    }

    /** Whether so many members are heard, this one counted, that entries can be ordered. */
    public boolean areEnough(final long nowNs) {
        int heard = 1;
        for (int member = 0; member < heardNs.length; member++) {
            heard += isHeard(member, nowNs) ? 1 : 0;
        }
        return heard >= enough;
    }
}
