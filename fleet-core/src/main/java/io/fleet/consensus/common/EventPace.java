package io.fleet.consensus.common;

/**
 * How quickly events of one kind follow each other, smoothed: how long it is worth while to wait for the next, so that
 * something can be told along with it. One thread.
 */
public final class EventPace {
    private static final int SMOOTHING = 8;

    private final long leastNs;
    private final long longestNs;
    private long gapNs;
    private long lastNs;
    private boolean started;

    /**
     * No event has been seen.
     *
     * @param leastNs   how long the next one is waited for where none is expected soon.
     * @param longestNs the longest that it is waited for.
     */
    public EventPace(final long leastNs, final long longestNs) {
        this.leastNs = leastNs;
        this.longestNs = longestNs;
        gapNs = longestNs;
    }

    /**
     * An event.
     *
     * @param nowNs when.
     */
    public void onEvent(final long nowNs) {
        final long gap = started ? Math.min(longestNs, nowNs - lastNs) : longestNs;
        gapNs += (gap - gapNs) / SMOOTHING;
        lastNs = nowNs;
        started = true;
    }

    /**
     * How long to wait for the next: for twice as long as from one to the next, if that is not too long.
     *
     * @return nanoseconds.
     */
    public long patienceNs() {
        return 2 * gapNs > longestNs ? leastNs : Math.max(leastNs, 2 * gapNs);
    }
}
