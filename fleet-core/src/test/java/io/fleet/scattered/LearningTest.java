package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What {@link Learning} costs in messages between nodes, and what it does to those that wait for a choice. */
class LearningTest {
    /** A hop, a flush: each takes one step. */
    private static final long STEP_NS = 50_000;
    private static final int ENTRIES = 120;

    private MiniCluster cluster;
    private MiniCluster.Node leader;
    private long packets;
    private final int[] repliers = new int[2 * ENTRIES];
    private long offered;

    @Test
    void shouldCostFewerMessagesWithOneEntryInFlight() { // HC-12
        assertAll(() -> assertCost(3, 1, "EVERYONE 8.00 in 3.00, LEADER 7.98 in 3.00, ADAPTIVE 5.69 in 3.00, "
            + "COLLECTOR 7.00 in 3.37, AGGREGATOR 7.98 in 3.27, "),
            () -> assertCost(5, 1, "EVERYONE 24.00 in 3.00, LEADER 15.97 in 3.79, ADAPTIVE 11.38 in 3.00, "
                + "COLLECTOR 13.00 in 3.78, AGGREGATOR 14.00 in 3.78, "));
    }

    @Test
    void shouldCostNoMoreThanEveryoneWithManyInFlight() { // HC-12
        assertAll(() -> assertCost(3, 16, "EVERYONE 0.53 in 0.20, LEADER 0.52 in 0.20, ADAPTIVE 0.53 in 0.20, "
            + "COLLECTOR 1.23 in 0.23, AGGREGATOR 1.38 in 0.22, "),
            () -> assertCost(5, 16, "EVERYONE 1.60 in 0.20, LEADER 2.33 in 0.25, ADAPTIVE 1.60 in 0.20, "
                + "COLLECTOR 2.03 in 0.25, AGGREGATOR 2.18 in 0.25, "));
    }

    /** With each policy, in their order; orders count too. */
    private void assertCost(final int nodes, final int inFlight, final String expected) {
        final StringBuilder actual = new StringBuilder();
        final long[] steps = new long[Learning.values().length];
        for (final Learning learning : Learning.values()) {
            begin(learning, nodes);
            steps[learning.ordinal()] = load(inFlight);
            actual.append(String.format(Locale.ROOT, "%s %.2f in %.2f, ", learning, (double) packets / ENTRIES,
                (double) steps[learning.ordinal()] / ENTRIES));
        }
        System.out.println(nodes + " nodes, " + inFlight + " in flight, messages between nodes and steps for each "
            + "entry: " + actual);
        assertEquals(expected, actual.toString());
        assertEquals(steps[Learning.EVERYONE.ordinal()], steps[Learning.ADAPTIVE.ordinal()], "answers take no longer");
    }

    private void begin(final Learning learning, final int nodes) {
        cluster = new MiniCluster(config(learning), nodes, STEP_NS);
        leader = cluster.awaitLeader();
        offered = 0;
        offer();
        cluster.run(5);
        packets = 0;
        cluster.filter = (from, to, message) -> {
            packets += from >= 0 && from != to ? 1 : 0;
            return note(message);
        };
    }

    private static GroupConfig config(final Learning learning) {
        return World.config().withWindowEntries(256).withLearning(learning);
    }

    private boolean note(final Message message) {
        if (message instanceof Order order) {
            for (int i = 0; i < order.count; i++) {
                repliers[(int) order.entries[i].meta.sequence] = order.entries[i].replier;
            }
        }
        return true;
    }

    private void offer() {
        cluster.offer(++offered, leader.protocol.state().leaderBallot());
    }

    private boolean isAnswered(final long sequence) {
        final int replier = repliers[(int) sequence];
        return replier > 0 && cluster.nodes[replier].applied().contains(sequence);
    }

    /** A client keeps so many entries in flight; returns how many steps pass until all are answered. */
    private long load(final int inFlight) {
        final List<Long> waiting = new ArrayList<>();
        long steps = 0;
        long left = ENTRIES;
        while ((left > 0 || !waiting.isEmpty()) && steps < 100 * ENTRIES) {
            for (; left > 0 && waiting.size() < inFlight; left--) {
                offer();
                waiting.add(offered);
            }
            cluster.step();
            steps++;
            waiting.removeIf(this::isAnswered);
        }
        assertTrue(waiting.isEmpty(), "all are answered");
        return steps;
    }

    @Test
    void shouldTellWhatIsChosenSoonThoughNothingIsOrdered() {
        for (final Learning learning : List.of(Learning.LEADER, Learning.ADAPTIVE)) {
            begin(learning, 5);
            offer();
            cluster.run(2);
            for (int id = 1; id < cluster.nodes.length; id++) {
                assertEquals(List.of(1L, 2L), cluster.nodes[id].applied(), learning + ": long before a heartbeat");
            }
        }
    }

    @Test
    void shouldLearnFromTheLeaderWhereAReplierLostAcknowledgements() { // S6
        for (final Learning learning : List.of(Learning.EVERYONE, Learning.LEADER, Learning.ADAPTIVE)) {
            begin(learning, 3);
            cluster.filter = (from, to, message) -> from == to || to == leader.id || !(message instanceof Ack);
            for (int i = 0; i < 6; i++) {
                offer();
                cluster.run(60);
                for (int id = 1; id <= 3; id++) {
                    assertEquals(i + 2, cluster.nodes[id].applied().size(), learning + ", node " + id);
                }
            }
        }
    }

    @Test
    void shouldFindWhatWasAnsweredThoughNobodyElseKnewItToBeChosen() { // S5
        for (final Learning learning : Learning.values()) {
            begin(learning, 3);
            cluster.filter = (from, to, message) -> note(message)
                && !(from == leader.id && message instanceof Order order && order.count == 0);
            offer();
            for (int i = 0; i < 10 && leader.protocol.chosenEntries().chosen() < 2; i++) {
                cluster.step();
            }
            assertEquals(2, leader.protocol.chosenEntries().chosen());
            leader.up = false;
            cluster.heal();
            cluster.run(5_000);
            for (int id = 1; id <= 3; id++) {
                assertTrue(id == leader.id || cluster.nodes[id].applied().contains(2L), learning + ", node " + id);
            }
        }
    }

    @Test
    void shouldTellEveryoneOnceInAnElectionTimeout() { // S11
        begin(Learning.LEADER, 3);
        final int[] heard = new int[4];
        cluster.filter = (from, to, message) -> {
            heard[to] += message.type() == MessageType.ACK && from != to && from != leader.id ? 1 : 0;
            return true;
        };
        cluster.run((int) (4 * config(Learning.LEADER).electionTimeoutMillis()));
        for (int id = 1; id <= 3; id++) {
            assertTrue(id == leader.id || heard[id] >= 3 && heard[id] <= 5, "of the other: " + heard[id]);
        }
    }
}
