package io.fleet;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.error.ConfigException;
import io.fleet.error.NotAppliedException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.node.status.MembershipState;
import io.fleet.node.status.NodeEvent;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.AeronConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a state machine and a witness without one, in this process, while commands flow (G1). */
@Tag("slow")
class WitnessesTest {
    private static final int WITNESS = 2;

    @TempDir
    Path directory;
    private AeronTransports transports;
    private final Map<Integer, FleetNode> nodes = new TreeMap<>();

    @BeforeEach
    void launch() {
        transports = AeronTransports.launch(AeronConfig.builder().kind(AeronConfig.Kind.IPC).idle(0, 1_000, 1_000)
            .build());
        for (int node = 0; node < 3; node++) {
            start(node, node == WITNESS);
        }
    }

    @AfterEach
    void close() {
        nodes.values().forEach(node -> node.close(0));
        transports.close();
    }

    @Test
    void shouldGoOnWithoutAnyOne() throws Exception {
        awaitReady();
        long sum = 0;
        for (int gone = 0; gone < 3; gone++) {
            nodes.remove(gone).close();
            final int other = (gone + 1) % 3;
            get(nodes.get(other).client(0).submit(new byte[8]));
            sum = value(get(nodes.get(other).client(0).query(new byte[0])));
            start(gone, gone == WITNESS);
            awaitReady();
        }
        assertEquals(sum, value(get(nodes.get(WITNESS).client(0).query(new byte[0]))), "asked at the witness");
        assertEquals(MembershipState.WITNESS, nodes.get(WITNESS).core().group(0).watch().belonging());
    }

    @Test
    void shouldTakeThePlaceOfANodeThatExecutesAndOfAnotherWitness() throws Exception {
        get(nodes.get(0).client(0).submit(new byte[8]));
        start(3, false);
        get(nodes.get(1).replaceNode(0, 0, member(3)));
        nodes.remove(0).close();
        get(nodes.get(1).client(0).submit(new byte[8]));
        start(4, true);
        final Configuration replaced =
            get(nodes.get(1).replaceNode(0, WITNESS, member(4).withRole(MemberRole.STORAGE)));
        assertEquals(1L << 4, witnesses(replaced));
        nodes.remove(WITNESS).close();
        get(nodes.get(4).client(0).submit(new byte[8]));
        assertRefused("more than half of those that vote must execute", nodes.get(1).removeNode(0, 3));
        assertRefused("more than half of those that vote must execute",
            nodes.get(1).replaceNode(0, 3, member(5).withRole(MemberRole.STORAGE)));
        assertRefused("node 4 is a member already", nodes.get(1).addNode(0, member(4)));
        assertEquals(2, get(nodes.get(1).removeNode(0, 4)).members().size());
        get(nodes.get(3).client(0).submit(new byte[8]));
    }

    @Test
    void shouldSayWhichRolesDoNotFit() {
        final List<Member> two = List.of(member(0), member(1).withRole(MemberRole.STORAGE));
        assertThrown("1 of 2 members have role STORAGE, but at most 0 may have", config(0, false).members(two));
        final List<Member> three = List.of(member(0), member(1), member(2).withRole(MemberRole.STORAGE));
        assertThrown("has a state machine, but its member has role STORAGE", config(2, false).members(three));
        assertThrown("has no state machine, but its member has role FULL", config(0, true).members(three));
        assertThrown("founders must have FULL or STORAGE",
            config(0, false).members(List.of(member(0), member(1).withRole(MemberRole.REPLICA))));
        assertThrown("only groups of mode SCATTERED", config(0, false).members(three)
            .group(1, GroupConfig.coded(2, 2), AddingMachine::new));
    }

    @Test
    void shouldNeverVoteWhereItIsAddedAsWhatItIsNot() throws Exception {
        get(nodes.get(0).client(0).submit(new byte[8]));
        start(3, true);
        final CompletableFuture<Configuration> never = nodes.get(0).addNode(0, member(3));
        await(() -> nodes.get(3).events().stream().map(NodeEvent::reason)
            .anyMatch(reason -> reason.contains("has no state machine, but has role FULL")));
        get(nodes.get(0).client(0).submit(new byte[8]));
        assertEquals(0b111, nodes.get(0).members(0).voters());
        get(nodes.get(1).removeNode(0, 3));
        assertRefused("node 3 was removed before it voted", never);
    }

    private void awaitReady() {
        await(() -> nodes.values().stream().allMatch(node -> node.health().notReady().isEmpty()));
    }

    private static long witnesses(final Configuration configuration) {
        return configuration.members().stream().filter(member -> member.isWitness() && member.voter())
            .mapToLong(member -> 1L << member.node()).sum();
    }

    private void start(final int node, final boolean isWitness) {
        final NodeConfig.Builder config = config(node, isWitness);
        if (node < 3) {
            config.members(List.of(member(0), member(1), member(2).withRole(MemberRole.STORAGE)));
        } else {
            config.members(List.of(member(node), member(1))).joins(true);
        }
        nodes.put(node, FleetNode.launch(config.build(), List.of(transports)));
    }

    private NodeConfig.Builder config(final int node, final boolean isWitness) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).transport(TransportKind.IPC)
            .scatteredLog(SCATTERED).orderedLog(ORDERED).directory(directory.resolve("node-" + node));
        final GroupConfig group = patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20));
        return isWitness ? config.witness(0, group) : config.group(0, group, AddingMachine::new);
    }

    private static Member member(final int node) {
        return new Member(node, "localhost", node + 1);
    }

    private static void assertThrown(final String reason, final NodeConfig.Builder config) {
        final String message = assertThrows(ConfigException.class, config::build).getMessage();
        assertTrue(message.contains(reason), message);
    }

    private static void assertRefused(final String reason, final CompletableFuture<?> asked) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(asked));
        assertInstanceOf(NotAppliedException.class, failure.getCause());
        assertTrue(failure.getMessage().contains(reason), failure::getMessage);
    }
}
