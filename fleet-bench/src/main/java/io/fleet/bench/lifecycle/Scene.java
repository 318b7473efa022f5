package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.FleetProcesses;
import io.fleet.bench.harness.JvmFlags;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.load.LoadSpec;
import io.fleet.bench.load.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Arrays;
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
    private static final long READY_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long READY_LIMIT_NS = TimeUnit.MINUTES.toNanos(10);
    private static final String STATUS = "status";
    private static final String MARKS = "marks";
    private static final String SNAPSHOT = "snapshot";

    private final LifecycleOptions options;
    private final FleetProcesses processes;
    private final PeerCluster cluster;
    private final Set<Integer> running = new TreeSet<>();

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
        final Map<String, String> settings = options.settings();
        if (spare > 0) {
            settings.put("founders", Integer.toString(options.nodes));
        }
        processes = new FleetProcesses(options.directory, options.nodes + spare, options.keys(), options.valueBytes,
            settings, JvmFlags.commandOfFleet(options.heap(), options.jvmFlags(), classPath), progress);
        processes.keepLogs(true);
        cluster = processes.cluster();
    }

    /** Returns when all nodes have the whole state, a snapshot of it, and have worked for a while. */
    void start() throws IOException, BenchmarkFailure, InterruptedException {
        tell("%d nodes are started, and %,d values are put", options.nodes, options.keys());
        cluster.start(options.nodes);
        for (int node = 0; node < options.nodes; node++) {
            running.add(node);
        }
        if (options.settle > 0) {
            tell("the cluster settles: %.0f puts a second",
                cluster.measure(spec(0, SETTLING_SLOTS, (long) (options.settle * 1e9), 0)).load().perSecond());
        }
        takeSnapshots();
    }

    /** Begins the load; what it gave is told each so many nanoseconds. */
    RunningLoad load(final long sliceNs) throws BenchmarkFailure, InterruptedException {
        tell("the load begins: %s", options.load());
        return cluster.begin(spec(options.rate(), options.inFlight(), LONGEST_LOAD_NS, sliceNs));
    }

    private LoadSpec spec(final double rate, final int slots, final long measureNs, final long sliceNs) {
        return new LoadSpec(Workload.PUT, options.valueBytes, options.keys(), slots, rate,
            sliceNs > 0 ? TimeUnit.SECONDS.toNanos(1) : 0, measureNs, DRAIN.toNanos(), sliceNs);
    }

    FleetProcesses processes() {
        return processes;
    }

    PeerCluster cluster() {
        return cluster;
    }

    NodeState state(final int node) throws BenchmarkFailure, InterruptedException {
        return NodeState.parse(cluster.ask(node, STATUS));
    }

    /** How all nodes stand. */
    NodeState[] states() throws BenchmarkFailure, InterruptedException {
        final NodeState[] states = new NodeState[options.nodes];
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
            for (int node = 0; node < options.nodes; node++) {
                if (state(node).leads()) {
                    return node;
                }
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        throw new BenchmarkFailure("no node has led for a minute");
    }

    /** Waits, from now on, until a node can serve. */
    void awaitReady(final RunningLoad load, final int node) throws BenchmarkFailure, InterruptedException {
        final long sinceNs = load.nowNs();
        while (!state(node).ready()) {
            if (load.nowNs() - sinceNs > READY_LIMIT_NS) {
                throw new BenchmarkFailure("node " + node + " is not ready " + TimeUnit.NANOSECONDS.toSeconds(
                    READY_LIMIT_NS) + " s after its start: " + state(node));
            }
            LockSupport.parkNanos(READY_LOOK_NS);
        }
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

    /** Tells how often each node took which rare branch. */
    void tellMarks() throws BenchmarkFailure, InterruptedException {
        for (final int node : running) {
            tell("rare branches that node %d took since its start: %s", node, cluster.ask(node, MARKS));
        }
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
        processes.tell(format, values);
    }

    @Override
    public void close() throws IOException {
        processes.close();
    }
}
