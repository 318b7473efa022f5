package io.fleet.bench.cluster.plan;

import io.fleet.bench.harness.NodesCost;
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
 * @param cost        what the interval cost the nodes besides.
 */
public record Measurement(Point point, String peer, int round, double rate, LoadResult result, long serverCpuNs,
                          long clientCpuNs, NodesCost cost) {
    private static final double A_UNIT = 100_000;

    /** Processor seconds of all processes for 100,000 operations; NaN when there was none. */
    public double cpuSeconds() {
        return result.completed() == 0 ? Double.NaN
            : (serverCpuNs + clientCpuNs) / 1e9 * A_UNIT / result.completed();
    }

    /** Bytes that were written to the disk for each acknowledged byte of values and node; NaN when not known. */
    public double diskBytes() {
        return cost.diskBytes(acknowledged());
    }

    /** Bytes that the processes of the mean node had written for each acknowledged byte; NaN when not known. */
    public double writtenBytes() {
        return cost.writtenBytes(acknowledged());
    }

    /** Bytes of values. */
    private double acknowledged() {
        return result.completed() * point.workload().putShare() * point.valueBytes();
    }

    /** Syncs of all logs for each operation; NaN when not known. */
    public double flushes() {
        return cost.flushes(result.completed());
    }

    /** System calls of all nodes for each operation; NaN when they were not counted. */
    public double systemCalls() {
        return cost.systemCalls(result.completed());
    }

    /** Calls of read and write of all nodes for each operation; NaN when not known. */
    public double calls() {
        return cost.calls(result.completed());
    }

    /** Voluntary context switches of all nodes for each operation; NaN when not known. */
    public double voluntary() {
        return cost.voluntary(result.completed());
    }

    /** Involuntary context switches of all nodes for each operation; NaN when not known. */
    public double involuntary() {
        return cost.involuntary(result.completed());
    }

    /** Throughput, latencies and processor time, and what snapshots there were, in words. */
    public String figures() {
        final String speed = String.format(Locale.ROOT, "%,.0f op/s, p50 %,.0f us, p99 %,.0f us", result.perSecond(),
            micros(50), micros(99));
        final String cpu = result.completed() == 0 ? ""
            : String.format(Locale.ROOT, ", %.2f CPU s/100k", cpuSeconds());
        return speed + cpu + (cost.isAwaited() ? String.format(Locale.ROOT,
            " in %.0f s, snapshots %s, files trimmed %s",
            result.tookNs() / 1e9, cost.snapshots(), cost.trimmedFiles()) : "");
    }

    public double micros(final double percentile) {
        return result.latencies().getValueAtPercentile(percentile) / 1e3;
    }
}
