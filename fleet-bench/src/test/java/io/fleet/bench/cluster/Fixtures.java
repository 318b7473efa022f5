package io.fleet.bench.cluster;

import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Options and measurements for tests of what is made of them. */
final class Fixtures {
    static final Point POINT = Point.closed(Workload.PUT, 64, 16);

    private Fixtures() {
    }

    /** Three rounds. */
    static RunOptions run(final Duration bound) {
        return new RunOptions(Duration.ofSeconds(1), Duration.ofSeconds(2), 3, bound, 3, true, null, null, null,
            List.of());
    }

    /** Two peers, two lengths of values, two loads, three rounds. */
    static ClusterOptions options(final Duration bound) {
        return new ClusterOptions(List.of("fleet", "other"), List.of(Workload.PUT), List.of(64, 1024),
            List.of(1, 16), List.of(), List.of(), run(bound));
    }

    /** One second, so many operations, all of one latency. */
    static Measurement measurement(final Point point, final String peer, final int round, final long completed,
                                   final long micros) {
        final Histogram latencies = Histograms.empty();
        latencies.recordValueWithCount(micros * 1_000, completed);
        return new Measurement(point, peer, round, 0,
            new LoadResult(completed, 0, 0, 1_000_000_000L, latencies, ""), 1_500_000_000L, 500_000_000L);
    }
}
