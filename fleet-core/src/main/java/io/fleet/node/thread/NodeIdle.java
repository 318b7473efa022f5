package io.fleet.node.thread;

/**
 * How long a node's thread rests when a cycle found nothing to do. Where arrivals end a rest it begins at once and may
 * be long: yielding first was measured to help nobody on few cores. Where they do not, the thread yields while work was
 * seen a moment ago, then parks briefly. Either way it rests longer when nothing has happened for a while: for some
 * milliseconds where arrivals end a rest, for a second where each rest may delay one.
 */
final class NodeIdle {
    /** {@link #after}: yield. */
    static final long YIELD = -1;
    private static final long YIELD_NS = 20_000;
    private static final long WOKEN_SHORT_NS = 1_000_000;
    private static final long WOKEN_LONG_NS = 4_000_000;
    /** Longer than anything that is put off for a moment: acknowledgements, what is chosen, entries that fill up. */
    private static final long WOKEN_BUSY_NS = 10_000_000;
    private static final long POLLED_SHORT_NS = 50_000;
    private static final long POLLED_LONG_NS = 1_000_000;
    private static final long POLLED_BUSY_NS = 1_000_000_000;

    private final long yieldNs;
    private final long busyNs;
    private final long shortNs;
    private final long longNs;
    private long lastWorkNs;
    private boolean started;

    /**
     * Starts.
     *
     * @param woken whether all that brings work ends a rest.
     */
    NodeIdle(final boolean woken) {
        yieldNs = woken ? 0 : YIELD_NS;
        busyNs = woken ? WOKEN_BUSY_NS : POLLED_BUSY_NS;
        shortNs = woken ? WOKEN_SHORT_NS : POLLED_SHORT_NS;
        longNs = woken ? WOKEN_LONG_NS : POLLED_LONG_NS;
    }

    /** What to do after a cycle: 0 go on, {@link #YIELD}, or nanoseconds to rest. */
    long after(final int work, final long nowNs) {
        if (work > 0 || !started) {
            started = true;
            lastWorkNs = nowNs;
            return 0;
        }
        final long quietNs = nowNs - lastWorkNs;
        if (quietNs < yieldNs) {
            return YIELD;
        }
        return quietNs < busyNs ? shortNs : longNs;
    }
}
