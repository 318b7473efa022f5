package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.scattered.World;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A leader with an election timeout of 400 ms, whose heartbeats are 50 ms apart where it is not quiet. */
class QuiescenceTest {
    private static final long MINE = ballot(2, 1);
    private static final long CLOCK = 5_000;
    private static final long MS = World.MS;
    private static final int TIMEOUT = 400;
    private static final int EVERY = 800;
    private static final int TOLD = 1_600;

    private World world = new World();
    private boolean hears2 = true;
    private boolean hears3 = true;
    private boolean hears4;

    @Test
    @Expects("quiescence.leader-is-quiet")
    void shouldSayForHowLongItIsSilentWhenAllMembersHaveAnsweredAndApplied() {
        lead();
        assertEquals(TOLD, heartbeat().quietMillis);
        assertTrue(world.leader.quiescence().isQuiet());
        answer();
        world.out.clear();
        assertEquals(0, ordersIn(EVERY - 10));
        assertEquals(1, ordersIn(10), "one of two may be lost");
        assertEquals(TOLD, world.out.last(Order.class).quietMillis, "decided anew");
    }

    @Test
    void shouldNotBeQuietWhereTheTransportDidNotTakeIt() {
        lead();
        answer();
        world.out.room = 0;
        pass(50);
        assertFalse(world.leader.quiescence().isQuiet());
        world.out.room = Integer.MAX_VALUE;
        world.out.clear();
        pass(1);
        assertEquals(TOLD, world.out.last(Order.class).quietMillis, "at once, and not when the next would be due");
    }

    @Test
    void shouldKeepItsQuorumWhileNodesAreHeard() { // S12
        lead();
        heartbeat();
        answer();
        pass(EVERY - 10);
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        hears2 = false;
        pass(390);
        assertTrue(world.leader.quiescence().hasQuorum(world.now), "one other is enough");
        hears3 = false;
        pass(410);
        assertFalse(world.leader.quiescence().hasQuorum(world.now));
    }

    @Test
    void shouldNotCountANodeThatSaysNothingForItsGroup() { // S12
        lead();
        heartbeat();
        world.advance(TOLD - 60);
        hear();
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        world.advance(20);
        hear();
        assertFalse(world.leader.quiescence().hasQuorum(world.now), "an acknowledgement was due long ago");
    }

    @Test
    void shouldHearNobodyInAnotherWayWhereItIsNotQuiet() { // S12
        lead();
        world.advance(390);
        hear();
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        world.advance(20);
        hear();
        assertFalse(world.leader.quiescence().hasQuorum(world.now));
    }

    @Test
    @Expects("quiescence.heartbeat-was-not-answered")
    void shouldHearMembersOftenAgainWhenOneDoesNotAnswer() { // S12
        lead();
        heartbeat();
        world.leader.onAck(1, ack(MINE, 0), world.now);
        world.out.clear();
        assertEquals(0, ordersIn(390));
        assertEquals(1, ordersIn(10));
        assertEquals(0, world.out.last(Order.class).quietMillis);
        assertFalse(world.leader.quiescence().isQuiet());
        assertTrue(world.leader.quiescence().hasQuorum(world.now), "they have time to answer");
        world.out.clear();
        assertEquals(2, ordersIn(100));
    }

    @Test
    void shouldHaveItsTurnsWhenThereIsSomethingToSayOrToMiss() { // S12
        lead();
        assertEquals(0, world.leader.quiescence().leftNs(world.now), "it is not quiet");
        heartbeat();
        assertEquals(TIMEOUT * MS, world.leader.quiescence().leftNs(world.now), "an answer would be overdue then");
        world.leader.onAck(1, ack(MINE, 0), world.now);
        assertEquals(TIMEOUT * MS, world.leader.quiescence().leftNs(world.now), "of the other");
        answer();
        assertEquals(EVERY * MS, world.leader.quiescence().leftNs(world.now));
        pass(EVERY);
        assertEquals(TIMEOUT * MS, world.leader.quiescence().leftNs(world.now), "the next heartbeat");
        hears2 = false;
        world.advance(TIMEOUT);
        hear();
        assertTrue(world.leader.quiescence().hasQuorum(world.now), "no acknowledgement for three timeouts");
        world.leader.doWork(world.now, CLOCK);
        assertFalse(world.leader.quiescence().isQuiet());
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
    }

    @Test
    @Expects("quiescence.silent-node-is-not-waited-for")
    void shouldNotWaitForAMemberWhoseNodeIsSilent() {
        lead();
        hear();
        hears3 = false;
        world.progress.nextDeadline = CLOCK + 1;
        for (int i = 0; i < 8; i++) {
            pass(50);
            world.leader.onAck(1, ack(MINE, 0), world.now);
            assertEquals(0, world.out.last(Order.class).quietMillis);
        }
        world.progress.nextDeadline = Long.MAX_VALUE;
        pass(1);
        assertEquals(0, world.out.last(Order.class).quietMillis, "its node was there a moment ago");
        world.leader.onAck(1, ack(MINE, 0), world.now);
        pass(50);
        assertEquals(TOLD, world.out.last(Order.class).quietMillis);
    }

    @Test
    void shouldNotBeQuietWhereOnlyItsOwnNodeIsThere() {
        lead();
        hears2 = false;
        hears3 = false;
        pass(410);
        pass(50);
        assertEquals(0, world.out.last(Order.class).quietMillis);
    }

    @Test
    void shouldBeQuietWhereItIsTheOnlyMember() {
        world = World.alone(1, VoterState.VOTER);
        hears2 = false;
        hears3 = false;
        world.lead(MINE);
        world.standing.hasOthers = true;
        world.out.clear();
        pass(50);
        assertEquals(TOLD, world.out.last(Order.class).quietMillis);
        assertTrue(world.leader.quiescence().hasQuorum(world.now), "itself");
        assertEquals(0, world.leader.quiescence().pulseNs(), "nobody hears it");
        assertEquals(EVERY * MS, world.leader.quiescence().leftNs(world.now));
    }

    @Test
    void shouldBeQuietThoughAnObserverDoesNotAnswer() {
        world = World.in(Configuration.first(new int[] {1, 2, 3}, 0, 0, List.of()).withObserver(4, "x:1"), 1);
        lead();
        hears4 = true;
        assertEquals(TOLD, heartbeat().quietMillis);
        answer();
        assertEquals(EVERY * MS, world.leader.quiescence().leftNs(world.now), "no answer of it is overdue");
        world.out.clear();
        assertEquals(0, ordersIn(EVERY - 10));
    }

    @Test
    void shouldBeQuietWhereAllOthersAreObservers() {
        world = World.in(Configuration.first(new int[] {1}, 0, 0, List.of()).withObserver(2, "x:1"), 1);
        world.lead(MINE);
        world.standing.hasOthers = true;
        world.out.clear();
        pass(50);
        assertEquals(TOLD, world.out.last(Order.class).quietMillis);
        assertTrue(world.leader.quiescence().pulseNs() > 0, "they go by its node");
    }

    @Test
    void shouldNotBeQuietWhereItsNodeHasNoOtherGroup() {
        lead();
        world.standing.hasOthers = false;
        assertEquals(0, heartbeat().quietMillis);
    }

    @Test
    void shouldNotBeQuietWhereAMemberHasNotAppliedAll() {
        world.recorded(1);
        world.leader.begin(MINE, 1, 1, world.now);
        world.leader.open(new org.agrona.collections.Long2ObjectHashMap<>(), 1, world.now);
        world.standing.hasOthers = true;
        answer();
        assertEquals(0, heartbeat().quietMillis);
    }

    @Test
    void shouldNotBeQuietWhereATimeOfTheLogIsDueSoon() { // S11
        lead();
        world.progress.nextDeadline = CLOCK + 1_600;
        assertEquals(0, heartbeat().quietMillis);
        world.progress.nextDeadline = CLOCK + 1_650;
        assertEquals(TOLD, heartbeat().quietMillis);
    }

    @Test
    void shouldNotBeQuietWhereLeasesAreGranted() { // L1
        world = new World(1, World.config().withLeases(LeaseConfig.of(100)));
        lead();
        assertEquals(0, heartbeat().quietMillis);
    }

    @Test
    @Expects("quiescence.leader-was-disturbed")
    void shouldHearMembersOftenForAWhileWhenSomebodyWantsSomething() {
        lead();
        heartbeat();
        world.leader.quiescence().disturb(world.now);
        world.out.clear();
        pass(50);
        assertEquals(0, world.out.last(Order.class).quietMillis);
        world.out.clear();
        assertEquals(7, ordersIn(350));
        assertEquals(0, world.out.last(Order.class).quietMillis);
    }

    @Test
    void shouldEndWithTheBallot() {
        lead();
        heartbeat();
        world.leader.end();
        assertFalse(world.leader.quiescence().isQuiet());
    }

    private void lead() {
        world.lead(MINE);
        world.standing.hasOthers = true;
        answer();
    }

    private void answer() {
        world.leader.onAck(1, ack(MINE, 0), world.now);
        world.leader.onAck(2, ack(MINE, 0), world.now);
    }

    private Order heartbeat() {
        answer();
        world.out.clear();
        pass(50);
        return world.out.last(Order.class);
    }

    private int ordersIn(final long millis) {
        for (long i = 0; i < millis; i += 10) {
            pass(10);
        }
        return world.out.all(Order.class).size();
    }

    private void pass(final long millis) {
        world.advance(millis);
        hear();
        world.leader.doWork(world.now, CLOCK);
    }

    private void hear() {
        if (hears2) {
            world.standing.hears(2, world.now);
        }
        if (hears3) {
            world.standing.hears(3, world.now);
        }
        if (hears4) {
            world.standing.hears(4, world.now);
        }
    }
}
