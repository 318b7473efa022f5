package io.fleet.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.Learning;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Order;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What a collector spares the leader, and what becomes of a group whose collector is lost. */
class CollectorTest {
    /** A hop, a flush: each takes one step. */
    private static final long STEP_NS = 50_000;
    private static final int ENTRIES = 120;

    private MiniCluster cluster;
    private MiniCluster.Node leader;
    private long offered;
    private int collector;

    @Test
    void shouldTellALeaderOfAnEntryInAsManyPacketsWhateverTheVoters() { // CM-02, HC-17
        assertEquals("3: in 2.00 out 3.00, 5: in 2.00 out 5.00, 7: in 2.00 out 7.00, 9: in 2.00 out 9.00, ",
            cost(Learning.COLLECTOR));
    }

    @Test
    void shouldHaveALeaderSendAnEntryInAsManyPacketsWhateverTheVoters() { // HC-16
        assertEquals("3: in 3.00 out 2.00, 5: in 3.00 out 2.00, 7: in 3.00 out 2.00, 9: in 3.00 out 2.00, ",
            cost(Learning.AGGREGATOR));
    }

    /** Packets that the leader receives and sends for each entry, one at a time. */
    private String cost(final Learning learning) {
        final StringBuilder text = new StringBuilder();
        for (int nodes = 3; nodes <= 9; nodes += 2) {
            begin(learning, nodes);
            final int[] packets = new int[2];
            cluster.filter = (from, to, message) -> {
                packets[0] += from > 0 && from != to && to == leader.id ? 1 : 0;
                packets[1] += from != to && from == leader.id ? 1 : 0;
                return true;
            };
            for (int i = 0; i < ENTRIES; i++) {
                offer();
                awaitApplied();
            }
            text.append(String.format(Locale.ROOT, "%d: in %.2f out %.2f, ", nodes, (double) packets[0] / ENTRIES,
                (double) packets[1] / ENTRIES));
        }
        return text.toString();
    }

    @Test
    void shouldPassByACollectorThatIsLost() { // CM 5: what it counted is lost with it
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            begin(learning, 5);
            offer();
            awaitApplied();
            final int lost = collector;
            cluster.nodes[lost].up = false;
            offer();
            final int steps = awaitApplied();
            assertTrue(steps * STEP_NS <= 8 * World.MS, learning + ": within milliseconds, not " + steps + " steps");
            assertTrue(collector != lost, "another one");
            offer();
            assertTrue(awaitApplied() * STEP_NS <= World.MS, learning + ": and then as before");
        }
    }

    @Test
    void shouldGoOnWithoutACollectorWhereAllAreSilent() {
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            begin(learning, 5);
            cluster.filter = (from, to, message) -> note(message) && message.type() != MessageType.COLLECTED_ACKS;
            offer();
            awaitApplied();
            cluster.run(30);
            assertEquals(Ack.NOBODY, collector, "all were passed by");
            offer();
            assertTrue(awaitApplied() * STEP_NS <= 2 * World.MS, learning + ": acknowledgements go to the leader");
            cluster.filter = (from, to, message) -> note(message);
            cluster.run(600);
            assertTrue(collector != Ack.NOBODY, "those that have rested are asked again");
        }
    }

    @Test
    void shouldPassByACollectorThatDoesNotHearEnough() {
        begin(Learning.COLLECTOR, 5);
        final int deaf = collector;
        cluster.filter = (from, to, message) -> note(message)
            && (message.type() != MessageType.ACK || to != deaf || from == leader.id || from == deaf);
        for (int i = 0; i < 20 && collector == deaf; i++) {
            offer();
            awaitApplied();
        }
        assertTrue(collector != deaf, "nothing is chosen by it");
    }

    @Test
    void shouldPassByACollectorWhoseOrdersDoNotReachAMember() { // HC-18
        begin(Learning.AGGREGATOR, 5);
        final int former = collector;
        final int cut = other(former);
        cluster.filter = (from, to, message) -> note(message) && (from != former || to != cut);
        for (int i = 0; i < 40 && collector == former; i++) {
            offer();
            cluster.run(10);
        }
        assertTrue(collector != former, "a member has asked for what it missed");
        cluster.run(200);
        assertEquals(offered, cluster.nodes[cut].applied().stream().filter(id -> id > 0).count());
    }

    @Test
    void shouldKeepItsLeaderWithAnotherVoterDown() {
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            begin(learning, 3);
            final int down = other(collector);
            cluster.nodes[down].up = false;
            final MiniCluster.Node before = leader;
            for (int i = 0; i < 5; i++) {
                cluster.run(700);
                offer();
                awaitApplied();
            }
            assertEquals(Role.LEADER, before.protocol.state().role(), learning.toString());
        }
    }

    @Test
    void shouldKeepItsLeaderAtRestWithACollectorThatHearsNobody() {
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            begin(learning, 5);
            final MiniCluster.Node before = leader;
            cluster.filter = (from, to, message) -> note(message) && (to != collector || from == leader.id
                || from == to);
            cluster.run(5_000);
            assertEquals(Role.LEADER, before.protocol.state().role(), learning.toString());
        }
    }

    @Test
    void shouldKeepAnAggregatorWhoseOrdersHeartbeatsOvertake() {
        begin(Learning.AGGREGATOR, 5);
        final int former = collector;
        for (int i = 0; i < 2_000; i++) {
            offer();
            awaitApplied();
            cluster.step();
        }
        assertEquals(former, collector);
    }

    @Test
    void shouldPassByACollectorThatIsLostUnderLoad() {
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            begin(learning, 5);
            final int lost = collector;
            cluster.nodes[lost].up = false;
            for (int i = 0; i < 160 && collector == lost; i++) {
                offer();
                cluster.step();
            }
            assertTrue(collector != lost, learning + ": within 8 ms");
        }
    }

    @Test
    void shouldTellSoonWhatIsChosenToWhoeverACollectorDoesNotReach() { // S6
        begin(Learning.COLLECTOR, 5);
        final int cut = other(collector);
        cluster.filter = (from, to, message) -> note(message)
            && (message.type() != MessageType.COLLECTED_ACKS || to != cut);
        offer();
        assertTrue(awaitApplied() * STEP_NS <= 7 * World.MS, "long before a heartbeat");
    }

    @Test
    void shouldBelieveNobodyThatTheLeaderHasNotAsked() { // M3, S15
        begin(Learning.ADAPTIVE, 5);
        cluster.filter = (from, to, message) -> note(message) && (from == to || !(message instanceof Ack));
        offer();
        cluster.run(3);
        final CollectedAcks told = new CollectedAcks();
        told.ballot = leader.protocol.state().leaderBallot();
        final Ack ack = new Ack();
        ack.cumulative = 100;
        final Order order = new Order();
        order.ballot = told.ballot;
        order.configuration = 0;
        order.highest = 2;
        order.chosen = 2;
        order.passedOn = true;
        for (int id = 1; id <= 5; id++) {
            told.add(id, 0, ack);
        }
        for (int id = 1; id <= 5; id++) {
            cluster.nodes[id].take(other(id), told, cluster.now());
            cluster.nodes[id].take(other(id), order, cluster.now());
            assertEquals(offered - 1, cluster.nodes[id].protocol.chosenEntries().chosen(), "only it itself says so");
        }
    }

    @Test
    void shouldNotTakeALeaderForAliveByWhatOthersPassOn() {
        begin(Learning.AGGREGATOR, 5);
        final Order late = new Order();
        cluster.filter = (from, to, message) -> {
            if (message instanceof Order order && order.count > 0 && from == collector) {
                late.set(order);
            }
            return note(message);
        };
        offer();
        awaitApplied();
        assertTrue(late.passedOn);
        final int slow = collector;
        leader.up = false;
        int millis = 0;
        for (; millis < 20_000 && leads(leader.id) == 0; millis++) {
            cluster.run(1);
            for (int id = 1; id <= 5; id++) {
                cluster.nodes[id].take(slow, late, cluster.now());
            }
        }
        assertTrue(millis < 10_000, "another one leads after " + millis + " ms");
    }

    private int leads(final int not) {
        for (int id = 1; id < cluster.nodes.length; id++) {
            if (id != not && cluster.nodes[id].protocol.state().role() == Role.LEADER) {
                return id;
            }
        }
        return 0;
    }

    @Test
    void shouldLoseNothingWithACollectorThatFailsAtEachStep() { // CM 5, HC-20
        for (final Learning learning : List.of(Learning.COLLECTOR, Learning.AGGREGATOR)) {
            for (int steps = 0; steps < 8; steps++) {
                begin(learning, 5);
                final int lost = collector;
                offer();
                for (int i = 0; i < steps; i++) {
                    cluster.step();
                }
                cluster.nodes[lost].up = false;
                awaitApplied();
                for (int id = 1; id < cluster.nodes.length; id++) {
                    assertTrue(id == lost || cluster.nodes[id].applied().contains(offered), learning + " " + steps);
                }
            }
        }
    }

    private void begin(final Learning learning, final int nodes) {
        cluster = new MiniCluster(config(learning), nodes, STEP_NS);
        cluster.filter = (from, to, message) -> note(message);
        leader = cluster.awaitLeader();
        offered = 0;
        offer();
        cluster.run(60);
        assertTrue(learning == Learning.ADAPTIVE || collector > 0, "one is asked");
    }

    private static GroupConfig config(final Learning learning) {
        return World.config().withWindowEntries(256).withLearning(learning);
    }

    private boolean note(final Message message) {
        if (message instanceof Order order) {
            collector = order.collector;
        }
        return true;
    }

    private int other(final int than) {
        for (int id = 1; id < cluster.nodes.length; id++) {
            if (id != than && id != leader.id) {
                return id;
            }
        }
        throw new AssertionError("nobody else");
    }

    private void offer() {
        cluster.offer(++offered, leader.protocol.state().leaderBallot());
    }

    /** Until all that are up have applied what was offered; returns how many steps pass. */
    private int awaitApplied() {
        for (int steps = 0; steps < 100_000; steps++) {
            boolean all = true;
            for (int id = 1; id < cluster.nodes.length; id++) {
                all &= !cluster.nodes[id].up || cluster.nodes[id].applied().contains(offered);
            }
            if (all) {
                return steps;
            }
            cluster.step();
        }
        throw new AssertionError("not applied everywhere");
    }
}
