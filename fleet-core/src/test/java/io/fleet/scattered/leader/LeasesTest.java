package io.fleet.scattered.leader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.TransferOutcome;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.Asked;
import io.fleet.scattered.MiniCluster;
import io.fleet.scattered.World;
import org.junit.jupiter.api.Test;

/** Leases of three whole nodes in virtual time; one hop takes 5 ms, an election timeout 400 ms. */
class LeasesTest {
    private static final int LENGTH = 1_200;

    private final MiniCluster cluster = new MiniCluster(World.config().withLeases(new LeaseConfig(LENGTH, 1_000)));

    @Test
    void shouldElectNobodyBeforeALeaseIsOverAfterTheStart() { // L3
        cluster.run(LENGTH);
        for (int id = 1; id <= 3; id++) {
            assertEquals(0, cluster.nodes[id].counters.elections.get());
        }
        cluster.awaitLeader();
    }

    @Test
    void shouldTellWhatItHasOrderedWhileItHoldsALease() { // L5
        final MiniCluster.Node leader = settled();
        assertEquals(leader.protocol.state().ordered(), mark(leader));
        cluster.offer(2, leader.protocol.state().leaderBallot());
        final long before = mark(leader);
        cluster.run(5);
        assertEquals(before + 1, mark(leader));
        assertTrue(mark(leader) > leader.protocol.chosenEntries().chosen(), "whether it is chosen or not");
        final MiniCluster.Node other = cluster.nodes[leader.id % 3 + 1];
        assertEquals(ReadMarks.SILENT, mark(other));
        assertEquals(leader.id, other.protocol.readMarks().leader());
    }

    @Test
    void shouldElectNobodyElseWhileALeaseMayCount() { // L1, L2
        final MiniCluster.Node leader = settled();
        final long[] grantedNs = new long[1];
        cluster.filter = (from, to, message) -> {
            grantedNs[0] = message.type() == MessageType.LEASE_GRANT ? cluster.now() : grantedNs[0];
            return true;
        };
        cluster.run(LENGTH / 2);
        cluster.isolate(leader.id);
        assertTrue(cluster.now() - grantedNs[0] < LENGTH / 4 * World.MS, "it is renewed");
        while (cluster.now() - grantedNs[0] < (LENGTH - 10) * World.MS) {
            cluster.run(5);
            for (int id = 1; id <= 3; id++) {
                assertTrue(id == leader.id || cluster.nodes[id].protocol.state().role() != Role.LEADER,
                    "after " + (cluster.now() - grantedNs[0]));
            }
        }
        cluster.run(4 * LENGTH);
        assertEquals(ReadMarks.SILENT, mark(leader));
        final MiniCluster.Node next = cluster.nodes[leader.id % 3 + 1].protocol.state().role() == Role.LEADER
            ? cluster.nodes[leader.id % 3 + 1] : cluster.nodes[(leader.id + 1) % 3 + 1];
        assertEquals(Role.LEADER, next.protocol.state().role());
        assertNotEquals(ReadMarks.SILENT, mark(next));
    }

    @Test
    void shouldHandOverWithoutWaitingForTheLeaseToEnd() { // L4
        final MiniCluster.Node old = settled();
        final MiniCluster.Node next = cluster.nodes[old.id % 3 + 1];
        cluster.filter = (from, to, message) -> {
            if (message instanceof LeadershipTransfer) {
                assertEquals(ReadMarks.SILENT, mark(old), "it counts on nothing when it asks another to lead");
            }
            return true;
        };
        cluster.transfer(old.id, next.id, TransferOutcome.NONE);
        cluster.run(100);
        assertEquals(Role.LEADER, next.protocol.state().role());
        assertEquals(ReadMarks.SILENT, mark(old));
        cluster.run(400);
        assertNotEquals(ReadMarks.SILENT, mark(next));
    }

    @Test
    @Expects("announcer.waits-after-its-start")
    void shouldHandOverToWhoDoesNotWaitAfterItsStart() { // L3
        final MiniCluster.Node old = settled();
        final int next = old.id % 3 + 1;
        final int restarted = next % 3 + 1;
        cluster.restart(restarted);
        cluster.nodes[restarted].protocol.election().orElseThrow().priority(LeaderFitness.MAX_PRIORITY);
        cluster.run(150);
        final Asked asked = new Asked();
        cluster.transfer(old.id, restarted, asked);
        assertTrue(asked.outcomes.get(0).contains("waits after its start"), asked.outcomes.get(0));
        cluster.transfer(old.id, LeadershipTransferRequest.ANY, asked);
        cluster.run(100);
        assertEquals("node " + next, asked.outcomes.get(1));
        cluster.run(LENGTH);
        cluster.transfer(next, LeadershipTransferRequest.ANY, asked);
        cluster.run(100);
        assertEquals("node " + restarted, asked.outcomes.get(2), "it has waited, and has the highest priority");
    }

    @Test
    void shouldHoldALeaseAgainWhenNobodyTookOver() { // L4
        final MiniCluster.Node old = settled();
        cluster.filter = (from, to, message) -> !(message instanceof Promise && from != to);
        cluster.transfer(old.id, old.id % 3 + 1, TransferOutcome.NONE);
        cluster.run(100);
        assertEquals(ReadMarks.SILENT, mark(old));
        cluster.heal();
        cluster.run(5_000);
        assertEquals(1, java.util.stream.IntStream.rangeClosed(1, 3)
            .filter(id -> mark(cluster.nodes[id]) != ReadMarks.SILENT).count());
    }

    @Test
    void shouldHoldNoLeaseWithoutAQuorumThatGrants() { // L2
        final MiniCluster.Node leader = settled();
        cluster.filter = (from, to, message) -> !(message instanceof LeaseRequest) || from == to;
        cluster.run(2 * LENGTH);
        assertEquals(Role.LEADER, leader.protocol.state().role());
        assertEquals(ReadMarks.SILENT, mark(leader));
        cluster.heal();
        cluster.run(LENGTH);
        assertNotEquals(ReadMarks.SILENT, mark(leader));
    }

    @Test
    void shouldGrantAndElectNobodyForALeaseAfterARestart() { // L3
        final MiniCluster.Node leader = settled();
        for (int id = 1; id <= 3; id++) {
            if (id != leader.id) {
                cluster.restart(id);
            }
        }
        cluster.nodes[leader.id].up = false;
        cluster.run(LENGTH);
        for (int id = 1; id <= 3; id++) {
            assertFalse(id != leader.id && cluster.nodes[id].counters.elections.get() > 0);
        }
        cluster.run(3 * LENGTH);
        assertTrue(java.util.stream.IntStream.rangeClosed(1, 3)
            .anyMatch(id -> cluster.nodes[id].up && cluster.nodes[id].protocol.state().role() == Role.LEADER));
    }

    private MiniCluster.Node settled() {
        final MiniCluster.Node leader = cluster.awaitLeader();
        cluster.offer(1, leader.protocol.state().leaderBallot());
        cluster.run(200);
        assertEquals(Role.LEADER, leader.protocol.state().role());
        return leader;
    }

    private long mark(final MiniCluster.Node node) {
        return node.protocol.readMarks().leaseMark(cluster.now());
    }
}
