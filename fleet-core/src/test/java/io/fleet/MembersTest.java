package io.fleet;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.delete;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.membership.MemberRole;
import io.fleet.error.ConfigException;
import io.fleet.error.NotAppliedException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.fixture.mark.Expects;
import io.fleet.node.status.MembershipState;
import io.fleet.node.status.NodeEvent;
import io.fleet.storage.StorageException;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.AeronConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that come and go in this process, while commands flow. */
@Tag("slow")
class MembersTest {
    private static final int FOUNDERS = 3;

    @TempDir
    Path directory;
    private AeronTransports transports;
    private final Map<Integer, FleetNode> nodes = new TreeMap<>();

    @BeforeEach
    void launch() {
        transports = AeronTransports.launch(AeronConfig.builder().kind(AeronConfig.Kind.IPC).idle(0, 1_000, 1_000)
            .build());
        for (int i = 0; i < FOUNDERS; i++) {
            start(i);
        }
    }

    @AfterEach
    void close() {
        nodes.values().forEach(node -> node.close(0));
        transports.close();
    }

    @Test
    void shouldGrowToFiveAndReplaceEveryFounderWithoutAFailedCommand() throws Exception {
        final CommandLoad load = new CommandLoad();
        load.begin(nodes.get(0).client(0));
        load.awaitMore();
        for (int joiner = FOUNDERS; joiner < 5; joiner++) {
            start(joiner);
            assertEquals(joiner + 1, get(nodes.get(1).addNode(0, member(joiner))).members().size());
            load.awaitMore();
        }
        load.moveTo(nodes.get(3).client(0));
        for (int gone = 0; gone < 2; gone++) {
            assertEquals(4 - gone, get(nodes.get(4).removeNode(0, gone)).members().size());
            awaitRemoved(gone);
            stop(gone);
            load.awaitMore();
        }
        start(5);
        final Configuration last = get(nodes.get(3).replaceNode(0, 2, member(5)));
        assertEquals(List.of(3, 4, 5), last.members().stream().map(GroupMember::node).sorted().toList());
        awaitRemoved(2);
        stop(2);
        load.awaitMore();
        load.end();
        for (final FleetNode node : nodes.values()) {
            assertEquals(load.acknowledged(), count(node));
        }
        restart(4);
        assertEquals(last.version(), nodes.get(4).members(0).version());
        assertEquals(load.acknowledged(), count(nodes.get(4)));
    }

    @Test
    @Expects("reconfiguration.observer-is-to-vote")
    void shouldPutObserversInThePlaceOfFoundersThatAreLost() throws Exception { // S14
        final CommandLoad load = new CommandLoad();
        load.begin(nodes.get(2).client(0));
        load.awaitMore();
        for (int observer = FOUNDERS; observer < 5; observer++) {
            start(observer);
            get(nodes.get(1).addNode(0, member(observer), MemberRole.REPLICA));
            load.awaitMore();
        }
        await(() -> nodes.values().stream().skip(FOUNDERS)
            .allMatch(node -> node.core().group(0).watch().belonging() == MembershipState.OBSERVER
                && node.health().notReady().isEmpty()));
        assertEquals(0b111, nodes.get(2).members(0).voters());
        assertRefused("node 1 is a member already", nodes.get(2).addNode(0, member(1), MemberRole.REPLICA));
        for (int lost = 0; lost < 2; lost++) {
            stop(lost);
            get(nodes.get(2).replaceNode(0, lost, member(FOUNDERS + lost)));
            load.awaitMore();
        }
        assertEquals(List.of(2, 3, 4), nodes.get(2).members(0).members().stream().filter(GroupMember::voter)
            .map(GroupMember::node).sorted().toList());
        stop(3);
        load.awaitMore();
        load.end();
        assertEquals(load.acknowledged(), count(nodes.get(4)), "it is half of the majority that is left");
    }

    @Test
    void shouldDoWithoutObserversAndLetThemGo() throws Exception { // S14
        get(nodes.get(0).client(0).submit(new byte[8]));
        get(nodes.get(0).addNode(0, member(7), MemberRole.REPLICA));
        get(nodes.get(0).addNode(0, member(8), MemberRole.REPLICA));
        assertEquals(5, get(nodes.get(1).addNode(0, member(8), MemberRole.REPLICA)).members().size(), "once more");
        get(nodes.get(0).client(0).submit(new byte[8]));
        final CompletableFuture<Configuration> learns = nodes.get(0).addNode(0, member(8));
        await(() -> nodes.get(0).members(0).learner().isPresent());
        assertRefused("another change is under way", nodes.get(1).addNode(0, member(9), MemberRole.REPLICA));
        get(nodes.get(2).removeNode(0, 8));
        assertRefused("node 8 was removed before it voted", learns);
        assertEquals(FOUNDERS, get(nodes.get(2).removeNode(0, 7)).members().size());
    }

    @Test
    @Expects("group-host.waiting-member-told")
    void shouldTakeBackAFounderThatLostItsDiskAfterChanges() throws Exception { // S14, S15
        final CommandLoad load = new CommandLoad();
        load.begin(nodes.get(1).client(0));
        load.awaitMore();
        start(3);
        get(nodes.get(1).replaceNode(0, 2, member(3)));
        stop(2);
        load.awaitMore();
        stop(0);
        delete(directory.resolve("node-0"));
        start(0, true);
        await(() -> nodes.get(0).health().notReady().isEmpty());
        stop(3);
        load.awaitMore();
        load.end();
        assertEquals(load.acknowledged(), count(nodes.get(0)), "node 0 is half of the majority that is left");
    }

    @Test
    void shouldNotStartWithDamageWhenItIsTheLastThatVotes() throws Exception { // S14, S15
        get(nodes.get(0).client(0).submit(new byte[8]));
        get(nodes.get(0).removeNode(0, 2));
        get(nodes.get(0).removeNode(0, 1));
        await(() -> nodes.get(0).members(0).members().size() == 1);
        get(nodes.get(0).client(0).submit(new byte[8]));
        stop(0);
        deleteLog(directory.resolve("node-0"));
        final String message = assertThrows(StorageException.class, () -> start(0)).getMessage();
        assertTrue(message.contains("node 0 is the only one that votes"), message);
    }

    @Test
    void shouldTellWhoTheMembersAreWhereItWasRemovedWhileItWasDown() throws Exception {
        get(nodes.get(0).client(0).submit(new byte[8]));
        stop(2);
        get(nodes.get(0).removeNode(0, 2));
        start(2);
        awaitRemoved(2);
        assertEquals(List.of("group 0: is removed from it; its members are 0, 1"), nodes.get(2).health().notReady());
    }

    @Test
    void shouldSayWhyMembersStay() throws Exception {
        get(nodes.get(0).client(0).submit(new byte[8]));
        assertRefused("node 1 is a member already", nodes.get(0).addNode(0, member(1)));
        assertRefused("node 7 is no voter", nodes.get(0).removeNode(0, 7));
        assertThrows(ConfigException.class, () -> nodes.get(0).removeNode(0, 1024));
        final CompletableFuture<Configuration> waits = nodes.get(0).addNode(0, member(9));
        await(() -> nodes.get(1).members(0).member(9) != null);
        assertRefused("another change is under way", nodes.get(1).removeNode(0, 2));
        assertEquals(FOUNDERS, get(nodes.get(1).removeNode(0, 9)).members().size());
        assertRefused("node 9 was removed before it voted", waits);
        assertEquals(FOUNDERS, nodes.get(0).members(0).members().size());
    }

    private void awaitRemoved(final int node) {
        await(() -> nodes.get(node).core().group(0).watch().belonging() == MembershipState.REMOVED);
        assertTrue(nodes.get(node).health().notReady().get(0).startsWith("group 0: is removed from it"));
        assertNull(nodes.get(node).members(0).member(node), "told of the members it had when it was one of them");
        await(() -> nodes.get(node).events().stream().anyMatch(event -> event.kind() == NodeEvent.Kind.REMOVED));
    }

    private void start(final int node) {
        start(node, node >= FOUNDERS);
    }

    private void start(final int node, final boolean joins) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).transport(TransportKind.IPC)
            .scatteredLog(SCATTERED).orderedLog(ORDERED)
            .directory(directory.resolve("node-" + node))
            .group(0, patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20)), AddingMachine::new);
        if (joins) {
            config.members(List.of(member(node), member(1 + node % 2))).joins(true);
        } else {
            config.members(List.of(member(0), member(1), member(2)));
        }
        nodes.put(node, FleetNode.launch(config.build(), List.of(transports)));
    }

    private void stop(final int node) {
        nodes.remove(node).close();
    }

    private void restart(final int node) {
        stop(node);
        start(node);
    }

    private static void deleteLog(final Path root) throws IOException {
        try (Stream<Path> files = Files.list(root)) {
            files.filter(file -> file.getFileName().toString().startsWith("scattered-"))
                .forEach(file -> assertTrue(file.toFile().delete()));
        }
    }

    private static Member member(final int node) {
        return new Member(node, "localhost", node + 1);
    }

    private static void assertRefused(final String reason, final CompletableFuture<?> asked) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> get(asked));
        assertInstanceOf(NotAppliedException.class, failure.getCause());
        assertTrue(failure.getMessage().contains(reason), failure::getMessage);
    }

    private static long count(final FleetNode node) throws Exception {
        try (FleetClient client = node.client(0)) {
            return value(client.query(new byte[0]));
        }
    }
}
