package io.fleet.ec.node.snapshot;

import io.fleet.ec.node.member.MemberCapacity;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

/**
 * When another snapshot of this node is wanted for want of room for parts, though by its own room none is due: parts go
 * by what f + 1 members cover, the member that holds them among them (S13). So it is for this node when that has little
 * room, or for a member that has, and whose own snapshot covers more than this node's: before, a newer one here would
 * let go of nothing there. At once when it comes to be of use; again while it is, less and less often, since what a
 * member is short of may be what the state refers to.
 */
public final class SnapshotTrigger {
    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(15);

    private boolean isShort;
    private boolean hasWanted;
    private long lastNs;
    private long paceNs = LEAST_NS;

    /**
     * Whether a newer snapshot of this node may make room.
     *
     * @param rooms   what members have room for.
     * @param covered up to where the snapshot of each member covers everything.
     * @return whether this node or one that waits for it is short.
     */
    public static boolean isOfUse(final MemberCapacity rooms, final IntToLongFunction covered) {
        if (rooms.isShort(rooms.self())) {
            return true;
        }
        final long own = covered.applyAsLong(rooms.self());
        for (int member = 0; member < rooms.members(); member++) {
            if (rooms.isShort(member) && covered.applyAsLong(member) > own) {
                return true;
            }
        }
        return false;
    }

    /**
     * Looks whether one is wanted, once a duty cycle.
     *
     * @param isOfUse    whether it may make room for a member that has little.
     * @param hasApplied whether something was applied since this node's last snapshot.
     * @param nowNs      the clock.
     * @return whether one is wanted from now on.
     */
    public boolean wants(final boolean isOfUse, final boolean hasApplied, final long nowNs) {
        paceNs = isOfUse && isShort ? paceNs : LEAST_NS;
        isShort = isOfUse;
        if (!isShort || !hasApplied || hasWanted && nowNs - lastNs < paceNs) {
            return false;
        }
        hasWanted = true;
        lastNs = nowNs;
        paceNs = Math.min(2 * paceNs, MOST_NS);
        return true;
    }
}
