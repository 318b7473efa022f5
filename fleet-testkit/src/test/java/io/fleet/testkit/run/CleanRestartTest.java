package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.run.cluster.SnapshotCounts;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stops in good order and what the next start makes of them: three nodes and a client, in virtual time. */
class CleanRestartTest {
    private final ThreeNodes three = new ThreeNodes(GroupConfig.scattered().withRequestTimeoutMillis(60_000),
        (node, incarnation) -> new AddingMachine());
    private final List<SimNode> nodes = three.nodes;
    private final List<Long> answers = three.answers;
    private final SnapshotCounts snapshots = three.snapshots;

    @AfterEach
    void shouldHaveBrokenNoRule() {
        three.assertNoRuleBroken();
    }

    @Test
    void shouldAnswerARepeatedCommandFromTheTableAfterARestart() { // S9, H1
        three.offer(5);
        three.await(() -> answers.equals(List.of(5L)));
        blockAnswers(true);
        three.offer(7);
        three.await(() -> nodes.stream().allMatch(node -> commands(node) == 2));
        nodes.forEach(node -> node.stop(0));
        assertEquals(ThreeNodes.COUNT, snapshots.written);
        assertEquals(List.of(5L), answers);
        nodes.forEach(SimNode::start);
        assertEquals(ThreeNodes.COUNT, snapshots.restored);
        nodes.forEach(node -> assertEquals(0, commands(node), "it has replayed the log"));
        blockAnswers(false);
        three.await(() -> answers.size() == 2);
        assertEquals(List.of(5L, 12L), answers);
        assertTrue(nodes.stream().anyMatch(node -> node.core().group(0).counters().repeatedCommands.get() > 0));
        three.offer(1);
        three.await(() -> answers.size() == 3);
        assertEquals(13, answers.get(2));
        nodes.forEach(node -> assertTrue(commands(node) <= 1, "7 was added twice"));
    }

    @Test
    void shouldRecordWhatIsAppliedBeforeASnapshotOfIt() {
        for (int i = 1; i <= 40; i++) {
            three.offer(i);
        }
        final SimNode node = nodes.get(1);
        three.await(() -> answers.size() == 40 && commands(node) == 40);
        node.stop(0);
        assertEquals(1, snapshots.written);
        node.start();
        assertEquals(1, snapshots.restored);
        assertEquals(0, commands(node), "it has replayed the log");
        assertTrue(node.status().applied() > 0);
        assertEquals(node.status().applied(), node.status().durable());
        three.await(() -> answers.size() == 40 && node.status().applied() == nodes.get(0).status().applied());
        assertEquals(0, commands(node), "the snapshot lacked what was applied");
    }

    @Test
    void shouldStartAfterAPowerFailureAtAnyOperationOfAStop() {
        final SimNode node = nodes.get(2);
        int interrupted = 0;
        while (snapshots.written == 0) {
            final int round = interrupted + 1;
            three.offer(1);
            three.await(() -> answers.size() == round);
            assertEquals(round, answers.get(interrupted));
            node.stop(round);
            interrupted += snapshots.written == 0 ? 1 : 0;
            node.start();
            three.await(() -> node.status().applied() == nodes.get(0).status().applied());
        }
        assertTrue(interrupted > 4, "operations of a stop that were interrupted: " + interrupted);
        final SimNode other = nodes.get(0);
        assertEquals(other.status().sessions(), node.status().sessions());
    }

    private void blockAnswers(final boolean blocked) {
        for (int i = 0; i < ThreeNodes.COUNT; i++) {
            three.network.link(i, ThreeNodes.COUNT).blocked = blocked;
        }
    }

    private static long commands(final SimNode node) {
        return node.core().group(SimCluster.GROUP_ID).counters().commands.get();
    }
}
