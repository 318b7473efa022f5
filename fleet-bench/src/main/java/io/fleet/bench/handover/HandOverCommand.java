package io.fleet.bench.handover;

import io.fleet.FleetCluster;
import io.fleet.bench.harness.CountingMachine;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.node.status.Leadership;
import io.fleet.verify.options.ToolChecks;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench handover}: a cluster in this process under a steady load, of which leadership is handed over again
 * and again, and then every node restarted. Exit code 1 when a command failed, or a hand-over came to nothing.
 */
@picocli.CommandLine.Command(name = "handover", description = {
    "Hands leadership over again and again in a cluster of this process under load, then restarts",
    "every node, and prints how long the slowest command took each time. Fails when a command fails."})
public final class HandOverCommand implements Callable<Integer> {
    private static final int GROUP = 0;
    private static final double MS = 1e6;
    private static final long BETWEEN_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_NODES = 9;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--nodes", defaultValue = "3", paramLabel = "N", description = "nodes, 2 to 9 (default: 3)")
    private int nodes;
    @Option(names = "--transfers", defaultValue = "50", paramLabel = "N", description = "hand-overs (default: 50)")
    private int transfers;
    @Option(names = "--rounds", defaultValue = "3", paramLabel = "N",
        description = "how often every node is restarted (default: 3)")
    private int rounds;
    @Option(names = "--in-flight", defaultValue = "16", paramLabel = "N",
        description = "commands in flight (default: 16)")
    private int inFlight;
    @Option(names = "--bytes", defaultValue = "64", paramLabel = "N", description = "bytes of a command (default: 64)")
    private int bytes;
    @Option(names = "--directory", paramLabel = "DIR",
        description = "where the nodes keep their data (default: a temporary directory)")
    private Path directory;

    /** Made by the command line. */
    public HandOverCommand() {
    }

    @Override
    public Integer call() throws Exception {
        checks.range("--nodes", nodes, 2, MOST_NODES);
        checks.range("--transfers", transfers, 0, 100_000);
        checks.range("--rounds", rounds, 0, 1_000);
        checks.range("--in-flight", inFlight, 1, 4_096);
        checks.range("--bytes", bytes, 1, 1 << 20);
        final PrintWriter out = spec.commandLine().getOut();
        final GroupConfig config = GroupConfig.scattered();
        out.printf(Locale.ROOT, "%d nodes in this process, %d commands of %d bytes in flight, election timeout %d ms%n",
            nodes, inFlight, bytes, config.electionTimeoutMillis());
        try (FleetCluster cluster = FleetCluster.builder().nodes(nodes).directory(directory).config(config)
            .machine(CountingMachine::new).launch()) {
            final Pulse pulse = new Pulse(cluster.client(0), inFlight, bytes);
            pulse.awaitRound();
            LockSupport.parkNanos(BETWEEN_NS);
            pulse.beginWindow();
            LockSupport.parkNanos(10 * BETWEEN_NS);
            out.printf(Locale.ROOT, "without a hand-over: the slowest command of a second took %.1f ms%n",
                pulse.endWindow() / MS);
            transfer(cluster, pulse, out);
            restart(cluster, pulse, out);
            pulse.end();
            out.printf(Locale.ROOT, "%d commands answered, %d failed%n", pulse.answered(), pulse.failed());
            if (pulse.failed() > 0) {
                out.println("the first failure: " + pulse.firstFailure());
            }
            out.flush();
            return pulse.failed() > 0 ? 1 : 0;
        }
    }

    private void transfer(final FleetCluster cluster, final Pulse pulse, final PrintWriter out) throws Exception {
        final Histogram pauses = new Histogram(3);
        final Histogram moves = new Histogram(3);
        for (int i = 0; i < transfers; i++) {
            final int next = (leader(cluster) + 1) % nodes;
            pulse.beginWindow();
            final long begunNs = System.nanoTime();
            final Leadership now = cluster.node(i % nodes).transferLeadership(GROUP, next).get(1, TimeUnit.MINUTES);
            moves.recordValue(System.nanoTime() - begunNs);
            pauses.recordValue(pulse.endWindow());
            if (now.leader() != next) {
                throw new IllegalStateException("node " + now.leader() + " leads, but node " + next + " was asked for");
            }
            LockSupport.parkNanos(BETWEEN_NS);
        }
        print(out, transfers + " transfers, until the new leader is known", moves);
        print(out, transfers + " transfers, the slowest command of each", pauses);
    }

    private void restart(final FleetCluster cluster, final Pulse pulse, final PrintWriter out) throws Exception {
        final Histogram stops = new Histogram(3);
        final Histogram starts = new Histogram(3);
        final Histogram closing = new Histogram(3);
        for (int i = 0; i < rounds * nodes; i++) {
            final int node = i % nodes;
            pulse.moveTo(cluster.client((node + 1) % nodes));
            pulse.awaitRound();
            pulse.beginWindow();
            final long begunNs = System.nanoTime();
            cluster.stop(node);
            closing.recordValue(System.nanoTime() - begunNs);
            stops.recordValue(pulse.endWindow());
            pulse.beginWindow();
            cluster.restart(node);
            awaitApplied(cluster, node);
            LockSupport.parkNanos(BETWEEN_NS);
            starts.recordValue(pulse.endWindow());
        }
        print(out, rounds * nodes + " restarts, until the node has stopped", closing);
        print(out, rounds * nodes + " restarts, the slowest command while it stops", stops);
        print(out, rounds * nodes + " restarts, the slowest command while it comes back", starts);
    }

    /** Until a node has applied what the others had when this was called. */
    private void awaitApplied(final FleetCluster cluster, final int node) throws TimeoutException {
        final long goal = cluster.node((node + 1) % nodes).status(GROUP).applied();
        final long begunNs = System.nanoTime();
        while (cluster.node(node).status(GROUP).applied() < goal) {
            if (System.nanoTime() - begunNs > TimeUnit.MINUTES.toNanos(1)) {
                throw new TimeoutException("node " + node + " has not come back within a minute: "
                    + cluster.node(node).status(GROUP));
            }
            LockSupport.parkNanos(BETWEEN_NS / 100);
        }
    }

    private int leader(final FleetCluster cluster) throws TimeoutException {
        final long begunNs = System.nanoTime();
        while (System.nanoTime() - begunNs < TimeUnit.MINUTES.toNanos(1)) {
            for (int i = 0; i < nodes; i++) {
                if (cluster.node(i).status(GROUP).role() == Role.LEADER) {
                    return i;
                }
            }
            LockSupport.parkNanos(BETWEEN_NS / 100);
        }
        throw new TimeoutException("no node has led for a minute");
    }

    private static void print(final PrintWriter out, final String what, final Histogram values) {
        if (values.getTotalCount() > 0) {
            out.printf(Locale.ROOT, "%s, in ms: p50 %.1f, p90 %.1f, p99 %.1f, most %.1f%n", what,
                values.getValueAtPercentile(50) / MS, values.getValueAtPercentile(90) / MS,
                values.getValueAtPercentile(99) / MS, values.getMaxValue() / MS);
            out.flush();
        }
    }
}
