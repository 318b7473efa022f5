package io.fleet.ec.host;

import java.util.concurrent.TimeUnit;

/**
 * When another snapshot of this node is wanted because a member has little room for parts, though by its own room none
 * is due: that member may have less of it than this one, and gets room only by what f + 1 members cover (S13). At once
 * when it comes to be short; again while it is, less and less often, since what it is short of may be what the state
 * refers to.
 */
final class Shortage {
    private static final long LEAST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(15);

    private boolean isShort;
    private boolean hasWanted;
    private long lastNs;
    private long paceNs = LEAST_NS;

    /**
     * Looks whether one is wanted, once a duty cycle.
     *
     * @param isAnyShort whether any member has little room.
     * @param hasApplied whether something was applied since this node's last snapshot.
     * @param nowNs      the clock.
     * @return whether one is wanted from now on.
     */
    boolean wants(final boolean isAnyShort, final boolean hasApplied, final long nowNs) {
        paceNs = isAnyShort && isShort ? paceNs : LEAST_NS;
        isShort = isAnyShort;
        if (!isShort || !hasApplied || hasWanted && nowNs - lastNs < paceNs) {
            return false;
        }
        hasWanted = true;
        lastNs = nowNs;
        paceNs = Math.min(2 * paceNs, MOST_NS);
        return true;
    }
}
