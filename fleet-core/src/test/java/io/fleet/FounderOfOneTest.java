package io.fleet;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.delete;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.number;
import static io.fleet.fixture.cluster.Clusters.patient;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.error.ConfigException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.node.status.MembershipState;
import io.fleet.transport.aeron.AeronTransports;
import io.fleet.transport.aeron.config.AeronConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group that one node founds has nobody else to tell that node, later, that the group exists (S14, S15). */
@Tag("slow")
class FounderOfOneTest {
    @TempDir
    Path directory;
    private final AeronTransports transports =
        AeronTransports.launch(AeronConfig.builder().kind(AeronConfig.Kind.IPC).idle(0, 1_000, 1_000).build());
    private final Map<Integer, FleetNode> nodes = new TreeMap<>();

    @AfterEach
    void close() {
        nodes.values().forEach(node -> node.close(0));
        transports.close();
    }

    @Test
    void shouldNotFoundAGroupOfOneUnlessToldTo() {
        final String refused = assertThrows(ConfigException.class, () -> start(0, false)).getMessage();
        assertTrue(refused.contains("to found groups of one, set foundsAlone to true"), refused);
        assertTrue(refused.contains("set joins to true"), refused);
    }

    @Test
    void shouldComeBackToItsGroupWhenItHasLostItsDirectory() throws Exception {
        start(0, true);
        assertEquals(1, add(0, 1));
        for (int joiner = 1; joiner <= 2; joiner++) {
            start(joiner, false);
            get(nodes.get(0).addNode(0, member(joiner)));
        }
        assertEquals(3, add(0, 2));
        nodes.remove(0).close();
        delete(directory.resolve("node-0"));
        assertEquals(7, add(1, 4));
        start(0, true);
        await(() -> nodes.get(0).core().group(0).watch().belonging() == MembershipState.VOTER
            && nodes.get(0).health().notReady().isEmpty());
        assertEquals(3, nodes.get(0).members(0).members().size());
        assertEquals(15, add(0, 8));
    }

    @Test
    void shouldStartAgainWithoutBeingToldOnceItHasFounded() throws Exception {
        start(0, true);
        assertEquals(1, add(0, 1));
        nodes.remove(0).close();
        start(0, false);
        assertEquals(3, add(0, 2));
    }

    private void start(final int node, final boolean alone) {
        final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).transport(TransportKind.IPC)
            .scatteredLog(SCATTERED).orderedLog(ORDERED)
            .directory(directory.resolve("node-" + node)).foundsAlone(alone)
            .group(0, patient(GroupConfig.scattered().withMaxCommandBytes(1 << 20)), AddingMachine::new);
        config.members(List.of(member(0)));
        if (node > 0) {
            config.members(List.of(member(node))).joins(true);
        }
        nodes.put(node, FleetNode.launch(config.build(), List.of(transports)));
    }

    private long add(final int node, final long value) throws Exception {
        final byte[] command = number(value);
        try (FleetClient client = nodes.get(node).client(0)) {
            return value(client.submit(command));
        }
    }

    private static Member member(final int node) {
        return new Member(node, "localhost", node + 1);
    }
}
