package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.GroupConfig;
import io.fleet.protocol.Role;
import io.fleet.testkit.sim.SimTrace;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A disk that becomes full under one of three nodes, in virtual time. */
class FullDiskTest {
    private static final int COMMANDS = 400;

    private final Notes notes = new Notes();
    private final ThreeNodes three = new ThreeNodes(
        GroupConfig.scattered().withWindowEntries(32).withRequestTimeoutMillis(60_000),
        (node, incarnation) -> new SumMachine(), new SimTrace(notes));
    private final List<SimNode> nodes = three.nodes;

    @AfterEach
    void shouldHaveBrokenNoRule() {
        three.assertNoRuleBroken();
    }

    @Test
    void shouldGoOnWithoutALeaderWhoseDiskIsFullUntilThereIsSpace() { // S13
        final SimNode victim = leader();
        victim.media().forEach(medium -> medium.capacity(0));
        for (int i = 1; i <= COMMANDS; i++) {
            final int number = i;
            three.offer(i);
            three.await(() -> three.answers.size() == number);
        }
        assertEquals(1, said("node " + victim.nodeId() + ": .* is full for the scattered log"));
        assertEquals(0, said(".* has space again .*"));
        assertEquals(1, said("node " + victim.nodeId() + ": LEADER -> FOLLOWER .*"));
        assertEquals(0, said("node " + victim.nodeId() + ": .* the own replica .*"), "it hands over at once");
        assertNotSame(victim, leader());

        victim.media().forEach(medium -> medium.capacity(Long.MAX_VALUE));
        three.await(() -> said("node " + victim.nodeId() + ": .* has space again for the scattered log") == 1);
        three.await(() -> victim.status().durable() == leader().status().applied());
        assertTrue(victim.isUp());
    }

    private SimNode leader() {
        three.await(() -> nodes.stream().anyMatch(node -> node.status().role() == Role.LEADER));
        return nodes.stream().filter(node -> node.status().role() == Role.LEADER).findFirst().orElseThrow();
    }

    private long said(final String what) {
        return notes.lines.stream().filter(line -> line.matches(" *\\d+us " + what)).count();
    }

    /** Keeps what a trace says of nodes. */
    private static final class Notes extends PrintStream {
        private final List<String> lines = new ArrayList<>();

        Notes() {
            super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        }

        @Override
        public void println(final String line) {
            if (line.contains("us node ")) {
                lines.add(line);
            }
        }
    }
}
