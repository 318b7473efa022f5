package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.common.Role;
import io.fleet.error.FleetException;
import io.fleet.error.NotAppliedException;
import io.fleet.error.OutcomeUnknownException;
import io.fleet.fixture.machine.AddingMachine;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.sim.SimTrace;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A disk that becomes full under one of three nodes, in virtual time. */
class FullDiskTest {
    private static final int COMMANDS = 400;

    private final Notes notes = new Notes();
    private final ThreeNodes three = new ThreeNodes(
        GroupConfig.scattered().withWindowEntries(32).withRequestTimeoutMillis(60_000),
        (node, incarnation) -> new AddingMachine(), new SimTrace(notes));
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

    /** What is ordered waits for space, and may be applied later: its caller is told that it is not known. */
    @Test
    @Tag("hazard-U-full")
    void shouldRefuseCommandsAndNameNodesAndDisksWhereSoManyAreFullThatNothingCanBeChosen() { // S13
        final ThreeNodes short3 = new ThreeNodes(GroupConfig.scattered().withWindowEntries(32)
            .withRequestTimeoutMillis(3_000), (node, incarnation) -> new AddingMachine(), new SimTrace());
        short3.failures = new ArrayList<>();
        short3.await(() -> short3.nodes.stream().anyMatch(node -> node.status().role() == Role.LEADER));
        final SimNode leader = short3.nodes.stream().filter(node -> node.status().role() == Role.LEADER).findFirst()
            .orElseThrow();
        final List<SimNode> followers = short3.nodes.stream().filter(node -> node != leader).toList();
        followers.forEach(node -> node.media().forEach(medium -> medium.capacity(0)));
        int offered = 0;
        while (short3.failures.size() < 5) {
            final int outcomes = ++offered;
            short3.offer(1);
            short3.await(() -> short3.answers.size() + short3.failures.size() == outcomes);
            assertTrue(offered < COMMANDS, "they never became full");
        }
        final List<FleetException> failures = List.copyOf(short3.failures);
        assertTrue(failures.stream().filter(OutcomeUnknownException.class::isInstance).count() <= 1,
            failures.toString());
        final FleetException last = failures.get(failures.size() - 1);
        assertEquals(NotAppliedException.class, last.getClass());
        for (final SimNode full : followers) {
            assertTrue(last.getMessage().contains("node " + full.nodeId() + ": the scattered log in node-"
                + full.nodeId() + "/disk-0"), last.getMessage());
        }
        followers.get(0).media().forEach(medium -> medium.capacity(Long.MAX_VALUE));
        final int outcomes = offered + 1;
        short3.offer(1);
        short3.await(() -> short3.answers.size() + short3.failures.size() == outcomes);
        assertEquals(failures, short3.failures, "there is space again");
        short3.assertNoRuleBroken();
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
