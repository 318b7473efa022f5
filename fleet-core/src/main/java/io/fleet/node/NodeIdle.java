package io.fleet.node;

/**
 * How long a node's thread rests when a cycle found nothing to do: yields while work was seen a moment ago, then parks
 * briefly, and longer when nothing has happened for a while. Suits machines with few cores, where a spinning thread
 * takes the processor from those that have work.
 */
final class NodeIdle {
    /** {@link #after}: yield. */
    static final long YIELD = -1;
    private static final long YIELD_NS = Long.getLong("fleet.yield", 20_000);
    private static final long BUSY_NS = 1_000_000_000L;
    private static final long WOKEN_SHORT_NS = 1_000_000;
    private static final long WOKEN_LONG_NS = 4_000_000;
    private static final long POLLED_SHORT_NS = 50_000;
    private static final long POLLED_LONG_NS = 1_000_000;

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
        shortNs = woken ? WOKEN_SHORT_NS : POLLED_SHORT_NS;
        longNs = woken ? WOKEN_LONG_NS : POLLED_LONG_NS;
    }

    /** What to do after a cycle: 0 go on, {@link #YIELD}, or nanoseconds to park. */
    long after(final int work, final long nowNs) {
        if (work > 0 || !started) {
            started = true;
            lastWorkNs = nowNs;
            return 0;
        }
        final long quietNs = nowNs - lastWorkNs;
        if (quietNs < YIELD_NS) {
            return YIELD;
        }
        return quietNs < BUSY_NS ? shortNs : longNs;
    }
}
