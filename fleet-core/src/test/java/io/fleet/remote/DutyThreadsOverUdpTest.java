package io.fleet.remote;

import static io.fleet.fixture.cluster.Clusters.LOOPBACK;
import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.freeMembers;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.FleetNode;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.error.ConfigException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.node.status.MembershipState;
import io.fleet.node.status.NodeEvent;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of two duty threads, each with a port of its own. */
@Tag("slow")
class DutyThreadsOverUdpTest {
    private static final int THREADS = 2;
    private static final int FOUNDERS = 3;
    private static final GroupConfig CONFIG = patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20));

    @TempDir
    Path directory;
    private final List<FleetNode> nodes = new ArrayList<>();
    private List<Member> members;

    @BeforeEach
    void launch() throws Exception {
        members = freeMembers(FOUNDERS + 1, THREADS);
        for (int node = 0; node < FOUNDERS; node++) {
            nodes.add(FleetNode.launch(node(node, THREADS).members(members.subList(0, FOUNDERS)).build()));
        }
    }

    @AfterEach
    void close() {
        nodes.forEach(FleetNode::close);
    }

    private NodeConfig.Builder node(final int node, final int threads) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).dutyThreads(threads)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).directory(directory.resolve("node-" + node));
        for (int group = 0; group < 3; group++) {
            config.group(group, CONFIG, AddingMachine::new);
        }
        return config;
    }

    @Test
    void shouldServeRemoteClientsOfAllGroups() throws Exception {
        for (int group = 0; group < 3; group++) {
            try (FleetRemoteClient client = client(group, THREADS)) {
                assertEquals(4 + group, value(client.submit(number(4 + group))));
            }
        }
    }

    @Test
    void shouldTellAClientWhichNumberItShouldHaveBeenGiven() {
        assertRefused("dutyThreads is 1, but must be 2", 0, 1);
        assertRefused("groupId is 1, but must be one of 0, 2, which one of the 2 duty threads there hosts", 1, 1);
    }

    private void assertRefused(final String why, final int group, final int threads) {
        try (FleetRemoteClient client = client(group, threads)) {
            final ExecutionException failure =
                assertThrows(ExecutionException.class, () -> get(client.submit(number(1))));
            assertEquals(ConfigException.class, failure.getCause().getClass());
            assertTrue(failure.getCause().getMessage().contains(why), failure.getCause().getMessage());
        }
    }

    @Test
    void shouldTakeInANodeAtThePortOfEachThread() throws Exception {
        nodes.add(FleetNode.launch(joiner(THREADS)));
        for (int group = 0; group < 2; group++) {
            final Configuration grown = get(nodes.get(1).addNode(group, members.get(FOUNDERS)));
            final String address = LOOPBACK + ":" + members.get(FOUNDERS).port();
            assertEquals(address, grown.member(FOUNDERS).endpoint(), "as it was given, whatever the thread");
            assertEquals(address, nodes.get(0).members(group).member(FOUNDERS).endpoint());
            assertEquals(5, value(nodes.get(FOUNDERS).client(group).submit(number(5))));
        }
        await("it votes", () -> nodes.get(FOUNDERS).group(1).watch().belonging() == MembershipState.VOTER);
    }

    @Test
    void shouldTakeNothingBeforeAllPortsAreThere() throws Exception {
        final Member joiner = members.get(FOUNDERS);
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(LOOPBACK, joiner.port() + 1))) {
            assertTrue(taken.isBound());
            assertThrows(RuntimeException.class, () -> FleetNode.launch(joiner(THREADS)));
        }
        FleetNode.launch(joiner(1)).close();
        assertTrue(assertThrows(ConfigException.class, () -> FleetNode.launch(joiner(THREADS))).getMessage()
            .startsWith("dutyThreads is 2, but must be 1"), "from the first start on that came about");
    }

    @Test
    void shouldNotTakeANodeAtAnothersPorts() throws Exception {
        final Member near = new Member(9, LOOPBACK, members.get(1).port() + 1);
        final ExecutionException failure =
            assertThrows(ExecutionException.class, () -> get(nodes.get(0).addNode(0, near)));
        assertTrue(failure.getCause().getMessage().contains("is among the ports of the 2 duty threads of node 1"),
            failure.getCause().getMessage());
    }

    @Test
    void shouldTellThatANodeWasGivenAnotherNumber() throws Exception {
        nodes.add(FleetNode.launch(joiner(1)));
        nodes.get(1).addNode(0, members.get(FOUNDERS));
        await("node 3 is told of", () -> nodes.get(FOUNDERS).events().stream()
            .anyMatch(event -> event.kind() == NodeEvent.Kind.FOREIGN_CONFIG));
    }

    private NodeConfig joiner(final int threads) {
        return node(FOUNDERS, threads).members(List.of(members.get(0), members.get(FOUNDERS))).joins(true).build();
    }

    private FleetRemoteClient client(final int group, final int threads) {
        return FleetRemoteClient.connect(new ClientConfig(1, group, CONFIG, members.subList(0, FOUNDERS), LOOPBACK,
            TransportKind.MDC, null, null).withDutyThreads(threads));
    }
}
