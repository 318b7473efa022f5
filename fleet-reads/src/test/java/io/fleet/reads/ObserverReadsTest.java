package io.fleet.reads;

import static io.fleet.fixture.cluster.Clusters.ORDERED;
import static io.fleet.fixture.cluster.Clusters.SCATTERED;
import static io.fleet.fixture.cluster.Clusters.await;
import static io.fleet.fixture.cluster.Clusters.freeMembers;
import static io.fleet.fixture.cluster.Clusters.get;
import static io.fleet.fixture.cluster.Clusters.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
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

/** Two observers beside three nodes that vote, over UDP: what they read is as new as what a voter reads. */
@Tag("slow")
class ObserverReadsTest {
    private static final byte[] NOTHING = {};
    private static final int VOTERS = 3;
    private static final int NODES = 5;

    @TempDir
    Path directory;
    private final List<FleetNode> nodes = new ArrayList<>();
    private List<Member> members;

    @BeforeEach
    void launch() throws Exception {
        members = freeMembers(NODES);
        for (int node = 0; node < NODES; node++) {
            final NodeConfig.Builder config = NodeConfig.builder().clusterId(1).nodeId(node)
                .scatteredLog(SCATTERED).orderedLog(ORDERED)
                .directory(directory.resolve("node-" + node))
                .group(0, GroupConfig.scattered().withMaxCommandBytes(1 << 20).withLeases(LeaseConfig.of(200)),
                    SumMachine::new);
            nodes.add(FleetNode.launch((node < VOTERS ? config.members(members.subList(0, VOTERS))
                : config.members(List.of(members.get(node), members.get(0))).joins(true)).build()));
        }
        get(nodes.get(0).client(0).submit(NOTHING));
        for (int node = VOTERS; node < NODES; node++) {
            get(nodes.get(0).addNode(0, members.get(node), MemberRole.REPLICA));
        }
        await("all are ready", () -> nodes.stream().allMatch(node -> node.health().notReady().isEmpty()));
    }

    @AfterEach
    void close() {
        nodes.forEach(FleetNode::close);
    }

    @Test
    void shouldSeeEachWriteAtOnceAtEveryLevel() throws Exception { // P1 to P3, L1 to L5
        final FleetClient writer = nodes.get(1).client(0);
        final List<FleetClient> readers = List.of(nodes.get(3).client(0), nodes.get(4).client(0));
        final List<ReadConsistency> levels = List.of(ReadConsistency.LINEARIZABLE_QUORUM,
            ReadConsistency.LINEARIZABLE_LEASE, ReadConsistency.LINEARIZABLE_LOG);
        for (int i = 2; i <= 91; i++) {
            assertEquals(i, value(get(writer.submit(new byte[i]))));
            final FleetClient reader = readers.get(i % 2);
            assertEquals(i, value(get(reader.read(levels.get(i % 3), NOTHING, NOTHING)).answer()));
        }
        for (final FleetClient reader : readers) {
            get(reader.submit(NOTHING));
            final long seen = value(get(reader.read(ReadConsistency.LOCAL, NOTHING, NOTHING)).answer());
            assertTrue(seen >= 92, "its own write, and " + seen);
        }
        for (int node = VOTERS; node < NODES; node++) {
            assertTrue(counted(nodes.get(node), "reads.executed.requests") > 0, "node " + node + " reads itself");
        }
    }

    @Test
    void shouldReadOnWhereAVoterIsAway() throws Exception {
        nodes.remove(2).close();
        final FleetClient reader = nodes.get(3).client(0);
        for (int i = 2; i <= 20; i++) {
            assertEquals(i, value(get(nodes.get(0).client(0).submit(NOTHING))));
            assertEquals(i, value(get(reader.read(ReadConsistency.LINEARIZABLE_QUORUM, NOTHING, NOTHING)).answer()));
        }
    }

    private static long counted(final FleetNode node, final String name) {
        return node.core().group(0).modeCounters().stream().filter(counter -> counter.name().equals(name))
            .mapToLong(counter -> counter.counter().get()).sum();
    }
}
