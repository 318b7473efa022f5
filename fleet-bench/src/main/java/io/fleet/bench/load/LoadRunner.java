package io.fleet.bench.load;

import java.util.function.LongSupplier;

/**
 * Measurements with one client, one after the other. Stands between the client and the measurement that goes on, so
 * that the client has one place to tell outcomes to.
 */
public final class LoadRunner implements Outcomes {
    private final LongSupplier clock;
    private volatile Load current;
    private int runs;

    /**
     * Creates a runner.
     *
     * @param clock of nanoseconds; read by any thread.
     */
    public LoadRunner(final LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Does one measurement, on the calling thread.
     *
     * @param spec     what to do.
     * @param client   who does it; tells its outcomes to this object.
     * @param interval is told where the interval begins and ends.
     * @return what it gave.
     */
    public LoadResult run(final LoadSpec spec, final PeerClient client, final Interval interval) {
        runs++;
        final Load load = spec.isOpen() ? new OpenLoop(spec, client, clock, runs)
            : new ClosedLoop(spec, client, clock, runs);
        current = load;
        return load.run(interval);
    }

    @Override
    public void onReply(final long correlation, final int valueLength) {
        final Load load = current;
        if (load != null) {
            load.onReply(correlation, valueLength);
        }
    }

    @Override
    public void onFailure(final long correlation, final String reason) {
        final Load load = current;
        if (load != null) {
            load.onFailure(correlation, reason);
        }
    }
}
