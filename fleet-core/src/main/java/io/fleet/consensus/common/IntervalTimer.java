package io.fleet.consensus.common;

/**
 * Says once an interval that it is time; for the first time at once. Makes nothing of where the clock begins:
 * nanosecond clocks may start anywhere, below zero too.
 */
public final class IntervalTimer {
    private final long intervalNs;
    private long nextNs;
    private boolean started;

    /**
     * Creates one that is due at once.
     *
     * @param intervalNs the interval in nanoseconds.
     */
    public IntervalTimer(final long intervalNs) {
        this.intervalNs = intervalNs;
    }

    /**
     * Whether the interval has passed since this last was true.
     *
     * @param nowNs the clock.
     * @return whether it is time.
     */
    public boolean isDue(final long nowNs) {
        return isDue(nowNs, intervalNs);
    }

    /**
     * Whether it is time; if so, it is again after a pause of another length.
     *
     * @param nowNs   the clock.
     * @param pauseNs in nanoseconds.
     * @return whether it is time.
     */
    public boolean isDue(final long nowNs, final long pauseNs) {
        if (started && nowNs - nextNs < 0) {
            return false;
        }
        started = true;
        nextNs = nowNs + pauseNs;
        return true;
    }
}
