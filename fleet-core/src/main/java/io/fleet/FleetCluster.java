package io.fleet;

import io.fleet.client.FleetClient;
import io.fleet.config.Checks;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.Shard;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.storage.VoterState;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.AeronConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A whole cluster in this process, for tests and first steps: n nodes that talk over shared memory, each with a
 * durable directory of its own. Everything works as in separate processes: elections, fsync before every
 * acknowledgement, recovery. Of the settings of a node ({@link NodeConfig}) it takes those that {@link Builder} has;
 * {@link NodeConfig.Builder#flush} and {@link NodeConfig.Builder#threading} have their defaults, of which the latter
 * means nothing over shared memory ({@link Threading}).
 */
public final class FleetCluster implements AutoCloseable {
    /** No packet in shared memory passes through the driver: it moves the limits of the senders, far ahead of them. */
    private static final int DRIVER_PARK_MICROS = 1_000;
    private static final long MAX_WAIT_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Builder settings;
    private final Path directory;
    /** One for each duty thread of the nodes, which meet there. */
    private final List<AeronTransports> transports = new ArrayList<>();
    private final FleetNode[] nodes;
    private final List<FleetClient> clients = new ArrayList<>();
    private boolean closed;

    private FleetCluster(final Builder settings) {
        this.settings = settings;
        nodes = new FleetNode[settings.nodes];
        directory = settings.directory == null ? temporaryDirectory() : settings.directory;
        try {
            for (int i = 0; i < settings.dutyThreads; i++) {
                transports.add(launchTransports(new Shard(i, settings.dutyThreads)));
            }
            for (int i = 0; i < nodes.length; i++) {
                nodes[i] = launch(i);
            }
        } catch (final RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /**
     * Starts a cluster's settings.
     *
     * @return a builder: three nodes, a temporary directory.
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * A client of group 0 that lives in the first running node.
     *
     * @return a new client; closed with the cluster.
     */
    public FleetClient client() {
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i] != null) {
                return client(i);
            }
        }
        throw new IllegalStateException("no node of the cluster is running");
    }

    /**
     * A client of group 0 that lives in a node.
     *
     * @param node the node, from 0.
     * @return a new client; closed with the cluster.
     */
    public synchronized FleetClient client(final int node) {
        final FleetClient client = node(node).client(settings.each.groups.get(0).groupId());
        clients.add(client);
        return client;
    }

    /**
     * A running node.
     *
     * @param node its number, from 0.
     * @return the node.
     */
    public FleetNode node(final int node) {
        if (nodes[Checks.range("node", node, 0, nodes.length - 1)] == null) {
            throw new IllegalStateException("node " + node + " is stopped");
        }
        return nodes[node];
    }

    /**
     * How many nodes the cluster has, running or not.
     *
     * @return nodes.
     */
    public int size() {
        return nodes.length;
    }

    /**
     * Waits until every running node votes in every group. A member that was late when the others founded a group, or
     * comes back after a loss, is repaired first, and until then it counts against the failures that a group bears, as
     * one that is down: wait for all before a test stops one.
     *
     * @param timeoutMillis for how long at most, from 0 to an hour.
     * @return whether all do; false when the time is over, or the caller's thread is interrupted, which stays so.
     */
    public boolean awaitVoters(final long timeoutMillis) {
        final long deadlineNs = System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(Checks.range("timeoutMillis", timeoutMillis, 0, MAX_WAIT_MILLIS));
        while (!allVote()) {
            if (System.nanoTime() - deadlineNs >= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return true;
    }

    private boolean allVote() {
        for (final FleetNode node : nodes) {
            if (node != null && !votes(node)) {
                return false;
            }
        }
        return true;
    }

    private static boolean votes(final FleetNode node) {
        return node.health().groups().stream().allMatch(group -> group.status().standing() == VoterState.VOTER);
    }

    /**
     * Stops a node in good order ({@link FleetNode#close()}): what it leads is handed over. See
     * {@link #awaitVoters(long)} for when the others can do without it.
     *
     * @param node its number, from 0.
     */
    public void stop(final int node) {
        node(node).close();
        nodes[node] = null;
    }

    /**
     * Starts a stopped node again, with what it has on disk.
     *
     * @param node its number, from 0.
     */
    public void restart(final int node) {
        if (nodes[Checks.range("node", node, 0, nodes.length - 1)] != null) {
            stop(node);
        }
        nodes[node] = launch(node);
    }

    /**
     * Stops all nodes, without a hand-over from one to the next; deletes the directory where it is a temporary one.
     * Where a node does not end ({@link FleetNode#close()}), network and directories are left to it. Idempotent.
     */
    @Override
    public void close() {
        final List<FleetClient> opened;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            opened = List.copyOf(clients);
        }
        opened.forEach(FleetClient::close);
        boolean haveEnded = true;
        for (final FleetNode node : nodes) {
            haveEnded &= node == null || node.closeWithin(0);
        }
        if (!haveEnded) {
            return;
        }
        transports.forEach(AeronTransports::close);
        if (settings.directory == null) {
            deleteAll(directory);
        }
    }

    private FleetNode launch(final int node) {
        final int count = settings.directoriesPerNode;
        final List<Path> directories = IntStream.range(0, count)
            .mapToObj(i -> directory.resolve(count == 1 ? "node-" + node : "node-" + node + "-" + i)).toList();
        return FleetNode.launch(settings.each.buildFor(node, settings.nodes, directories), transports);
    }

    private static AeronTransports launchTransports(final Shard shard) {
        return AeronTransports.launch(AeronSettings.streams(AeronConfig.builder()
            .kind(AeronConfig.Kind.IPC)
            .idle(0, DRIVER_PARK_MICROS, DRIVER_PARK_MICROS), TransportKind.IPC, shard)
            .build());
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("fleet-cluster-");
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot create a temporary directory", e);
        }
    }

    private static void deleteAll(final Path root) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException("cannot delete " + root, e);
        }
    }

    /** Collects the settings of a cluster. */
    public static final class Builder {
        /** What all nodes have in common. */
        private final NodeConfig.Builder each = NodeConfig.builder().clusterId(1).transport(TransportKind.IPC);
        private int nodes = 3;
        private int directoriesPerNode = 1;
        private int dutyThreads = 1;
        private @Nullable Path directory;
        private GroupConfig config = GroupConfig.scattered();
        private @Nullable Supplier<? extends StateMachine> machine;

        private Builder() {
        }

        /**
         * The cluster's number.
         *
         * @param value any number, 1 by default.
         * @return this.
         */
        public Builder clusterId(final long value) {
            each.clusterId(value);
            return this;
        }

        /**
         * How many nodes.
         *
         * @param value 1 to 63, 3 by default.
         * @return this.
         */
        public Builder nodes(final int value) {
            nodes = Checks.range("nodes", value, 1, 63);
            return this;
        }

        /**
         * How many log directories each node has.
         *
         * @param value 1 to 255, 1 by default.
         * @return this.
         */
        public Builder directoriesPerNode(final int value) {
            directoriesPerNode = Checks.range("directoriesPerNode", value, 1, 255);
            return this;
        }

        /**
         * The state machine of group 0.
         *
         * @param value makes an empty one.
         * @return this.
         */
        public Builder machine(final Supplier<? extends StateMachine> value) {
            machine = Checks.notNull("machine", value);
            return this;
        }

        /**
         * The configuration of group 0.
         *
         * @param value {@link GroupConfig#scattered()} by default.
         * @return this.
         */
        public Builder config(final GroupConfig value) {
            config = Checks.notNull("config", value);
            return this;
        }

        /**
         * Adds a group.
         *
         * @param groupId     its number.
         * @param groupConfig how it works.
         * @param supplier    makes an empty state machine.
         * @return this.
         */
        public Builder group(final int groupId, final GroupConfig groupConfig,
                             final Supplier<? extends StateMachine> supplier) {
            each.group(groupId, groupConfig, supplier);
            return this;
        }

        /**
         * Where the nodes keep their data; kept when the cluster is closed.
         *
         * @param value the directory; a temporary one by default.
         * @return this.
         */
        public Builder directory(final Path value) {
            directory = value;
            return this;
        }

        /**
         * Sizes of the scattered logs.
         *
         * @param value the sizes.
         * @return this.
         */
        public Builder scatteredLog(final ScatteredLogConfig value) {
            each.scatteredLog(value);
            return this;
        }

        /**
         * Sizes and flush interval of the ordered logs.
         *
         * @param value the sizes.
         * @return this.
         */
        public Builder orderedLog(final OrderedLogConfig value) {
            each.orderedLog(value);
            return this;
        }

        /**
         * How many entries a group must have applied since its last snapshot for a stop to write one.
         *
         * @param value as for {@link NodeConfig.Builder#snapshotEntries}.
         * @return this.
         */
        public Builder snapshotEntries(final int value) {
            each.snapshotEntries(value);
            return this;
        }

        /**
         * When snapshots are written, and what is trimmed behind them.
         *
         * @param value as for {@link NodeConfig.Builder#snapshots}.
         * @return this.
         */
        public Builder snapshots(final SnapshotConfig value) {
            each.snapshots(value);
            return this;
        }

        /**
         * How many threads of each node execute long reads.
         *
         * @param value as for {@link NodeConfig.Builder#readThreads}.
         * @return this.
         */
        public Builder readThreads(final int value) {
            each.readThreads(value);
            return this;
        }

        /**
         * How many threads of each node prepare commands before they are chosen.
         *
         * @param value as for {@link NodeConfig.Builder#prepareThreads}.
         * @return this.
         */
        public Builder prepareThreads(final int value) {
            each.prepareThreads(value);
            return this;
        }

        /**
         * Over how many duty threads each node spreads its groups.
         *
         * @param value as for {@link NodeConfig.Builder#dutyThreads}.
         * @return this.
         */
        public Builder dutyThreads(final int value) {
            each.dutyThreads(value);
            dutyThreads = value;
            return this;
        }

        /**
         * Starts the nodes.
         *
         * @return the running cluster.
         */
        public FleetCluster launch() {
            if (machine != null) {
                each.groups.add(0, new GroupSpec(0, config, machine));
                machine = null;
            }
            if (each.groups.isEmpty()) {
                throw new ConfigException("the cluster has no group: give it a machine(...) or a group(...)");
            }
            return new FleetCluster(this);
        }
    }
}
