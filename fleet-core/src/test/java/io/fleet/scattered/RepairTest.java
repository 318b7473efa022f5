package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whole groups of three in which nodes start with empty disks (S15). */
class RepairTest {
    private final MiniCluster cluster = new MiniCluster(World.config());

    @Test
    void shouldFormWhenAllThreeAreThere() {
        for (int id = 1; id <= 3; id++) {
            cluster.wipe(id, VoterState.NEW);
        }
        cluster.nodes[2].up = false;
        cluster.run(5_000);
        for (int id = 1; id <= 3; id++) {
            assertEquals(VoterState.NEW, cluster.nodes[id].protocol.state().standing());
            assertEquals(Role.FOLLOWER, cluster.nodes[id].protocol.state().role());
        }
        cluster.nodes[2].up = true;
        cluster.awaitLeader();
        cluster.run(200);
        for (int id = 1; id <= 3; id++) {
            assertEquals(VoterState.VOTER, cluster.nodes[id].protocol.state().standing());
        }
    }

    @Test
    void shouldRepairANodeWithEmptyDisks() {
        final MiniCluster.Node leader = write(1, 2, 3);
        final int wiped = leader.id == 3 ? 1 : 3;
        cluster.wipe(wiped, VoterState.NEW);
        final MiniCluster.Node node = cluster.nodes[wiped];
        cluster.run(1_000);
        assertEquals(VoterState.VOTER, node.protocol.state().standing());
        assertEquals(List.of(1L, 2L, 3L), node.applied());
        isolateOtherFollower(leader, wiped);
        cluster.offer(4, leader.protocol.state().leaderBallot());
        cluster.run(500);
        assertEquals(List.of(1L, 2L, 3L, 4L), leader.applied(), "the repaired node makes up the quorum");
    }

    @Test
    void shouldElectWithoutALeaderThatCameBackEmptyAndRepairIt() {
        final MiniCluster.Node leader = write(1, 2);
        final long old = leader.protocol.state().leaderBallot();
        cluster.wipe(leader.id, VoterState.NEW);
        final MiniCluster.Node next = cluster.awaitLeader();
        assertTrue(next.id != leader.id && next.protocol.state().leaderBallot() > old);
        cluster.run(1_000);
        assertEquals(VoterState.VOTER, cluster.nodes[leader.id].protocol.state().standing());
        assertEquals(List.of(1L, 2L), cluster.nodes[leader.id].applied());
    }

    @Test
    void shouldNeverVoteWhenTwoOfThreeCameBackEmpty() {
        final MiniCluster.Node leader = write(1);
        for (int id = 1; id <= 3; id++) {
            if (id != leader.id) {
                cluster.wipe(id, VoterState.NEW);
            }
        }
        cluster.run(20_000);
        for (int id = 1; id <= 3; id++) {
            assertEquals(id == leader.id, cluster.nodes[id].protocol.state().standing() == VoterState.VOTER);
            assertFalse(cluster.nodes[id].protocol.state().role() == Role.LEADER);
        }
        assertEquals(List.of(1L), leader.applied());
    }

    @Test
    void shouldBeginTheRepairAgainAfterACrashInTheMiddle() {
        final MiniCluster.Node leader = write(1, 2, 3);
        final int wiped = leader.id == 3 ? 1 : 3;
        cluster.wipe(wiped, VoterState.LOST);
        boolean seen = false;
        for (int i = 0; i < 40 && cluster.nodes[wiped].protocol.state().standing() != VoterState.VOTER; i++) {
            cluster.run(5 * (1 + i));
            seen |= cluster.nodes[wiped].protocol.state().standing() == VoterState.LOST;
            if (cluster.nodes[wiped].protocol.state().standing() != VoterState.VOTER) {
                cluster.restart(wiped);
            }
        }
        assertTrue(seen);
        assertEquals(VoterState.VOTER, cluster.nodes[wiped].protocol.state().standing());
        assertEquals(List.of(1L, 2L, 3L), cluster.nodes[wiped].applied());
    }

    private MiniCluster.Node write(final long... sequences) {
        final MiniCluster.Node leader = cluster.awaitLeader();
        for (final long sequence : sequences) {
            cluster.offer(sequence, leader.protocol.state().leaderBallot());
        }
        cluster.run(500);
        assertEquals(sequences.length, leader.applied().size());
        assertEquals(leader.id, Ballot.node(leader.protocol.state().leaderBallot()));
        return leader;
    }

    private void isolateOtherFollower(final MiniCluster.Node leader, final int repaired) {
        for (int id = 1; id <= 3; id++) {
            if (id != leader.id && id != repaired) {
                cluster.isolate(id);
            }
        }
    }
}
