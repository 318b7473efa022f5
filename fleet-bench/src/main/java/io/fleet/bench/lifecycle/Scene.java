package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.FreePorts;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import io.fleet.bench.peer.PeerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A cluster whose replicas all have their state, and the load on it. One thread. */
final class Scene implements AutoCloseable {
    private static final Duration DRAIN = Duration.ofSeconds(20);
    private static final long LONGEST_LOAD_NS = TimeUnit.DAYS.toNanos(7);
    private static final int SETTLING_SLOTS = 64;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long SNAPSHOT_LIMIT_NS = TimeUnit.MINUTES.toNanos(5);
    private static final String STATUS = "status";
    private static final String MARKS = "marks";
    private static final String SNAPSHOT = "snapshot";

    private final LifecycleOptions options;
    private final PrintWriter progress;
    private final Path directory;
    private final PeerConfig config;
    private final PeerCluster cluster;
    private final Set<Integer> running = new TreeSet<>();
    private final Thread ender = new Thread(this::end, "bench-end");
    private final long beginNs = System.nanoTime();
    private boolean isGood;

    /**
     * Starts nothing yet.
     *
     * @param spare     how many nodes may join those that found the group.
     * @param classPath of the processes.
     * @param progress  is told what happens.
     */
    Scene(final LifecycleOptions options, final int spare, final String classPath, final PrintWriter progress)
        throws IOException {
        this.options = options;
        this.progress = progress;
        directory = Directories.forRun(options.directory(), true).toAbsolutePath();
        final Path data = directory.resolve("data");
        Directories.delete(data);
        final int nodes = options.nodes() + spare;
        final Map<String, String> settings = options.settings();
        if (spare > 0) {
            settings.put("founders", Integer.toString(options.nodes()));
        }
        config = new PeerConfig("fleet", nodes, FreePorts.find(PeerConfig.portsFor(nodes)), true,
            Files.createDirectories(data), data, options.keys(), options.valueBytes(), settings);
        final List<String> java = new ArrayList<>();
        java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        java.addAll(JvmFlags.of(Runtime.version().feature(), options.heap()));
        java.addAll(options.jvmFlags());
        java.addAll(List.of("-cp", classPath));
        cluster = new PeerCluster(config, false, java, directory);
        Runtime.getRuntime().addShutdownHook(ender);
    }

    /** Returns when all nodes have the whole state, a snapshot of it, and have worked for a while. */
    void start() throws IOException, BenchmarkFailure, InterruptedException {
        tell("%d nodes are started, and %,d values are put", options.nodes(), options.keys());
        cluster.start(options.nodes());
        for (int node = 0; node < options.nodes(); node++) {
            running.add(node);
        }
        if (!options.settle().isZero()) {
            tell("the cluster settles: %.0f puts a second", cluster.measure(spec(0, SETTLING_SLOTS, options.settle()
                .toNanos(), 0)).load().perSecond());
        }
        takeSnapshots();
    }

    /** Begins the load; what it gave is told each so many nanoseconds. */
    RunningLoad load(final long sliceNs) throws BenchmarkFailure, InterruptedException {
        tell("the load begins: %s", options.load());
        return cluster.begin(spec(options.rate(), options.inFlight(), LONGEST_LOAD_NS, sliceNs));
    }

    private LoadSpec spec(final double rate, final int slots, final long measureNs, final long sliceNs) {
        return new LoadSpec(Workload.PUT, options.valueBytes(), options.keys(), slots, rate,
            sliceNs > 0 ? TimeUnit.SECONDS.toNanos(1) : 0, measureNs, DRAIN.toNanos(), sliceNs);
    }

    PeerCluster cluster() {
        return cluster;
    }

    NodeState state(final int node) throws BenchmarkFailure, InterruptedException {
        return NodeState.parse(cluster.ask(node, STATUS));
    }

    /** How all nodes stand. */
    NodeState[] states() throws BenchmarkFailure, InterruptedException {
        final NodeState[] states = new NodeState[options.nodes()];
        for (int node = 0; node < states.length; node++) {
            states[node] = state(node);
        }
        return states;
    }

    /** Asks all nodes for a snapshot; up to where each must cover what it has applied. */
    long[] askForSnapshots() throws BenchmarkFailure, InterruptedException {
        final long[] goals = Arrays.stream(states()).mapToLong(NodeState::applied).toArray();
        for (int node = 0; node < goals.length; node++) {
            cluster.ask(node, SNAPSHOT);
        }
        return goals;
    }

    /** Returns when all nodes have a snapshot of what they have applied now. */
    void takeSnapshots() throws BenchmarkFailure, InterruptedException {
        final long[] goals = askForSnapshots();
        final long sinceNs = System.nanoTime();
        while (!haveSnapshots(goals, states())) {
            if (System.nanoTime() - sinceNs > SNAPSHOT_LIMIT_NS) {
                throw new BenchmarkFailure("not all nodes have written a snapshot within "
                    + TimeUnit.NANOSECONDS.toSeconds(SNAPSHOT_LIMIT_NS) + " s");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        tell("all nodes have written a snapshot, in %.1f s", (System.nanoTime() - sinceNs) / 1e9);
    }

    /** Whether all have snapshots that cover at least what is given. */
    static boolean haveSnapshots(final long[] goals, final NodeState[] states) throws BenchmarkFailure {
        boolean have = true;
        for (int node = 0; node < goals.length; node++) {
            if (states[node].snapshotsFailed() > 0) {
                throw new BenchmarkFailure("node " + node + " could not write a snapshot: see its log");
            }
            have &= states[node].snapshotLsn() >= goals[node];
        }
        return have;
    }

    /** The node that leads; waits for one. */
    int leader() throws BenchmarkFailure, InterruptedException {
        final long sinceNs = System.nanoTime();
        while (System.nanoTime() - sinceNs < TimeUnit.MINUTES.toNanos(1)) {
            for (int node = 0; node < options.nodes(); node++) {
                if (state(node).leads()) {
                    return node;
                }
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new BenchmarkFailure("no node has led for a minute");
    }

    /** Starts a node that is to join the group; which. */
    int join() throws IOException, BenchmarkFailure, InterruptedException {
        final int node = cluster.addServer();
        running.add(node);
        return node;
    }

    /** Stops a node that does not come back. */
    void retire(final int node) throws BenchmarkFailure, InterruptedException {
        running.remove(node);
        cluster.stopServer(node);
    }

    /** Deletes all that a node has on disk; it does not run. */
    void wipe(final int node) throws IOException {
        Directories.delete(config.directory(node));
    }

    /** Tells how often each node took which rare branch. */
    void tellMarks() throws BenchmarkFailure, InterruptedException {
        for (final int node : running) {
            tell("rare branches that node %d took since its start: %s", node, cluster.ask(node, MARKS));
        }
    }

    /** Nothing went wrong: no log need be kept. */
    void isGood() {
        isGood = true;
    }

    /** Waits, until a time of a load. */
    static void waitUntil(final RunningLoad load, final long untilNs) {
        long leftNs = untilNs - load.nowNs();
        while (leftNs > 0) {
            LockSupport.parkNanos(leftNs);
            leftNs = untilNs - load.nowNs();
        }
        load.update();
    }

    void tell(final String format, final Object... values) {
        final long seconds = (System.nanoTime() - beginNs) / 1_000_000_000;
        progress.println(String.format(Locale.ROOT, "%02d:%02d  ", seconds / 60, seconds % 60)
            + String.format(Locale.ROOT, format, values));
        progress.flush();
    }

    private void end() {
        cluster.kill();
        try {
            Directories.delete(config.directory());
        } catch (final IOException e) {
            progress.println("data is left in " + config.directory() + ": " + e.getMessage());
            progress.flush();
        }
    }

    /** Ends all processes at once, and deletes their data: how nodes stop is measured before. */
    @Override
    public void close() throws IOException {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(ender);
        } catch (final IllegalStateException e) {
            return;
        }
        if (options.directory() == null && isGood) {
            Directories.delete(directory);
        } else {
            tell("the logs are in %s", directory);
        }
    }
}
