package io.fleet.bench.messages;

import io.fleet.ClientConfig;
import io.fleet.FleetNode;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.bench.harness.CountingMachine;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.node.status.NodeCounters;
import io.fleet.verify.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** The nodes of a shape, over UDP in this process, and a client that is none of them. One thread. */
final class CountedCluster implements AutoCloseable {
    private static final int GROUP = 0;
    private static final long LONGEST_SECONDS = 120;
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** What a node is for. */
    enum Kind {
        LEADER, FOLLOWER, WITNESS, OBSERVER
    }

    /**
     * What nodes did.
     *
     * @param nodes    how many.
     * @param sent     packets handed to the network; one that goes to all is one.
     * @param toAll    of these, packets that go to all.
     * @param received packets that came.
     * @param bytes    of what was sent.
     * @param receivedBytes of what came.
     */
    record Traffic(int nodes, long sent, long toAll, long received, long bytes, long receivedBytes) {
        private static Traffic of(final NodeCounters counters) {
            return new Traffic(1, counters.packetsSent.get(), counters.toAll.packets.get(),
                counters.received.packets.get(), counters.bytesSent.get(), counters.received.bytes.get());
        }

        private Traffic plus(final Traffic more) {
            return new Traffic(nodes + more.nodes, sent + more.sent, toAll + more.toAll, received + more.received,
                bytes + more.bytes, receivedBytes + more.receivedBytes);
        }

        private Traffic since(final Traffic before) {
            return new Traffic(1, sent - before.sent, toAll - before.toAll, received - before.received,
                bytes - before.bytes, receivedBytes - before.receivedBytes);
        }

        /** What leaves the machine where each packet to all is as many as there are others. */
        long copies(final int others) {
            return sent + toAll * (others - 1);
        }
    }

    private final ClusterShape shape;
    private final Learning learning;
    private final Path directory;
    private final List<Member> founders = new ArrayList<>();
    private final List<FleetNode> nodes = new ArrayList<>();
    private FleetClient client;

    CountedCluster(final ClusterShape shape, final Learning learning, final Path directory) {
        this.shape = shape;
        this.learning = learning;
        this.directory = directory;
    }

    /** Starts all, and waits until they have executed a command. */
    void launch() throws Exception {
        final List<Integer> ports = FreePorts.find(shape.nodes());
        for (int i = 0; i < shape.founders(); i++) {
            founders.add(member(i, ports));
        }
        for (int i = 0; i < shape.founders(); i++) {
            start(i, founders);
        }
        client = FleetRemoteClient.connect(ClientConfig.of(1, founders, "127.0.0.1"));
        answer(1, 1);
        for (int i = shape.founders(); i < shape.nodes(); i++) {
            final List<Member> known = new ArrayList<>(founders);
            known.add(member(i, ports));
            start(i, known);
            leader().addNode(GROUP, known.get(founders.size()), MemberRole.REPLICA)
                .get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
        answer(100, 1);
        awaitSame();
    }

    private Member member(final int id, final List<Integer> ports) {
        final Member member = new Member(id, "127.0.0.1", ports.get(id));
        return id >= shape.full() && id < shape.founders() ? member.withRole(MemberRole.STORAGE) : member;
    }

    private void start(final int id, final List<Member> known) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(id).members(known)
            .foundsAlone(shape.founders() == 1 && id == 0).joins(id >= shape.founders())
            .directory(directory.resolve("node-" + id));
        if (id >= shape.full() && id < shape.founders()) {
            config.witness(GROUP, settings());
        } else {
            config.group(GROUP, settings(), CountingMachine::new);
        }
        nodes.add(FleetNode.launch(config.build()));
    }

    private GroupConfig settings() {
        return GroupConfig.scattered().withQuorums(shape.quorums()).withLearning(learning);
    }

    /** Has commands answered, so many at once, and waits for these before it sends more. */
    void answer(final int commands, final int atOnce) throws Exception {
        answer(commands, atOnce, new byte[1]);
    }

    private void answer(final int commands, final int atOnce, final byte[] command) throws Exception {
        for (int done = 0; done < commands; done += atOnce) {
            final CompletableFuture<?>[] answers = new CompletableFuture<?>[atOnce];
            for (int i = 0; i < atOnce; i++) {
                answers[i] = client.submit(command);
            }
            CompletableFuture.allOf(answers).get(LONGEST_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** What nodes of each kind did while commands were answered and executed everywhere, heartbeats included. */
    Map<Kind, Traffic> count(final int commands, final int atOnce, final int bytes) throws Exception {
        final int leaderId = leader().config().nodeId();
        final List<Traffic> before = new ArrayList<>();
        nodes.forEach(node -> before.add(Traffic.of(node.core().counters())));
        answer(commands, atOnce, new byte[bytes]);
        awaitSame();
        final Map<Kind, Traffic> all = new EnumMap<>(Kind.class);
        for (int i = 0; i < nodes.size(); i++) {
            final Traffic one = Traffic.of(nodes.get(i).core().counters()).since(before.get(i));
            all.merge(kind(i, leaderId), one, Traffic::plus);
        }
        if (leader().config().nodeId() != leaderId) {
            throw new IllegalStateException("the leader changed meanwhile: run it again");
        }
        return all;
    }

    private Kind kind(final int id, final int leaderId) {
        return id == leaderId ? Kind.LEADER : id < shape.full() ? Kind.FOLLOWER
            : id < shape.founders() ? Kind.WITNESS : Kind.OBSERVER;
    }

    private FleetNode leader() throws TimeoutException {
        final long begunNs = System.nanoTime();
        while (true) {
            for (final FleetNode node : nodes) {
                if (node.status(GROUP).role() == Role.LEADER) {
                    return node;
                }
            }
            rest(begunNs, "nobody leads");
        }
    }

    private void awaitSame() throws TimeoutException {
        final long begunNs = System.nanoTime();
        while (nodes.stream().mapToLong(node -> node.status(GROUP).applied()).distinct().count() > 1) {
            rest(begunNs, "some lag");
        }
    }

    private static void rest(final long begunNs, final String what) throws TimeoutException {
        if (System.nanoTime() - begunNs > TimeUnit.SECONDS.toNanos(LONGEST_SECONDS)) {
            throw new TimeoutException(what + " for " + LONGEST_SECONDS + " s");
        }
        LockSupport.parkNanos(LOOK_NS);
    }

    @Override
    public void close() throws IOException {
        if (client != null) {
            client.close();
        }
        nodes.forEach(FleetNode::close);
    }
}
