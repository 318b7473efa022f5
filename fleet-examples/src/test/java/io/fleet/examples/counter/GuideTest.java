package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.FleetCluster;
import io.fleet.FleetNode;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.config.GroupConfig;
import io.fleet.error.NoLeaderException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.examples.counter.CounterTest.Counter;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README and guide show besides the counter itself: nodes, clients, reads and failures. */
@Tag("slow")
class GuideTest {
    private static final byte[] TWO = {2, 0, 0, 0};
    private static final int GROUPS = 4;

    static List<Member> members() {
        return List.of(
            new Member(0, "10.0.0.1", 9001), new Member(1, "10.0.0.2", 9001), new Member(2, "10.0.0.3", 9001));
    }

    static FleetNode launch(final int id, final List<Member> members, final Path directory) {
        return FleetNode.launch(NodeConfig.builder()
            .clusterId(1) // one that no other cluster on the same network has
            .nodeId(id)
            .members(members) // the same list on every node
            .directory(directory) // durable; the same at every start
            .group(0, GroupConfig.scattered(), Counter::new)
            .build());
    }

    static FleetClient connect(final List<Member> members, final String thisHost) {
        return FleetRemoteClient.connect(ClientConfig.of(1, members, thisHost));
    }

    static FleetNode launch(final int place, final int nodesPerMachine, final int id, final List<Member> members,
                            final Path data) {
        final NodeConfig.Builder node = NodeConfig.builder()
            .clusterId(1 + place) // the nodes of a place are a cluster
            .nodeId(id) // no other node of any place has it
            .members(members) // those of this place
            .directory(data.resolve("node-" + place));
        for (int group = place; group < GROUPS; group += nodesPerMachine) {
            node.group(group, GroupConfig.scattered(), Counter::new);
        }
        return FleetNode.launch(node.build());
    }

    @Test
    void shouldServeThreeNodesAndARemoteClient(@TempDir final Path directory) throws IOException {
        assertEquals(3, members().size());
        final List<Member> members = freeMembers(0);
        final List<CompletableFuture<FleetNode>> starting = members.stream().map(member -> CompletableFuture
            .supplyAsync(() -> launch(member.nodeId(), members, directory.resolve("n" + member.nodeId())))).toList();
        final List<FleetNode> nodes = starting.stream().map(CompletableFuture::join).toList();
        try (FleetClient remote = connect(members, "127.0.0.1")) {
            assertEquals(2, value(untilApplied(remote)));
            read(nodes.get(1).client(0));
        } finally {
            nodes.forEach(FleetNode::close);
        }
    }

    @Test
    void shouldDivideGroupsAmongSeveralNodesOfAProcess(@TempDir final Path directory) throws IOException {
        final List<CompletableFuture<FleetNode>> starting = new ArrayList<>();
        for (int place = 0; place < 2; place++) {
            final int at = place;
            final List<Member> members = freeMembers(3 * place);
            members.forEach(member -> starting.add(CompletableFuture.supplyAsync(() -> launch(at, 2, member.nodeId(),
                members, directory.resolve("machine-" + member.nodeId() % 3)))));
        }
        final List<FleetNode> nodes = starting.stream().map(CompletableFuture::join).toList();
        try {
            for (int group = 0; group < GROUPS; group++) {
                assertEquals(2, value(untilApplied(nodes.get(group % 2 * 3).client(group))), "group " + group);
            }
        } finally {
            nodes.forEach(FleetNode::close);
        }
    }

    /** A busy machine may take long until there is a leader: what is not applied is sent anew. */
    private static byte[] untilApplied(final FleetClient client) {
        for (int left = 20;; left--) {
            try {
                return client.submit(TWO).join();
            } catch (final CompletionException e) {
                if (left == 0 || !(e.getCause() instanceof NotAppliedException)) {
                    throw e;
                }
            }
        }
    }

    private static void read(final FleetClient client) {
        final byte[] question = new byte[0];
        client.query(question).join(); // like a write
        client.query(ReadConsistency.LINEARIZABLE_QUORUM, new byte[0], question).join(); // asks a majority
        final ReadResult recent = client.read(ReadConsistency.boundedStale(250), new byte[0], question).join();
        final long age = recent.staleNs(); // nanoseconds; no more than 250 ms
        assertEquals(2, value(recent.answer()));
        assertTrue(age <= 250_000_000 + 1_000_000_000, "age " + age);
    }

    @Test
    void shouldTellNotAppliedFromUnknown() {
        try (FleetCluster cluster = FleetCluster.builder()
            .config(GroupConfig.scattered().withRequestTimeoutMillis(2_000)).machine(Counter::new).launch();
             FleetClient client = cluster.client(0)) {
            submit(client, TWO);
            cluster.stop(1);
            submit(client, TWO);
            cluster.stop(2);
            assertInstanceOf(OutcomeUnknownException.class, failure(client), "sent to a leader that hears nobody");
            assertInstanceOf(NoLeaderException.class, failure(client), "not sent");
        }
    }

    private static void submit(final FleetClient client, final byte[] command) {
        try {
            client.submit(command).join();
        } catch (final CompletionException e) {
            if (!(e.getCause() instanceof NotAppliedException)) {
                throw e; // applied, or unknown: see the message
            }
            client.submit(command).join(); // not applied, and never will be: try again
        }
    }

    private static Throwable failure(final FleetClient client) {
        return assertThrows(CompletionException.class, () -> client.submit(TWO).join()).getCause();
    }

    private static long value(final byte[] reply) {
        return ByteBuffer.wrap(reply).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    private static List<Member> freeMembers(final int first) throws IOException {
        final List<Member> members = new ArrayList<>();
        final List<DatagramSocket> sockets = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sockets.add(new DatagramSocket(0, InetAddress.getLoopbackAddress()));
            members.add(new Member(first + i, "127.0.0.1", sockets.get(i).getLocalPort()));
        }
        sockets.forEach(DatagramSocket::close);
        return members;
    }
}
