package io.fleet.node.identity;

import io.fleet.config.LeaseConfig;
import java.util.concurrent.TimeUnit;

/**
 * Notices that a machine stood still with its monotonic clock, by its wall clock: a suspended, migrated or restored
 * virtual machine goes on as if no time had passed, and what it counts on for a time by that clock, it counts on for
 * too long. A wall clock that is stepped forward looks the same, and one that is stepped back in that moment hides it.
 * Pure.
 */
public final class ClockStepDetector {
    /** Both clocks are read within a cycle, and the wall clock shows whole milliseconds. Leases count on it. */
    private static final long MARGIN_NS = TimeUnit.MILLISECONDS.toNanos(LeaseConfig.UNSEEN_MILLIS);
    /** Small gaps add up for so long; {@link LeaseConfig#countedNs()} goes by seconds. */
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    private boolean isAnchored;
    private boolean isSuspected;
    private long anchorNs;
    private long anchorMillis;
    private long confirmedNs;

    /**
     * Compares the clocks at the beginning of a duty cycle.
     *
     * @param nowNs       the monotonic clock; read first.
     * @param epochMillis the wall clock.
     * @return whether the wall clock has advanced more than the other since the cycle before, or may have: the thread
     * may have waited between the two readings, which the next cycle tells.
     */
    public boolean outran(final long nowNs, final long epochMillis) {
        confirmedNs = 0;
        final long outrunNs = TimeUnit.MILLISECONDS.toNanos(epochMillis - anchorMillis) - (nowNs - anchorNs);
        if (isAnchored && outrunNs > MARGIN_NS) {
            if (isSuspected) {
                confirmedNs = outrunNs;
                anchor(nowNs, epochMillis);
            } else {
                isSuspected = true;
            }
            return true;
        }
        isSuspected = false;
        if (!isAnchored || outrunNs < 0 || nowNs - anchorNs >= WINDOW_NS) {
            anchor(nowNs, epochMillis);
        }
        return false;
    }

    /** By how much the wall clock outran the other, where the cycle that was checked last is sure; 0 otherwise. */
    public long confirmedNs() {
        return confirmedNs;
    }

    private void anchor(final long nowNs, final long epochMillis) {
        isAnchored = true;
        isSuspected = false;
        anchorNs = nowNs;
        anchorMillis = epochMillis;
    }
}
