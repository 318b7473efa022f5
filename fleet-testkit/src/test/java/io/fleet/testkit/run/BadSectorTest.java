package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.sim.SimMedium;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sectors of old records that nobody has read for long, and that go bad under one of three nodes. In virtual time. */
@Tag("hazard-S-E4")
class BadSectorTest {
    private static final int COMMANDS = 150;
    private static final int HEADER = 4096;
    private static final int BLOCK = 512;

    private final ThreeNodes three = new ThreeNodes(GroupConfig.scattered().withWindowEntries(32)
        .withRequestTimeoutMillis(60_000), (node, incarnation) -> new AddingMachine());

    @Test
    void shouldLetOthersGoElsewhereAndBeRepairedAtTheNextStart() { // S15
        three.await(() -> three.nodes.stream().anyMatch(node -> node.status().role() == Role.LEADER));
        final SimNode leader = three.nodes.stream().filter(node -> node.status().role() == Role.LEADER).findFirst()
            .orElseThrow();
        final SimNode bad = three.nodes.get((leader.nodeId() + 1) % ThreeNodes.COUNT);
        final SimNode late = three.nodes.get((leader.nodeId() + 2) % ThreeNodes.COUNT);
        late.kill();
        final long badSince = bad.restarts();
        offer(COMMANDS);
        three.await(() -> bad.status().durable() == leader.status().applied());
        spoil(bad.media().get(0));

        final long recorded = leader.status().durable();
        leader.kill();
        late.start();
        three.runFor(5_000);
        assertEquals(badSince, bad.restarts());
        assertTrue(bad.isUp(), "it ended for want of a record that another node has");
        assertTrue(bad.media().get(0).faults().hits() > 0, "nobody asked it for what it cannot read");
        assertTrue(late.status().durable() < recorded, "it has it all though nobody could give it");
        leader.start();
        three.await(() -> late.status().durable() >= recorded && leader.status().durable() >= recorded);
        assertEquals(List.of(), three.reports());

        bad.stop(0);
        bad.start();
        assertTrue(bad.isUp(), "a place that cannot be read is damage, and others repair it");
        assertFalse(bad.isVoter(), "it does not hold any more what it had acknowledged");
        assertEquals(1, three.reports().size());
        assertTrue(three.reports().get(0).contains("scattered-00000001.log at offset 4096: it cannot be read, though"
            + " other places of the file can be"), "this medium is not asked for damage: " + three.reports());
        three.await(bad::isVoter);
        offer(1);
        three.await(() -> bad.status().applied() == late.status().applied());
    }

    private void offer(final int commands) {
        final int before = three.answers.size();
        for (int i = 1; i <= commands; i++) {
            final int number = before + i;
            three.offer(i);
            three.await(() -> three.answers.size() == number);
        }
    }

    /** All that the scattered log has recorded by now cannot be read any more. */
    private static void spoil(final SimMedium medium) {
        for (final String file : medium.files()) {
            if (file.startsWith("scattered-") && !file.endsWith(".next")) {
                medium.faults().goBad(file, HEADER + BLOCK, HEADER);
            }
        }
    }
}
