package io.fleet.scattered.collector;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Learning;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node 1 leads. */
class CollectorChoiceTest {
    private static final long OWN = ballot(1, 1);

    private World world = new World(1, World.config().withLearning(Learning.AGGREGATOR));
    private CollectorChoice choice = begun();

    @Test
    void shouldAskNobodyUnlessItIsTo() {
        world = new World();
        choice = begun();
        assertEquals(Ack.NOBODY, choice.node());
    }

    @Test
    void shouldAskWhoIsInNoQuorumFirstThenAWitnessNeverItself() {
        final Configuration witness = Configuration.first(new int[] {1, 2, 3}, new int[] {3}, 0, 0, List.of());
        world = World.in(witness, 1, world.context.config());
        assertEquals(3, begun().node());
        world = World.in(witness.withObserver(4, "x:1"), 1, world.context.config());
        assertEquals(4, begun().node());
        world = new World(1, world.context.config());
        assertTrue(begun().node() > 1);
    }

    @Test
    @Expects("collector-choice.silent-one-passed-by")
    void shouldPassByOneThatDoesNotTellWhatItHasToTell() { // CM 5
        final int first = choice.node();
        acknowledge();
        world.now += CollectorChoice.LEAST_PATIENCE_NS - 1;
        choice.doWork(world.now);
        assertEquals(first, choice.node());
        world.now++;
        choice.doWork(world.now);
        assertEquals(5 - first, choice.node(), "2 or 3");
        assertTrue(choice.isNews());
        assertFalse(choice.passesOn(), "before all know");
        choice.onSaid();
        assertTrue(choice.passesOn());
    }

    @Test
    void shouldKeepOneThatTells() {
        final int first = choice.node();
        for (int i = 0; i < 1_000; i++) {
            world.now += World.MS;
            acknowledge();
            world.now += World.MS;
            choice.onTold(first, world.now);
            choice.doWork(world.now);
        }
        assertEquals(first, choice.node());
        world.now += 1_000 * World.MS;
        choice.doWork(world.now);
        assertEquals(first, choice.node(), "it has nothing to tell");
    }

    @Test
    @Expects("collector-choice.nobody-left")
    void shouldAskNobodyWhileAllWereSilent() {
        silence();
        silence();
        assertEquals(Ack.NOBODY, choice.node());
    }

    @Test
    @Expects("collector-choice.one-that-rested-is-asked-again")
    void shouldAskAgainWhoHasRestedLongerEachTime() {
        silence();
        silence();
        world.now += world.context.electionTimeoutNs() / 4;
        choice.doWork(world.now);
        final int again = choice.node();
        assertTrue(again > 1);
        choice.onSaid();
        silence();
        world.now += world.context.electionTimeoutNs() / 4;
        choice.doWork(world.now);
        assertTrue(choice.node() != again);
    }

    @Test
    @Expects("collector-choice.passed-by-as-entries-wait")
    void shouldPassByOneByWhichNothingIsChosen() {
        final int first = choice.node();
        final long sentNs = world.now;
        assertFalse(choice.isInVain(sentNs, sentNs + 39 * World.MS));
        assertTrue(choice.isInVain(sentNs, sentNs + 40 * World.MS), "half of what is waited before it is sent again");
        assertFalse(choice.isInVain(sentNs - 1, sentNs + 400 * World.MS), "it went to another one");
        choice.onEntriesWait(world.now);
        assertTrue(choice.node() != first);
        assertTrue(choice.mayBeLost(sentNs - 1));
        choice.onOrderedAgain();
        assertFalse(choice.mayBeLost());
    }

    @Test
    @Expects("collector-choice.passed-by-as-orders-are-missed")
    void shouldPassByOneWhoseOrdersAreMissed() { // HC-18
        final int first = choice.node();
        final long sentNs = world.now;
        for (int lsn = 1; lsn <= 9; lsn++) {
            choice.onMissed(lsn, sentNs, sentNs + World.MS);
            choice.onMissed(lsn, sentNs - 1, sentNs + 20 * World.MS);
            choice.onMissed(lsn, sentNs, sentNs + 1_000 * World.MS);
            choice.onMissed(10, sentNs, sentNs + 20 * World.MS);
        }
        assertEquals(first, choice.node(), "on its way, before its time, merely behind, the same one again");
        choice.onMissed(11, sentNs, sentNs + 20 * World.MS);
        choice.onMissed(12, sentNs, sentNs + 20 * World.MS);
        assertTrue(choice.node() != first);
    }

    @Test
    @Expects("collector-choice.passed-by-as-it-is-not-reached")
    void shouldPassByOneThatCannotBeReached() {
        final Order order = heartbeat(OWN, 0);
        assertTrue(choice.pass(order, world.now));
        assertEquals(List.of(choice.node(), 1), world.out.receivers(Order.class));
        assertTrue(world.out.all(Order.class).get(0).passedOn);
        world.out.clear();
        world.out.unreached = choice.node();
        assertFalse(choice.pass(order, world.now), "it is sent to all, with the name of another one");
        assertFalse(choice.passesOn());
        assertTrue(choice.node() != world.out.unreached);
        assertTrue(world.out.sent.isEmpty());
    }

    private CollectorChoice begun() {
        final CollectorChoice begun = new CollectorChoice(world.context);
        begun.begin(world.now);
        begun.onSaid();
        return begun;
    }

    private void silence() {
        acknowledge();
        world.now += CollectorChoice.LEAST_PATIENCE_NS;
        choice.doWork(world.now);
    }

    private void acknowledge() {
        final Ack own = ack(OWN, 1);
        own.collector = choice.node();
        choice.onOwnAck(own, world.now);
    }
}
