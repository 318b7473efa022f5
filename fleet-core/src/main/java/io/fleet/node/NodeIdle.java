package io.fleet.node;

/**
 * How long a node's thread rests when a cycle found nothing to do: yields while work was seen a moment ago, then parks
 * briefly, and longer when nothing has happened for a while. Suits machines with few cores, where a spinning thread
 * takes the processor from those that have work.
 */
final class NodeIdle {
    /** {@link #after}: yield. */
    static final long YIELD = -1;
    private static final long YIELD_NS = 20_000;
    private static final long BUSY_NS = 1_000_000_000L;
    private static final long SHORT_PARK_NS = 50_000;
    private static final long LONG_PARK_NS = 1_000_000;

    private long lastWorkNs;
    private boolean started;

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
        return quietNs < BUSY_NS ? SHORT_PARK_NS : LONG_PARK_NS;
    }
}
