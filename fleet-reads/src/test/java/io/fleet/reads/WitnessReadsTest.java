package io.fleet.reads;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.freeMembers;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ClientConfig;
import io.fleet.FleetNode;
import io.fleet.FleetRemoteClient;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.consensus.membership.MemberRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that execute and a witness, over UDP: clients read at every level, wherever they are (G12). */
@Tag("slow")
class WitnessReadsTest {
    private static final byte[] NOTHING = {};
    private static final int NODES = 3;
    private static final int WITNESS = 2;
    private static final GroupConfig CONFIG =
        GroupConfig.scattered().withMaxCommandBytes(1 << 20).withLeases(LeaseConfig.of(200));

    @TempDir
    Path directory;
    private final List<FleetNode> nodes = new ArrayList<>();
    private List<Member> members;

    @BeforeEach
    void launch() throws Exception {
        members = freeMembers(NODES).stream()
            .map(member -> member.nodeId() == WITNESS ? member.withRole(MemberRole.STORAGE) : member).toList();
        for (int node = 0; node < NODES; node++) {
            final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node).members(members)
                .scatteredLog(SCATTERED).orderedLog(ORDERED).directory(directory.resolve("node-" + node));
            nodes.add(FleetNode.launch((node == WITNESS ? config.witness(0, CONFIG)
                : config.group(0, CONFIG, SumMachine::new)).build()));
        }
        await("all are ready", () -> nodes.stream().allMatch(node -> node.health().notReady().isEmpty()));
    }

    @AfterEach
    void close() {
        nodes.forEach(FleetNode::close);
    }

    @Test
    void shouldReadAtEveryLevelFromAWitnessAndFromAnotherProcess() throws Exception { // P1 to P3, L1 to L5
        final List<ReadConsistency> levels = List.of(ReadConsistency.LINEARIZABLE_QUORUM,
            ReadConsistency.LINEARIZABLE_LEASE, ReadConsistency.LINEARIZABLE_LOG);
        final ClientConfig remote =
            new ClientConfig(1, 0, CONFIG, members, "127.0.0.1", TransportKind.MDC, null, null);
        try (FleetClient atWitness = nodes.get(WITNESS).client(0);
             FleetRemoteClient elsewhere = FleetRemoteClient.connect(remote)) {
            final List<FleetClient> readers = List.of(atWitness, elsewhere);
            for (int i = 1; i <= 60; i++) {
                final FleetClient one = readers.get(i % 2);
                assertEquals(i, value(get(readers.get(1 - i % 2).submit(NOTHING))));
                assertEquals(i, value(get(one.read(levels.get(i % 3), NOTHING, NOTHING)).answer()));
            }
            nodes.remove(0).close();
            get(atWitness.submit(NOTHING));
            for (final FleetClient reader : readers) {
                get(reader.submit(NOTHING));
                assertTrue(value(get(reader.read(ReadConsistency.LOCAL, NOTHING, NOTHING)).answer()) > 61);
            }
        }
        assertEquals(0, counted("reads.executed.requests"), "a witness reads nothing");
    }

    private long counted(final String name) {
        return nodes.get(nodes.size() - 1).core().group(0).modeCounters().stream()
            .filter(counter -> counter.name().equals(name)).mapToLong(counter -> counter.counter().get()).sum();
    }
}
