package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.FleetProcesses;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A cluster of so many nodes, each a process, and its client, which reads as it is told to. */
final class ReadScene implements AutoCloseable {
    private static final String HEAP = "-Xms512m -Xmx512m";
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(10);
    /** An open loop has at most so many in flight. */
    private static final int OPEN_SLOTS = 2_048;
    /** In this time all levels have their turn. */
    private static final long SETTLING_TURN_NS = TimeUnit.SECONDS.toNanos(10);

    private final ReadsOptions options;
    private final int nodes;
    private final FleetProcesses processes;
    private final PeerCluster cluster;

    @SuppressWarnings("DefaultCharset") // the console's
    ReadScene(final ReadsOptions options, final int nodes, final Map<String, String> settings, final String classPath)
        throws IOException {
        this.options = options;
        this.nodes = nodes;
        processes = new FleetProcesses(options.directory, nodes, options.keys, options.valueBytes, settings,
            JvmFlags.commandOfFleet(HEAP, List.of(), classPath), new PrintWriter(System.err, true));
        cluster = processes.cluster();
    }

    /**
     * Returns when all have started, every key has a value, and they have worked for a while, at all levels: until then
     * the JVMs' compilers take half of two processors.
     */
    ReadScene start(final List<String> levels) throws IOException, BenchmarkFailure, InterruptedException {
        cluster.start();
        final long turns = Math.max(1, options.settleNs() / SETTLING_TURN_NS);
        for (int turn = 0; options.settleNs() > 0 && turn < turns * levels.size(); turn++) {
            tune(levels.get(turn % levels.size()), "jbsq");
            cluster.measure(new LoadSpec(Workload.MOSTLY_GET, options.valueBytes, options.keys,
                options.outstanding, 0, 0, options.settleNs() / turns / levels.size(), DRAIN_NS));
        }
        return this;
    }

    PeerCluster cluster() {
        return cluster;
    }

    private void tune(final String level, final String choice) throws BenchmarkFailure, InterruptedException {
        cluster.tune("reads=" + level + " choice=" + choice);
    }

    /** As many at a time as can be, in a closed loop. */
    PeerCluster.Result closed(final String level, final Workload workload)
        throws IOException, BenchmarkFailure, InterruptedException {
        tune(level, "jbsq");
        return cluster.measure(new LoadSpec(workload, options.valueBytes, options.keys, options.outstanding, 0,
            options.warmUpNs(), options.measureNs(), DRAIN_NS));
    }

    /** So many reads a second, answered or not. */
    PeerCluster.Result open(final String level, final String choice, final double rate)
        throws IOException, BenchmarkFailure, InterruptedException {
        tune(level, choice);
        return cluster.measure(new LoadSpec(Workload.GET, options.valueBytes, options.keys, OPEN_SLOTS, rate,
            options.warmUpNs(), options.measureNs(), DRAIN_NS));
    }

    /** A node that does not lead. */
    int follower() throws BenchmarkFailure, InterruptedException {
        for (int node = nodes - 1; node > 0; node--) {
            if (!"LEADER".equals(cluster.ask(node, "status").get("role"))) {
                return node;
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        processes.close();
    }
}
