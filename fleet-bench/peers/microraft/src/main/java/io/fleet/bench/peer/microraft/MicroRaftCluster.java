package io.fleet.bench.peer.microraft;

import io.fleet.bench.peer.NodeWork;
import io.fleet.bench.peer.PeerConfig;
import io.microraft.RaftEndpoint;
import io.microraft.RaftNode;
import io.microraft.executor.impl.DefaultRaftNodeExecutor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** All replicas of one group. */
final class MicroRaftCluster {
    private static final String GROUP = "map";
    private static final long ELECTION_LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long END_SECONDS = 5;

    private final RaftNode[] nodes;
    private final DefaultRaftNodeExecutor[] executors;
    private final MapMachine[] machines;
    private final RaftStoreFile[] stores;

    private MicroRaftCluster(final int count) {
        nodes = new RaftNode[count];
        executors = new DefaultRaftNodeExecutor[count];
        machines = new MapMachine[count];
        stores = new RaftStoreFile[count];
    }

    /** Returns when there is a leader. */
    static MicroRaftCluster start(final PeerConfig config) throws IOException {
        final MicroRaftCluster cluster = new MicroRaftCluster(config.nodes());
        final List<RaftEndpoint> members = new ArrayList<>();
        for (int i = 0; i < config.nodes(); i++) {
            members.add(new Member(i));
        }
        final DirectTransport transport = new DirectTransport(cluster.nodes);
        for (int i = 0; i < config.nodes(); i++) {
            cluster.executors[i] = new DefaultRaftNodeExecutor();
            cluster.machines[i] = new MapMachine(config.keys());
            cluster.stores[i] = RaftStoreFile.create(config.directory(i), config.durable());
            cluster.nodes[i] = RaftNode.newBuilder()
                .setGroupId(GROUP)
                .setLocalEndpoint(members.get(i))
                .setInitialGroupMembers(members)
                .setExecutor(cluster.executors[i])
                .setTransport(transport)
                .setStateMachine(cluster.machines[i])
                .setStore(cluster.stores[i])
                .build();
        }
        for (final RaftNode node : cluster.nodes) {
            node.start().join();
        }
        final long deadlineNs = System.nanoTime() + ELECTION_LIMIT_NS;
        while (cluster.leader() < 0) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IllegalStateException("no leader was elected");
            }
            LockSupport.parkNanos(REST_NS);
        }
        return cluster;
    }

    /** The replica that leads, as the first one that knows any says; -1 when none does. Any thread. */
    int leader() {
        for (final RaftNode node : nodes) {
            if (node.getTerm().getLeaderEndpoint() instanceof Member leader) {
                return leader.number();
            }
        }
        return -1;
    }

    RaftNode node(final int number) {
        return nodes[number];
    }

    /** Snapshots are in memory, and the log is one file. Any thread. */
    List<NodeWork> work() {
        final List<NodeWork> work = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            work.add(new NodeWork(machines[i].snapshots(), NodeWork.UNKNOWN, stores[i].flushes()));
        }
        return work;
    }

    /** A replica's thread. */
    Executor thread(final int number) {
        return executors[number]::execute;
    }

    void close() {
        for (final RaftNode node : nodes) {
            node.terminate().orTimeout(END_SECONDS, TimeUnit.SECONDS).exceptionally(late -> null).join();
        }
    }
}
