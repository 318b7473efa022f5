package io.fleet.scattered.acceptor;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Learning;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.message.Entries;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.scattered.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Node 1 of three acknowledges; node 2 leads. */
class AckSenderTest {
    private static final long BALLOT = ballot(1, 2);
    private static final long OWN = ballot(1, 1);

    private World world = world(Learning.ADAPTIVE);

    @Test
    void shouldTellTheLeaderAndItself() {
        accept(1, 2);
        assertEquals(List.of(2, 1), told(), "the leader replies");
    }

    /** It would count what nobody has heard: true, and unknown to those who watch (seed 5221395). */
    @Test
    void shouldNotTellItselfWhatNobodyTakes() {
        world.out.unreached = 2;
        accept(1, 2);
        assertEquals(List.of(), told());
        world.out.unreached = -1;
        world.storage.doWork(world.now);
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellNobodyElseWhereItRepliesItself() {
        accept(1, 1);
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellTheReplierToo() {
        accept(1, 3);
        assertEquals(List.of(RecordingOutbound.ALL), told(), "two of two others: one packet does");
    }

    @Test
    void shouldTellEveryoneWhereMoreThanOneIsInFlight() {
        accept(1, 2);
        assertEquals(List.of(2, 1), told());
        accept(2, 2);
        assertEquals(List.of(RecordingOutbound.ALL), told(), "LSN 1 is not told to be chosen");
        final Order order = line(3);
        order.chosen = 2;
        accept(order);
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellEveryoneOfALaterEntryThatWaits() { // scattered: LSN 2 is durable before LSN 1
        accept(2, 3);
        told();
        accept(1, 2);
        assertEquals(List.of(RecordingOutbound.ALL), told(), "node 3 waits for LSN 1");
    }

    @Test
    void shouldTellTheLeaderAloneWhatItHasToldToBeChosen() {
        final Order told = heartbeat(BALLOT, 0);
        told.chosen = 1;
        told.highest = 1;
        order(1, 3);
        world.storage.onOrder(2, told, world.now);
        durable();
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellTheLeaderAloneHowFarItHasApplied() { // HC-12
        accept(1, 3);
        told();
        world.progress.applied = 1;
        world.storage.doWork(world.now);
        world.advance(1);
        world.storage.doWork(world.now);
        assertEquals(1, world.out.last(Ack.class).applied);
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellHowFarItHasAppliedAlongWhileAcknowledgementsFollowEachOther() { // HC-12
        for (int lsn = 1; lsn <= 60; lsn++) {
            world.advance(1);
            final Order order = line(lsn);
            order.chosen = lsn - 1;
            world.progress.applied = lsn - 1;
            accept(order);
        }
        told();
        world.progress.applied = 60;
        for (int i = 0; i < 2; i++) {
            world.storage.doWork(world.now);
            world.advance(1);
            assertTrue(told().isEmpty(), "the next one is expected in 1 ms");
        }
        world.advance(1);
        world.storage.doWork(world.now);
        assertEquals(60, world.out.last(Ack.class).applied);
    }

    @Test
    void shouldTellOnlyWhoRepliesWhereItLeadsItself() {
        assertEquals(List.of(3, 1), toldByLeader(Learning.ADAPTIVE, 3));
        assertEquals(List.of(2, 1), toldByLeader(Learning.ADAPTIVE, 1), "somebody, so that it is on the wire");
        assertEquals(List.of(RecordingOutbound.ALL), toldByLeader(Learning.LEADER, 3));
        assertEquals(List.of(RecordingOutbound.ALL), toldByLeader(Learning.EVERYONE, 1));
    }

    @Test
    void shouldTellEveryoneWhereItLeadsItselfAndMoreThanOneIsInFlight() {
        toldByLeader(Learning.ADAPTIVE, 1);
        lead(2, 1);
        assertEquals(List.of(RecordingOutbound.ALL), told());
    }

    @Test
    void shouldTellEveryoneWhereItLeadsItselfAndOneOtherCannotBeTold() {
        toldByLeader(Learning.ADAPTIVE, 1);
        world.arrive(2, OWN);
        final Order order = Entries.order(OWN, 0, 2, meta(2));
        order.chosen = 1;
        order.entries[0].replier = 3;
        world.storage.onOrder(1, order, world.now);
        world.flush();
        world.out.room = 0;
        world.storage.doWork(world.now);
        assertEquals(List.of(), told(), "nor itself");
        world.out.room = Integer.MAX_VALUE;
        world.storage.doWork(world.now);
        assertEquals(List.of(3, 1), told());
    }

    private List<Integer> toldByLeader(final Learning learning, final int replier) {
        world = new World(1, World.config().withLearning(learning));
        world.storage.onOrder(1, heartbeat(OWN, 0), world.now);
        world.storage.doWork(world.now);
        told();
        lead(1, replier);
        return told();
    }

    private void lead(final long lsn, final int replier) {
        world.arrive(lsn, OWN);
        final Order order = Entries.order(OWN, 0, lsn, meta(lsn));
        order.entries[0].replier = replier;
        world.storage.onOrder(1, order, world.now);
        durable();
    }

    @Test
    void shouldTellTheLeaderAloneWhereThatIsWanted() {
        world = world(Learning.LEADER);
        accept(1, 3);
        assertEquals(List.of(2, 1), told());
    }

    @Test
    void shouldTellEveryoneWhereThatIsWanted() {
        world = world(Learning.EVERYONE);
        accept(1, 2);
        assertEquals(List.of(RecordingOutbound.ALL), told());
    }

    @Test
    void shouldTellEveryoneOnceInAnElectionTimeout() { // S11
        accept(1, 2);
        told();
        world.advance(world.context.config().electionTimeoutMillis());
        accept(2, 2);
        assertEquals(List.of(RecordingOutbound.ALL), told());
    }

    @Test
    void shouldTryAgainWhereItDidNotGetItItself() {
        order(1, 2);
        world.flush();
        world.out.room = 1;
        world.storage.doWork(world.now);
        assertEquals(List.of(2), told());
        world.out.room = Integer.MAX_VALUE;
        world.storage.doWork(world.now);
        assertEquals(List.of(2, 1), told());
        world.storage.doWork(world.now);
        assertTrue(told().isEmpty());
    }

    @Test
    void shouldAnswerAHeartbeatAndNotWhatIsOnlyToldToBeChosen() { // S12
        accept(1, 2);
        told();
        final Order notice = heartbeat(BALLOT, 0);
        notice.chosen = 1;
        notice.highest = 1;
        world.storage.onOrder(2, notice, world.now);
        world.storage.doWork(world.now);
        assertTrue(told().isEmpty(), "the leader has just heard of this node");
        world.storage.onOrder(2, notice, world.now);
        world.storage.doWork(world.now);
        assertEquals(List.of(2), told(), "nothing new: it asks who lives");
        world.advance(world.context.config().heartbeatMillis());
        notice.chosen = 2;
        world.storage.onOrder(2, notice, world.now);
        world.storage.doWork(world.now);
        assertEquals(List.of(2), told(), "the leader has heard nothing for long");
    }

    @Test
    void shouldTellItselfOfAHeartbeatAtANewBallot() { // S12
        accept(1, 2);
        told();
        final long higher = ballot(2, 2);
        world.storage.onOrder(2, heartbeat(higher, 1), world.now);
        world.flush();
        world.storage.doWork(world.now);
        assertEquals(higher, world.out.last(Ack.class).ballot);
        assertEquals(List.of(2, 1), told(), "it counts for itself at the new ballot too");
        world.storage.onOrder(2, heartbeat(higher, 1), world.now);
        world.storage.doWork(world.now);
        assertEquals(List.of(2), told(), "nothing new any more");
    }

    /** Whoever it told everything at its start has been told. */
    private static World world(final Learning learning) {
        final World world = new World(1, World.config().withLearning(learning));
        world.storage.onOrder(2, heartbeat(BALLOT, 0), world.now);
        world.storage.doWork(world.now);
        world.out.clear();
        return world;
    }

    private void accept(final long lsn, final int replier) {
        order(lsn, replier);
        durable();
    }

    private void accept(final Order order) {
        world.arrive(order.entries[0].lsn, BALLOT);
        world.storage.onOrder(2, order, world.now);
        durable();
    }

    private void order(final long lsn, final int replier) {
        world.arrive(lsn, BALLOT);
        final Order order = line(lsn);
        order.entries[0].replier = replier;
        world.storage.onOrder(2, order, world.now);
    }

    private static Order line(final long lsn) {
        return Entries.order(BALLOT, 0, lsn, meta(lsn));
    }

    private void durable() {
        world.flush();
        world.storage.doWork(world.now);
    }

    private List<Integer> told() {
        final List<Integer> receivers = world.out.receivers(Ack.class);
        world.out.clear();
        return receivers;
    }
}
