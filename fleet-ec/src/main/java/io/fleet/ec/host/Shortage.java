package io.fleet.ec.host;

import io.fleet.protocol.Every;
import java.util.concurrent.TimeUnit;

/**
 * When another snapshot of this node is wanted because a member has little room for parts, though by its own room none
 * is due: that member may have less of it than this one, and gets room only by what f + 1 members cover (S13). When it
 * comes to be short, at once; as long as it is, now and then, since what it is short of may be what the state refers
 * to.
 */
final class Shortage {
    /** As long as there is little room, whatever was applied is worth a snapshot so often. */
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(15);
    /** So often it is when somebody comes to be short, once more. */
    private static final long ANEW_NS = TimeUnit.SECONDS.toNanos(1);

    private final Every againTime = new Every(AGAIN_NS);
    private final Every anewTime = new Every(ANEW_NS);
    private boolean isShort;
    private boolean isAnew;

    /**
     * Looks whether one is wanted, once a duty cycle.
     *
     * @param isAnyShort whether any member has little room.
     * @param hasApplied whether something was applied since this node's last snapshot.
     * @param nowNs      the clock.
     * @return whether one is wanted from now on.
     */
    boolean wants(final boolean isAnyShort, final boolean hasApplied, final long nowNs) {
        isAnew = isAnyShort && (isAnew || !isShort);
        isShort = isAnyShort;
        if (!isShort || !hasApplied) {
            return false;
        }
        final boolean isWantedAnew = isAnew && anewTime.isDue(nowNs);
        isAnew &= !isWantedAnew;
        return againTime.isDue(nowNs) || isWantedAnew;
    }
}
