package io.fleet.node;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What a node has heard of the members of a group, for people who look after it. Written by the node's thread without
 * allocating; read by any.
 */
public final class GroupWatch {
    private final int[] members;
    private final AtomicLongArray applied;
    private final AtomicLongArray heardNs;
    private volatile boolean leaderHeard;

    GroupWatch(final int[] members) {
        this.members = members;
        applied = new AtomicLongArray(members.length);
        heardNs = new AtomicLongArray(members.length);
    }

    /** A member told how far it has applied. */
    void onApplied(final int node, final long lsn, final long nowNs) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == node) {
                applied.lazySet(i, lsn);
                heardNs.lazySet(i, nowNs == 0 ? 1 : nowNs);
            }
        }
    }

    void leaderHeard(final boolean isHeard) {
        if (leaderHeard != isHeard) {
            leaderHeard = isHeard;
        }
    }

    /**
     * Whether this node leads, or has heard a leader within its election timeout, as of the last millisecond or so.
     *
     * @return whether.
     */
    public boolean isLeaderHeard() {
        return leaderHeard;
    }

    /**
     * How far a member has applied, as it said last.
     *
     * @param index of the member.
     * @return the LSN; of no meaning when nothing was heard.
     */
    public long applied(final int index) {
        return applied.get(index);
    }

    /**
     * How long ago a member told that.
     *
     * @param index of the member.
     * @param nowNs the clock of the node's duty cycles.
     * @return nanoseconds; -1 when it has told nothing since this node started.
     */
    public long silentNs(final int index, final long nowNs) {
        final long heard = heardNs.get(index);
        return heard == 0 ? -1 : Math.max(0, nowNs - heard);
    }
}
