package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.FreePorts;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.PeerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private final Path directory;
    private final PeerConfig config;
    private final PeerCluster cluster;
    private final Thread ender = new Thread(this::end, "bench-end");

    ReadScene(final ReadsOptions options, final int nodes, final Map<String, String> settings, final String classPath)
        throws IOException {
        this.options = options;
        directory = Directories.forRun(options.directory(), true).toAbsolutePath();
        final Path data = directory.resolve("data");
        Directories.delete(data);
        config = new PeerConfig("fleet", nodes, FreePorts.find(PeerConfig.portsFor(nodes)), true,
            Files.createDirectories(data), data, options.keys(), options.valueBytes(), settings);
        final List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(JvmFlags.of(Runtime.version().feature(), HEAP));
        java.addAll(List.of("-cp", classPath));
        cluster = new PeerCluster(config, false, java, directory);
        Runtime.getRuntime().addShutdownHook(ender);
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
            cluster.measure(new LoadSpec(Workload.MOSTLY_GET, options.valueBytes(), options.keys(),
                options.outstanding(), 0, 0, options.settleNs() / turns / levels.size(), DRAIN_NS));
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
        throws BenchmarkFailure, InterruptedException {
        tune(level, "jbsq");
        return cluster.measure(new LoadSpec(workload, options.valueBytes(), options.keys(), options.outstanding(), 0,
            options.warmUpNs(), options.measureNs(), DRAIN_NS));
    }

    /** So many reads a second, answered or not. */
    PeerCluster.Result open(final String level, final String choice, final double rate)
        throws BenchmarkFailure, InterruptedException {
        tune(level, choice);
        return cluster.measure(new LoadSpec(Workload.GET, options.valueBytes(), options.keys(), OPEN_SLOTS, rate,
            options.warmUpNs(), options.measureNs(), DRAIN_NS));
    }

    /** A node that does not lead. */
    int follower() throws BenchmarkFailure, InterruptedException {
        for (int node = config.nodes() - 1; node > 0; node--) {
            if (!"LEADER".equals(cluster.ask(node, "status").get("role"))) {
                return node;
            }
        }
        return 0;
    }

    private void end() {
        cluster.kill();
        try {
            Directories.delete(config.directory());
        } catch (final IOException e) {
            System.err.println("data is left in " + config.directory() + ": " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(ender);
        } catch (final IllegalStateException e) {
            return;
        }
        if (options.directory() == null) {
            Directories.delete(directory);
        }
    }
}
