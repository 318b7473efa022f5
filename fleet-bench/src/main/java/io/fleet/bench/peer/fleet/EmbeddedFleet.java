package io.fleet.bench.peer.fleet;

import io.fleet.FleetCluster;
import io.fleet.bench.load.Outcomes;
import io.fleet.bench.peer.EmbeddedClient;
import io.fleet.bench.peer.EmbeddedPeer;
import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerConfig;
import io.fleet.consensus.common.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Fleet in one process: {@code FleetCluster}, and a client that lives in the node that leads when the cluster has
 * started, since the replicas of other libraries in one process are called at their leader too. Takes the settings of a
 * group, {@code service-us}, {@code store} and those of snapshots; refuses those of a node ({@code transport}, {@code
 * directories}, {@code flush}), which a {@code FleetCluster} chooses itself.
 */
public final class EmbeddedFleet implements EmbeddedPeer {
    private static final int GROUP = 0;
    private static final long ELECTION_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Set<String> OF_A_NODE = Set.of("transport", "directories", "flush");

    /** Made by the service loader. */
    public EmbeddedFleet() {
    }

    @Override
    public String name() {
        return "fleet";
    }

    @Override
    public List<String> settings(final PeerConfig config) {
        final String words = config.settings().toString();
        return List.of(
            "FleetCluster: scattered mode over shared memory (IPC), each node with threads and a directory of its own; "
                + "all settings are the defaults"
                + (config.settings().isEmpty() ? "" : ", but " + words.substring(1, words.length() - 1)),
            checked(config.settings()).snapshotWords(),
            "the client lives in the node that leads when the cluster has started, and uses FleetClient.offer",
            config.durable() ? "fsync before every acknowledgement, as always"
                : "fsync before every acknowledgement, as always, but of files that are in memory");
    }

    @Override
    public EmbeddedClient launch(final PeerConfig config, final Outcomes outcomes) {
        final FleetSettings settings = checked(config.settings());
        final FleetCluster cluster = FleetCluster.builder()
            .nodes(config.nodes())
            .directory(config.directory())
            .snapshots(settings.snapshots())
            .config(settings.group())
            .machine(() -> settings.machine(config))
            .launch();
        for (int i = 0; i < cluster.size(); i++) {
            FleetServer.endWith(cluster.node(i));
        }
        return new Inside(new FleetMapClient(config, outcomes, cluster.client(leaderOf(cluster)), cluster::close),
            cluster, settings.hasSnapshots());
    }

    /** The client, and the nodes that it shares the process with. */
    private record Inside(FleetMapClient client, FleetCluster cluster, boolean trims) implements EmbeddedClient {
        @Override
        public boolean put(final long key, final byte[] value, final long correlation) {
            return client.put(key, value, correlation);
        }

        @Override
        public boolean get(final long key, final long correlation) {
            return client.get(key, correlation);
        }

        @Override
        public List<NodeWork> work() {
            final List<NodeWork> work = new ArrayList<>();
            try {
                for (int i = 0; i < cluster.size(); i++) {
                    work.add(FleetWork.of(cluster.node(i), trims));
                }
            } catch (final IOException e) {
                throw new UncheckedIOException("cannot look at the files of a node: " + e.getMessage(), e);
            }
            return work;
        }

        @Override
        public void close() {
            client.close();
        }
    }

    private static int leaderOf(final FleetCluster cluster) {
        final long deadlineNs = System.nanoTime() + ELECTION_LIMIT_NS;
        if (cluster.node(0).status(GROUP).role() == Role.PROXY) {
            return 0;
        }
        int leader = cluster.node(0).status(GROUP).leader();
        while (leader < 0) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("no leader was elected");
            }
            LockSupport.parkNanos(REST_NS);
            leader = cluster.node(0).status(GROUP).leader();
        }
        return leader;
    }

    /**
     * Reads settings.
     *
     * @throws IllegalArgumentException when there is one that would have no effect here, or is none.
     */
    static FleetSettings checked(final Map<String, String> words) {
        for (final String name : words.keySet()) {
            if (OF_A_NODE.contains(name)) {
                throw new IllegalArgumentException("setting is '" + name + "', but must be one of a group: in one "
                    + "process all nodes share memory, and each has one directory and the default flush");
            }
        }
        return FleetSettings.of(words);
    }
}
