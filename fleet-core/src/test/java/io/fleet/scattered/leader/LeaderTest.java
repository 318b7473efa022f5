package io.fleet.scattered.leader;

import static io.fleet.fixture.message.Entries.BATCHER;
import static io.fleet.fixture.message.Entries.accepted;
import static io.fleet.fixture.message.Entries.ack;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Dissemination;
import io.fleet.config.Learning;
import io.fleet.consensus.message.replication.AcceptedEntry;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.storage.EntryMeta;
import java.util.ArrayList;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LeaderTest {
    private static final long OLD = ballot(1, 2);
    private static final long MINE = ballot(2, 1);
    private static final long CLOCK = 5_000;

    private World world = new World();
    private final Long2ObjectHashMap<AcceptedEntry> found = new Long2ObjectHashMap<>();

    @Test
    @Expects("leader.found-value-proposed-again")
    void shouldProposeWhatWasFoundAtItsOwnBallot() { // S5; FLEET 2
        found(1, meta(1));
        found(2, meta(2));
        lead(0, 2);
        final Order order = world.out.last(Order.class);
        assertEquals(MINE, order.ballot);
        assertEquals(0, order.base);
        assertEquals(List.of("1 entry 1", "2 entry 2"), lines());
        assertTrue(order.entries[0].meta.sameValue(meta(1)), "with the time it had");
    }

    @Test
    @Expects("leader.hole-filled-with-a-no-op")
    void shouldFillHolesWithNoOps() { // S5; FLEET 1, 3
        found(2, meta(2));
        found(5, meta(5));
        lead(0, 5);
        assertEquals(List.of("1 no-op", "2 entry 2", "3 no-op", "4 no-op", "5 entry 5"), lines());
    }

    @Test
    @Expects("leader.unassigned-lsn-filled-for-a-read")
    void shouldFillForAReadWhatItNeverAssigned() { // P4
        found(1, meta(1));
        lead(0, 1);
        world.out.clear();
        world.leader.fill(4);
        work();
        assertEquals(List.of("2 no-op", "3 no-op", "4 no-op"), lines());
    }

    @Test
    void shouldProposeNothingUpToItsBase() { // S4, F4; FLEET 5
        found(1, meta(1));
        found(3, meta(3));
        lead(2, 3);
        assertEquals(List.of("3 entry 3"), lines());
        assertEquals(2, world.out.last(Order.class).base);
        assertEquals(2, world.out.last(Order.class).chosen);
    }

    @Test
    void shouldOrderNewEntriesAboveAllThatWasFound() { // S5, F6; FLEET 6
        found(3, meta(3));
        lead(0, 3);
        world.out.clear();
        order(10);
        assertEquals(List.of("4 entry 10"), lines());
        assertEquals(4, world.out.last(Order.class).highest);
    }

    @Test
    void shouldOrderNothingBeforeItIsOpen() { // S4
        world.leader.begin(MINE, 0, 0, world.now);
        order(1);
        pass(60);
        assertTrue(lines().isEmpty());
        assertTrue(world.out.all(Order.class).stream().allMatch(o -> o.ballot == MINE), "but it lives");
        world.leader.open(found, 0, world.now);
        work();
        assertEquals(List.of("1 entry 1"), lines());
    }

    @Test
    void shouldOrderOnlyEntriesWhoseBodyItHolds() { // S7
        lead(0, 0);
        offer(1);
        offer(2);
        world.bodies.drop(world.bodies.get(BATCHER, 1));
        work();
        assertEquals(List.of("1 entry 2"), lines());
    }

    @Test
    void shouldKeepTheBodyOfWhatItOrdered() { // S7
        lead(0, 0);
        order(1);
        assertEquals(1, world.bodies.held(meta(1)).lsn);
        for (long sequence = 100; sequence < 400; sequence++) {
            world.bodies.onChunk(Entries.body(sequence, MINE + 1), MINE + 1, world.now + 60_000 * World.MS);
        }
        assertNotNull(world.bodies.held(meta(1)));
    }

    @Test
    @Expects("leader.order-sent-again")
    void shouldSendAgainWhatStaysUnchosen() { // S7, FL-22; FLEET 13
        lead(0, 0);
        offer(1);
        order(2);
        choose(2);
        world.out.clear();
        pass(79);
        assertTrue(lines().isEmpty());
        pass(21);
        assertEquals(List.of("1 entry 1"), lines(), "the same entry at the same ballot");
        assertEquals(1, world.counters.resentOrders.get());
        choose(1);
        world.out.clear();
        pass(100);
        assertTrue(lines().isEmpty());
    }

    @Test
    @Expects("leader.order-not-taken-by-the-transport")
    void shouldSendAgainWhatCouldNotBeSent() { // S7
        world.leader.begin(MINE, 0, 0, world.now);
        world.leader.open(found, 0, world.now);
        offer(1);
        world.out.clear();
        world.out.room = 0;
        work();
        world.out.room = Integer.MAX_VALUE;
        work();
        assertEquals(List.of("1 entry 1"), lines());
    }

    @Test
    @Expects("leader.order-asked-for-again")
    void shouldTellAgainWhatIsAskedFor() { // S7
        found(1, meta(1));
        lead(0, 3);
        world.out.clear();
        fetch(MINE, 1, 9);
        assertEquals(List.of("1 entry 1", "2 no-op", "3 no-op"), lines());
        assertEquals(List.of(3), world.out.receivers(Order.class));
        world.out.clear();
        fetch(OLD, 1, 9);
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldNotTellWhatLiesUpToItsBase() { // S4
        found(6, meta(6));
        lead(5, 6);
        world.out.clear();
        fetch(MINE, 1, 9);
        assertEquals(List.of("6 entry 6"), lines());
    }

    @Test
    @Expects("entry-intake.late-copy-dropped")
    void shouldOrderAnEntryOnce() { // S9, S16; HovercRaft 1
        lead(0, 0);
        order(1);
        choose(1);
        world.bodies.release(1, meta(1));
        order(1);
        assertEquals(List.of("1 entry 1"), lines());
        assertNull(world.bodies.get(BATCHER, 1), "a late copy takes no room");
    }

    @Test
    void shouldTellATimeThatNeverGoesBack() { // S11
        world.progress.logTime = 2_000;
        final AcceptedEntry entry = accepted(1, OLD, meta(1));
        entry.meta.timestamp = 3_000;
        found.put(1, entry);
        lead(0, 1);
        offer(10);
        world.leader.doWork(world.now, 1_000);
        offer(11);
        world.leader.doWork(world.now, 4_000);
        offer(12);
        world.leader.doWork(world.now, 3_500);
        assertEquals(List.of(3_000L, 3_000L, 4_000L, 4_000L), timestamps());
    }

    @Test
    void shouldStartFromTheTimeThatItsReplicaHasApplied() { // S11
        world.progress.logTime = 2_000;
        lead(0, 0);
        offer(10);
        world.leader.doWork(world.now, 1_000);
        assertEquals(List.of(2_000L), timestamps());
    }

    @Test
    void shouldNoticeThatItHearsNoReadQuorum() { // S12
        lead(0, 0);
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        world.advance(300);
        world.leader.onAck(2, ack(MINE, 0), world.now);
        world.advance(101);
        assertTrue(world.leader.quiescence().hasQuorum(world.now));
        world.leader.onAck(1, ack(OLD, 0), world.now);
        world.leader.onAck(0, ack(MINE, 0), world.now);
        world.advance(300);
        assertFalse(world.leader.quiescence().hasQuorum(world.now), "an old ballot and itself are not enough");
    }

    @Test
    @Expects("leader.window-full")
    void shouldWaitWhenItsWindowIsFull() { // S13
        lead(0, 0);
        for (long sequence = 1; sequence <= World.WINDOW + 4; sequence++) {
            offer(sequence);
        }
        work();
        assertEquals(World.WINDOW, lines().size());
        assertEquals(1, world.counters.windowStalls.get());
        world.progress.applied = 3;
        work();
        assertEquals(World.WINDOW + 3, lines().size());
    }

    @Test
    @Expects("leader.repliers-full")
    void shouldWaitWhenEveryReplierIsBusy() { // S13; HovercRaft 8
        world = new World(1, World.config().withReplierQueueBound(2));
        lead(0, 0);
        world.leader.onAck(1, ack(MINE, 0), world.now);
        world.leader.onAck(2, ack(MINE, 0), world.now);
        for (long sequence = 1; sequence <= 8; sequence++) {
            offer(sequence);
        }
        work();
        assertEquals(6, lines().size());
        assertEquals(1, world.counters.replierStalls.get());
        final Ack ack = ack(MINE, 6);
        ack.applied = 6;
        world.leader.onAck(1, ack, world.now);
        work();
        assertEquals(8, lines().size());
    }

    @Test
    void shouldNameTheReplierThatTheBatcherHears() { // S10
        leadHeard();
        for (long sequence = 1; sequence <= 6; sequence++) {
            final EntryBody body = Entries.body(sequence, MINE);
            body.replier = 3;
            world.bodies.onChunk(body, OLD, world.now);
            world.leader.onBody(world.bodies.get(BATCHER, sequence), world.now);
        }
        work();
        assertEquals(List.of(3, 3, 3, 3, 3, 3), orderLines().stream().map(line -> line.replier).toList());
        assertEquals(6, world.leader.queueDepth(2));
    }

    @Test
    @Expects("entry-intake.body-gone-before-its-turn")
    void shouldGoOnOrderingAfterBodiesThatWaitedWereDropped() { // S13; HovercRaft 8
        world = new World(1, World.config().withReplierQueueBound(2));
        lead(0, 0);
        for (long sequence = 1; sequence <= 8; sequence++) {
            offer(sequence);
        }
        for (long sequence = 1; sequence <= 7; sequence++) {
            world.bodies.drop(world.bodies.get(BATCHER, sequence));
        }
        work();
        work();
        assertEquals(List.of("1 entry 8"), lines(), "an entry that was not ordered takes nobody's place");
        assertEquals(1, world.leader.queueDepth(0) + world.leader.queueDepth(1) + world.leader.queueDepth(2));
    }

    /** What it has ordered has to wait for space, and ends as unknown; so it orders nothing that it cannot accept. */
    @Test
    @Tag("hazard-U-full")
    @Expects("entry-intake.refused-since-the-disk-is-full")
    void shouldRefuseWhatComesWhileItsDiskIsFullAndTakeWhatComesAfterwards() {
        lead(0, 0);
        world.log.full = true;
        offer(1);
        final RejectEntry reject = world.out.last(RejectEntry.class);
        assertEquals(RejectEntry.DISK_FULL, reject.reason);
        assertEquals(MINE, reject.ballot);
        assertEquals(1, reject.sequence);
        world.log.full = false;
        offer(1);
        order(2);
        assertEquals(List.of("1 entry 2"), lines(), "what was refused is never ordered");
    }

    /** Two followers of three: nothing would be chosen, and what was ordered could not be taken back. */
    @Test
    @Tag("hazard-U-full")
    @Expects("entry-intake.refused-since-too-many-disks-are-full")
    void shouldRefuseWhatComesWhileSoManyDisksAreFullThatNothingCouldBeChosen() {
        lead(0, 0);
        world.leader.fullDisks().hear(1, 2, "the scattered log in /b", world.now);
        order(1);
        assertEquals(List.of("1 entry 1"), lines(), "two of three are a write quorum");
        world.leader.fullDisks().hear(2, 3, "the scattered log in /c", world.now);
        offer(2);
        final RejectEntry reject = world.out.last(RejectEntry.class);
        assertEquals(RejectEntry.DISK_FULL, reject.reason);
        assertEquals("node 2: the scattered log in /b; node 3: the scattered log in /c", reject.text);
        world.leader.fullDisks().hear(2, 3, "", world.now);
        order(3);
        assertEquals(List.of("2 entry 3"), lines().subList(1, 2));
    }

    @Test
    @Expects("entry-intake.refused-for-want-of-room")
    void shouldRefuseWhatItHasNoRoomForAndNeverOrderItLater() { // S13
        lead(0, 0);
        world.leader.onNoRoom(BATCHER, 1, world.now);
        final RejectEntry reject = world.out.last(RejectEntry.class);
        assertEquals(RejectEntry.OVERLOADED, reject.reason);
        assertEquals(MINE, reject.ballot);
        assertEquals(1, reject.sequence);
        order(1);
        assertTrue(lines().isEmpty(), "not applied means never");
    }

    @Test
    void shouldNotRefuseWhatItHasOrdered() { // S13
        lead(0, 0);
        offer(1);
        world.leader.onNoRoom(BATCHER, 1, world.now);
        work();
        assertTrue(world.out.all(RejectEntry.class).isEmpty());
        assertEquals(List.of("1 entry 1"), lines());
    }

    @Test
    void shouldRefuseWhatHoldsNoCommands() { // S13
        lead(0, 0);
        final byte[] junk = new byte[50];
        world.bodies.onChunk(Entries.chunk(1, junk, MINE, 0), MINE, world.now);
        world.leader.onBody(world.bodies.get(BATCHER, 1), world.now);
        work();
        assertEquals(RejectEntry.MALFORMED, world.out.last(RejectEntry.class).reason);
        assertTrue(lines().isEmpty());
        assertEquals(0, world.bodies.size());
    }

    @Test
    void shouldRefuseWhatIsTooLarge() { // S13
        world = new World(1, World.config().withMaxBatchBytes(1024).withMaxCommandBytes(64));
        lead(0, 0);
        final byte[] large = Entries.command(1, new byte[2000]);
        world.bodies.onChunk(Entries.chunk(1, large, MINE, 0), MINE, world.now);
        world.leader.onBody(world.bodies.get(BATCHER, 1), world.now);
        work();
        assertEquals(RejectEntry.TOO_LARGE, world.out.last(RejectEntry.class).reason);
        assertTrue(lines().isEmpty());
    }

    @Test
    void shouldNotGoOnAtABallotThatItHasLeft() { // S16, F8
        lead(0, 0);
        offer(1);
        world.leader.end();
        assertEquals(0, world.leader.ballot());
        world.leader.begin(ballot(4, 1), 3, 3, world.now);
        world.leader.open(found, 3, world.now);
        world.out.clear();
        order(2);
        assertEquals(List.of("4 entry 2"), lines(), "what was meant for the old ballot is not ordered at the new one");
        assertEquals(ballot(4, 1), world.out.last(Order.class).ballot);
    }

    @Test
    void shouldStartEachBallotWithNothingToOrder() { // S16
        lead(0, 0);
        offer(1);
        world.out.clear();
        lead(0, 0);
        work();
        assertTrue(lines().isEmpty());
    }

    @Test
    void shouldConfirmOnlyWhatItProposed() { // S6
        found(1, meta(1));
        found(2, meta(2));
        world.leader.begin(MINE, 0, 2, world.now);
        world.learner.learn(1, meta(1));
        world.learner.learn(2, meta(2));
        pass(50);
        assertEquals(0, world.out.last(Order.class).chosen, "before it has proposed them");
        world.leader.open(found, 2, world.now);
        work();
        pass(50);
        assertEquals(2, world.out.last(Order.class).chosen);
    }

    @Test
    void shouldSayNothingMoreOnceAnotherValueIsChosenThanItProposed() { // S6, S16
        found(1, meta(1));
        lead(0, 1);
        world.learner.learn(1, meta(2));
        world.out.clear();
        offer(10);
        pass(200);
        assertTrue(world.leader.isSuperseded());
        assertTrue(world.out.sent.isEmpty());
    }

    /** The same command hangs on all replicas, and another leader would be no better. */
    @Test
    void shouldBearAMachineThatHangsUnlessAnotherOneDoesNot() { // S12
        lead(0, 0);
        world.progress.isAway = true;
        world.learner.learn(1, meta(1));
        assertFalse(world.leader.isStuck(world.now));
        world.progress.recorded = 1;
        world.advance(20 * 400 + 1);
        assertFalse(world.leader.isStuck(world.now), "nobody has come further");
        final Ack ack = ack(MINE, 1);
        ack.applied = 1;
        world.leader.onAck(1, ack, world.now);
        assertTrue(world.leader.isStuck(world.now));
        world.progress.applied = 1;
        assertFalse(world.leader.isStuck(world.now));
    }

    @Test
    void shouldNoticeThatItsReplicaIsStuck() { // S12
        lead(0, 0);
        world.learner.learn(1, meta(1));
        assertFalse(world.leader.isStuck(world.now));
        world.advance(2_000);
        assertFalse(world.leader.isStuck(world.now));
        world.advance(1);
        assertTrue(world.leader.isStuck(world.now));
        world.recorded(1);
        assertFalse(world.leader.isStuck(world.now));
        world.advance(10_000);
        assertFalse(world.leader.isStuck(world.now), "there is nothing to record");
    }

    @Test
    void shouldLiveByHeartbeats() { // S12
        lead(0, 0);
        world.out.clear();
        pass(49);
        assertTrue(world.out.sent.isEmpty());
        pass(1);
        assertEquals(0, world.out.last(Order.class).count);
    }

    @Test
    void shouldNameAReplierForEachEntry() { // S10
        found(2, meta(2));
        lead(0, 2);
        final Order order = world.out.last(Order.class);
        assertEquals(OrderEntry.NO_REPLIER, order.entries[0].replier);
        assertTrue(order.entries[1].replier >= 1 && order.entries[1].replier <= 3);
    }

    @Test
    void shouldSendBodiesItselfWhenConfiguredSo() {
        world = new World(1, World.config().withDissemination(Dissemination.LEADER));
        lead(0, 0);
        order(1);
        assertEquals(1, world.out.last(EntryBody.class).sequence);
    }

    @Test
    void shouldShipMetadataOnlyByDefault() {
        lead(0, 0);
        order(1);
        assertTrue(world.out.all(EntryBody.class).isEmpty());
    }

    @Test
    void shouldShipMoreThanAMessageHolds() {
        for (long lsn = 1; lsn <= 60; lsn++) {
            found(lsn, meta(lsn));
        }
        world = new World(1, World.config().withWindowEntries(512));
        for (long lsn = 61; lsn <= 300; lsn++) {
            found(lsn, noOp());
        }
        lead(0, 300);
        assertEquals(300, lines().size());
        assertEquals("300 no-op", lines().get(299));
    }

    @Test
    void shouldRecoverMoreThanAWindowHoldsAfterAStartWithASmallerWindow() {
        for (long lsn = 1; lsn <= 200; lsn++) {
            found(lsn, noOp());
        }
        lead(0, 200);
        assertEquals(200, lines().size());
        assertEquals("200 no-op", lines().get(199));
    }

    @Test
    @Expects("leader.everyone-named-after-all")
    void shouldAskEveryoneToWriteWhatANamedNodeIsLateWith() { // S7
        world = new World(1, WriteSetsTest.thrifty().withHedgeMillis(5));
        leadHeard();
        order(1);
        assertEquals(2, Long.bitCount(orderLines().get(0).writers));
        world.out.clear();
        pass(4);
        assertTrue(orderLines().isEmpty());
        pass(1);
        assertEquals(List.of("1 entry 1"), lines());
        assertEquals(OrderEntry.EVERYONE, orderLines().get(0).writers);
        assertEquals(1, world.counters.hedgedOrders.get());
        world.out.clear();
        fetch(MINE, 1, 1);
        assertEquals(OrderEntry.EVERYONE, orderLines().get(0).writers, "a write set only grows");
    }

    @Test
    void shouldAskEveryoneSoonWhenThatCouldNotBeSentAtOnce() { // S7
        world = new World(1, WriteSetsTest.thrifty().withHedgeMillis(5));
        leadHeard();
        order(1);
        world.out.clear();
        world.advance(5);
        world.out.room = 0;
        work();
        world.out.room = Integer.MAX_VALUE;
        assertEquals(1, world.counters.hedgedOrders.get());
        assertTrue(orderLines().isEmpty());
        pass(80);
        assertEquals(List.of("1 entry 1"), lines());
        assertEquals(OrderEntry.EVERYONE, orderLines().get(0).writers);
    }

    @Test
    void shouldAskEveryoneToWriteWhatItSendsAgain() { // S7
        world = new World(1, WriteSetsTest.thrifty().withHedgeMillis(1_000));
        leadHeard();
        order(1);
        world.out.clear();
        pass(80);
        assertEquals(OrderEntry.EVERYONE, orderLines().get(0).writers);
    }

    @Test
    void shouldAskEveryoneToWriteWhatWasFound() { // S5
        world = new World(1, WriteSetsTest.thrifty());
        found(1, meta(1));
        world.leader.begin(MINE, 0, 2, world.now);
        for (int member = 0; member < 3; member++) {
            world.leader.onAck(member, ack(MINE, 0), world.now);
        }
        world.leader.open(found, 2, world.now);
        assertEquals(List.of(0L, 0L), orderLines().stream().map(line -> line.writers).toList());
    }

    @Test
    void shouldTellWhatIsChosenAMillisecondLater() { // S6
        leadHeard();
        order(1);
        choose(1);
        world.out.clear();
        work();
        assertTrue(world.out.all(Order.class).isEmpty(), "an order may follow");
        pass(1);
        assertEquals(1, world.out.last(Order.class).chosen);
        world.out.clear();
        pass(1);
        assertTrue(world.out.all(Order.class).isEmpty(), "told once");
    }

    @Test
    void shouldTellWhatIsChosenWithItsNextOrder() { // S6
        leadHeard();
        order(1);
        choose(1);
        work();
        world.out.clear();
        order(2);
        assertEquals(1, world.out.last(Order.class).chosen);
        world.out.clear();
        pass(1);
        assertTrue(world.out.all(Order.class).isEmpty(), "everyone knows");
    }

    @Test
    void shouldTellAtOnceWhatIsChosenToWhomNobodyElseTells() {
        world = new World(1, World.config().withLearning(Learning.LEADER));
        leadHeard();
        order(1);
        choose(1);
        world.out.clear();
        work();
        assertEquals(1, world.out.last(Order.class).chosen);
    }

    @Test
    void shouldTellNothingBesidesToWhomEveryoneTells() {
        world = new World(1, World.config().withLearning(Learning.EVERYONE));
        leadHeard();
        order(1);
        choose(1);
        world.out.clear();
        pass(2);
        assertTrue(world.out.all(Order.class).isEmpty(), "a heartbeat will do");
    }

    private void leadHeard() {
        lead(0, 0);
        for (int member = 0; member < 3; member++) {
            world.leader.onAck(member, ack(MINE, 0), world.now);
        }
    }

    private void lead(final long base, final long highest) {
        world.leader.begin(MINE, base, highest, world.now);
        world.leader.open(found, highest, world.now);
    }

    private void found(final long lsn, final EntryMeta meta) {
        found.put(lsn, accepted(lsn, OLD, meta));
    }

    private void offer(final long sequence) {
        final PendingBodies.Result result = world.bodies.onChunk(Entries.body(sequence, MINE), OLD, world.now);
        assertEquals(PendingBodies.Result.COMPLETE, result);
        world.leader.onBody(world.bodies.get(BATCHER, sequence), world.now);
    }

    private void work() {
        world.leader.doWork(world.now, CLOCK);
    }

    private void pass(final long millis) {
        world.advance(millis);
        work();
    }

    private void order(final long sequence) {
        offer(sequence);
        work();
    }

    private void choose(final long lsn) {
        for (final Order order : world.out.all(Order.class)) {
            world.learner.onOrder(order);
        }
        world.learner.onAck(1, ack(MINE, 0, lsn, lsn));
        world.learner.onAck(2, ack(MINE, 0, lsn, lsn));
        assertTrue(world.learner.isChosen(lsn));
    }

    private void fetch(final long ballot, final long from, final long to) {
        final FetchOrder request = new FetchOrder();
        request.ballot = ballot;
        request.fromLsn = from;
        request.toLsn = to;
        world.leader.onFetchOrder(3, request, world.now);
    }

    private List<Long> timestamps() {
        return orderLines().stream().map(l -> l.meta.timestamp).toList();
    }

    private List<String> lines() {
        return orderLines().stream()
            .map(l -> l.lsn + (l.meta.isNoOp() ? " no-op" : " entry " + l.meta.sequence)).toList();
    }

    private List<OrderEntry> orderLines() {
        final List<OrderEntry> lines = new ArrayList<>();
        for (final Order order : world.out.all(Order.class)) {
            for (int i = 0; i < order.count; i++) {
                lines.add(order.entries[i]);
            }
        }
        return lines;
    }
}
