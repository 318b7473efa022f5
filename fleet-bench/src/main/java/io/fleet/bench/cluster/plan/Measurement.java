package io.fleet.bench.cluster.plan;

import io.fleet.bench.load.LoadResult;
import java.util.Locale;

/**
 * One point, measured once with one peer.
 *
 * @param point       the load.
 * @param peer        the contender's name.
 * @param round       from 1.
 * @param rate        of the open loop, as it was; 0 for the closed loop.
 * @param result      what the client saw.
 * @param serverCpuNs processor time of all server processes in the interval.
 * @param clientCpuNs processor time of the client's process in the interval.
 */
public record Measurement(Point point, String peer, int round, double rate, LoadResult result, long serverCpuNs,
                          long clientCpuNs) {
    private static final double A_UNIT = 100_000;

    /** Processor seconds of all processes for 100,000 operations; NaN when there was none. */
    public double cpuSeconds() {
        return result.completed() == 0 ? Double.NaN
            : (serverCpuNs + clientCpuNs) / 1e9 * A_UNIT / result.completed();
    }

    /** Throughput, latencies and processor time, in words. */
    public String figures() {
        return String.format(Locale.ROOT, "%,.0f op/s, p50 %,.0f us, p99 %,.0f us", result.perSecond(), micros(50),
            micros(99)) + (result.completed() == 0 ? ""
                : String.format(Locale.ROOT, ", %.2f CPU s/100k", cpuSeconds()));
    }

    public double micros(final double percentile) {
        return result.latencies().getValueAtPercentile(percentile) / 1e3;
    }
}
