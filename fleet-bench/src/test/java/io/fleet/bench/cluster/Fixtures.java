package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.plan.Point;
import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.harness.NodesCost;
import io.fleet.bench.harness.ProcessCost;
import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Options and measurements for tests of what is made of them. */
public final class Fixtures {
    public static final Point POINT = Point.closed(Workload.PUT, 64, 16);

    private Fixtures() {
    }

    /** Three rounds. */
    public static RunOptions run(final Duration bound) {
        return run(bound, Duration.ZERO);
    }

    /** The same, of clusters that settle. */
    public static RunOptions run(final Duration bound, final Duration settle) {
        return new RunOptions(settle, Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2), 3, bound, 3,
            false, true, 0, false, null, null, null, List.of());
    }

    /** Two peers, two lengths of values, two loads, three rounds. */
    public static ClusterOptions options(final Duration bound) {
        return new ClusterOptions(List.of("fleet", "other"), List.of(), List.of(Workload.PUT), List.of(64, 1024),
            List.of(1, 16), List.of(), List.of(), run(bound));
    }

    /** One second, so many operations, all of one latency; what it cost the nodes is not known. */
    public static Measurement measurement(final Point point, final String peer, final int round, final long completed,
                                          final long micros) {
        return measurement(point, peer, round, completed, micros,
            new NodesCost(3, ProcessCost.UNKNOWN, ProcessCost.NONE, List.of()));
    }

    /** The same with what it cost the nodes. */
    public static Measurement measurement(final Point point, final String peer, final int round, final long completed,
                                          final long micros, final NodesCost cost) {
        final Histogram latencies = Histograms.empty();
        latencies.recordValueWithCount(micros * 1_000, completed);
        return new Measurement(point, peer, round, 0,
            new LoadResult(completed, 0, 0, 1_000_000_000L, latencies, ""), 1_500_000_000L, 500_000_000L,
            cost);
    }
}
