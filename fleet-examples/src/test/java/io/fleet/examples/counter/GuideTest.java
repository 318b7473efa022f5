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
import io.fleet.TransportKind;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.client.ReadResult;
import io.fleet.config.GroupConfig;
import io.fleet.error.NoLeaderException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.examples.counter.CounterTest.Counter;
import java.io.IOException;
import java.net.BindException;
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

    static FleetNode launch(final int id, final List<Member> members, final Path directory, final int dutyThreads) {
        final NodeConfig.Builder node = NodeConfig.builder()
            .clusterId(1)
            .nodeId(id)
            .members(members) // each at its first port
            .directory(directory)
            .dutyThreads(dutyThreads); // the same on every node and client, and never another one
        for (int group = 0; group < GROUPS; group++) {
            node.group(group, GroupConfig.scattered(), Counter::new);
        }
        return FleetNode.launch(node.build());
    }

    @Test
    void shouldServeThreeNodesAndARemoteClient(@TempDir final Path directory) throws IOException {
        assertEquals(3, members().size());
        final List<Member> members = freeMembers(1);
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
    void shouldSpreadGroupsOverDutyThreads(@TempDir final Path directory) throws IOException {
        final List<Member> members = freeMembers(2);
        final List<CompletableFuture<FleetNode>> starting = members.stream().map(member -> CompletableFuture
            .supplyAsync(() -> launch(member.nodeId(), members, directory.resolve("n" + member.nodeId()), 2))).toList();
        final List<FleetNode> nodes = starting.stream().map(CompletableFuture::join).toList();
        try (FleetClient remote = FleetRemoteClient.connect(new ClientConfig(1, 3, GroupConfig.scattered(), members,
            "127.0.0.1", TransportKind.MDC, null, null).withDutyThreads(2))) {
            for (int group = 0; group < GROUPS; group++) {
                assertEquals(2, value(untilApplied(nodes.get(group % 3).client(group))), "group " + group);
            }
            assertEquals(4, value(untilApplied(remote)));
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
            submitUntilAnswered(client);
            cluster.stop(1);
            submitUntilAnswered(client);
            cluster.stop(2);
            assertInstanceOf(OutcomeUnknownException.class, failure(client), "sent to a leader that hears nobody");
            assertInstanceOf(NoLeaderException.class, failure(client), "not sent");
        }
    }

    /** However slow the machine is. */
    private static void submitUntilAnswered(final FleetClient client) {
        for (int i = 1;; i++) {
            try {
                submit(client, TWO);
                return;
            } catch (final CompletionException e) {
                if (i == 100 || !(e.getCause() instanceof OutcomeUnknownException)) {
                    throw e;
                }
            }
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

    /** Three members, each of which has so many free ports. */
    private static List<Member> freeMembers(final int ports) throws IOException {
        final List<Member> members = new ArrayList<>();
        final List<DatagramSocket> sockets = new ArrayList<>();
        while (members.size() < 3) {
            final DatagramSocket first = new DatagramSocket(0, InetAddress.getLoopbackAddress());
            sockets.add(first);
            int free = 1;
            try {
                while (free < ports) {
                    sockets.add(new DatagramSocket(first.getLocalPort() + free, InetAddress.getLoopbackAddress()));
                    free++;
                }
                members.add(new Member(members.size(), "127.0.0.1", first.getLocalPort()));
            } catch (final BindException e) {
                assertTrue(free < ports, "one of them is in use: another row");
            }
        }
        sockets.forEach(DatagramSocket::close);
        return members;
    }
}
