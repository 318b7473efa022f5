package io.fleet.scattered.acceptor;

import static io.fleet.fixture.message.Entries.asking;
import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.heartbeat;
import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static io.fleet.fixture.message.Entries.order;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.Persistence;
import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.FakeLog;
import io.fleet.scattered.World;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.leader.VoteMarks;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AcceptorTest {
    private static final long B1 = ballot(1, 2);
    private static final long B2 = ballot(2, 3);
    /** Eight of these are as much as a node of these tests may keep. */
    private static final int LARGE = 1 << 17;

    private World world = new World();

    @Test
    @Expects("storage-node.stale-order-refused")
    void shouldRefuseOrdersBelowItsPromise() { // S1
        world.storage.promise(B2);
        world.arrive(1, B1);
        receive(2, order(B1, 0, 1, meta(1)));
        assertTrue(world.log.records.isEmpty());
        final StaleBallot refusal = world.out.last(StaleBallot.class);
        assertEquals(B1, refusal.refused);
        assertEquals(B2, refusal.promised);
        assertEquals(List.of(2), world.out.receivers(StaleBallot.class));
    }

    @Test
    @Expects("storage-node.old-ballot-not-accepted")
    void shouldNotAcceptAtANewBallotWhatAnOldOneOrdered() { // S1, S16
        receive(2, order(B1, 0, 1, meta(1)));
        receive(3, heartbeat(B2, 0));
        world.arrive(1, 0);
        world.storage.doWork(world.now);
        assertTrue(world.log.records.isEmpty(), "LSN 1 has no value at the new ballot");
        receive(3, order(B2, 0, 1, meta(1)));
        assertEquals(B2, world.log.last().ballot());
    }

    @Test
    void shouldNotRetryAnAppendOfABallotItHasLeft() { // S1
        world.arrive(1, B1);
        world.log.full = true;
        receive(2, order(B1, 0, 1, meta(1)));
        world.log.full = false;
        world.storage.promise(B2);
        world.storage.doWork(world.now);
        assertTrue(world.log.records.isEmpty());
    }

    @Test
    void shouldKeepTheValueWithTheHighestBallotOfAnLsn() { // S1
        world.arrive(1, B1);
        world.arrive(2, B1);
        receive(2, order(B1, 0, 1, meta(1)));
        receive(3, order(B2, 0, 1, meta(2)));
        world.flush();
        final AcceptorSlot slot = world.storage.slotOf(1);
        assertEquals(B2, slot.ballot);
        assertTrue(slot.meta.sameValue(meta(2)));
        assertTrue(slot.durable);
    }

    @Test
    void shouldTellTheHighestLsnThatItHoldsDurably() { // P1
        world.arrive(3, B1);
        receive(2, order(B1, 0, 3, meta(3)));
        assertEquals(0, world.storage.watermark(), "not durable yet");
        world.flush();
        assertEquals(3, world.storage.watermark(), "whatever is missing below");
        assertEquals(3, new VoteMarks(world.context, world.storage, world.voting, world.leases, () -> B1).mark());
        receive(3, heartbeat(B2, 0));
        assertEquals(3, world.storage.watermark(), "whatever ballot comes");
    }

    @Test
    void shouldTellWhatItHeldBeforeARestart() { // P1
        world.storage.onRecovered(7, B1, 0, meta(7), 100);
        assertEquals(7, world.storage.watermark());
        world.storage.onRecovered(5, B1, 0, meta(5), 50);
        assertEquals(7, world.storage.watermark());
        world.storage.onRecorded(9);
        assertEquals(9, world.storage.watermark(), "what is chosen and recorded counts, and may be trimmed");
    }

    @Test
    void shouldMakeTheBallotOfEveryOrderItAcceptsAPromise() { // S1, F2
        receive(2, heartbeat(B1, 0));
        assertEquals(B1, world.storage.promised());
        assertEquals(B1, world.promises.promised());
    }

    @Test
    void shouldAcknowledgeOnlyWhatIsDurable() { // S2
        acceptAtOnce(B1, 1, 2);
        world.storage.doWork(world.now);
        assertEquals(0, world.out.last(Ack.class).cumulative);
        world.log.flushOne(2, world.storage::onDurable);
        world.storage.doWork(world.now);
        assertAck(B1, 0, 2, 2);
        world.log.flushOne(1, world.storage::onDurable);
        world.storage.doWork(world.now);
        assertAck(B1, 2);
    }

    @Test
    void shouldNotAcknowledgeWhatWasAppendedBehindAFlush() { // S2; FRaft 1
        acceptAtOnce(B1, 1);
        final FakeLog.Record flushed = world.log.inFlight.remove(0);
        acceptAtOnce(B1, 2);
        world.storage.onDurable(flushed.lsn(), flushed.ballot(), flushed.position());
        world.storage.doWork(world.now);
        assertAck(B1, 1);
    }

    @Test
    void shouldNotAcknowledgeBeforeItIsDurableWhatIsOrderedAgain() { // S2
        acceptAtOnce(B1, 1);
        receive(2, order(B1, 0, 1, meta(1)));
        world.storage.doWork(world.now);
        assertAck(B1, 0);
    }

    @Test
    void shouldAcknowledgeAllThatOneFlushMadeDurable() { // FRaft 2, 3
        acceptAtOnce(B1, 1, 2, 3, 4, 5, 6, 7);
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B1, 7);
        assertEquals(0, world.storage.doWork(world.now + World.MS), "one acknowledgement is enough");
    }

    @Test
    void shouldAcknowledgeWithoutAnotherOrderAfterIt() { // FRaft 2
        acceptAtOnce(B1, 1);
        world.storage.doWork(world.now);
        world.out.clear();
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B1, 1);
    }

    @Test
    void shouldNotAcceptAnOrderWithoutItsBody() { // S6, M1; HovercRaft 5
        receive(2, order(B1, 0, 1, meta(1)));
        world.flush();
        world.storage.doWork(world.now);
        assertTrue(world.log.records.isEmpty());
        assertEquals(0, world.out.last(Ack.class).cumulative);
        world.arrive(1, 0);
        assertArrayEquals(Entries.bytes(1), world.log.last().body());
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B1, 1);
    }

    @Test
    void shouldNotAcceptABodyThatDiffersFromTheOrder() { // S8, M2; HovercRaft 10
        world.arrive(1, B1);
        final EntryMeta reused = meta(1, "the same id with another body".getBytes());
        receive(2, order(B1, 0, 1, reused));
        assertTrue(world.log.records.isEmpty());
        world.bodies.onChunk(Entries.chunk(1, "the same id with another body".getBytes(), 0, 0), B1, world.now);
        world.storage.onBody(1, world.now);
        assertTrue(world.log.last().meta().sameValue(reused));
    }

    @Test
    void shouldAskForABodyThatDoesNotCome() { // S8
        receive(2, order(B1, 0, 5, meta(1)));
        assertEquals(0, world.fetcher.doWork(B1, world.now));
        world.advance(80);
        world.fetcher.doWork(B1, world.now);
        final FetchBody request = world.out.last(FetchBody.class);
        assertEquals(1, request.count);
        assertEquals(5, request.lsn[0]);
        assertEquals(1, request.sequence[0]);
    }

    @Test
    void shouldAcknowledgeAgainWhatItHoldsWhenTheOrderComesAgain() { // S7; FLEET 15
        acceptAtOnce(B1, 1);
        world.flush();
        world.storage.doWork(world.now);
        world.out.clear();
        receive(2, order(B1, 0, 1, meta(1)));
        world.storage.doWork(world.now);
        assertAck(B1, 1);
        assertEquals(1, world.log.records.size(), "and does not write it again");
    }

    @Test
    void shouldAcknowledgeAfterARestartWhatItHoldsDurably() { // S2; FLEET 15
        acceptAtOnce(B1, 1, 2);
        world.log.flushOne(2, world.storage::onDurable);
        world = world.restarted();
        assertEquals(B1, world.storage.promised(), "a record is a promise");
        receive(2, order(B1, 0, 1, meta(1), meta(2)));
        world.storage.doWork(world.now);
        assertAck(B1, 0, 2, 2);
    }

    @Test
    void shouldRefuseAfterARestartWhatIsBelowTheBallotsOfItsRecords() { // S1, S2
        acceptAtOnce(B2, 1);
        world.log.flush(world.storage::onDurable);
        world = world.restarted();
        receive(2, order(B1, 0, 2, meta(2)));
        assertEquals(B2, world.out.last(StaleBallot.class).promised);
    }

    @Test
    void shouldTakeEveryRecordThatItFindsForAPromise() { // S1, S2
        world.storage.onRecovered(1, B2, 0, meta(1), 1);
        assertEquals(B2, world.storage.promised());
        receive(2, order(B1, 0, 2, noOp()));
        assertTrue(world.log.records.isEmpty());
        final World other = new World();
        other.storage.onRecoveredBallot(B2);
        assertEquals(B2, other.storage.promised());
        assertEquals(B2, other.promises.promised(), "and writes it down");
    }

    @Test
    void shouldNotAcknowledgeAtANewBallotWhatItHoldsAtAnOldOne() { // S5, S6; FLEET 2
        acceptAtOnce(B1, 1);
        world.flush();
        receive(3, heartbeat(B2, 0));
        world.storage.doWork(world.now);
        assertAck(B2, 0);
        receive(3, order(B2, 0, 1, meta(1)));
        world.storage.doWork(world.now);
        assertAck(B2, 0);
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B2, 1);
    }

    @Test
    @Expects("storage-node.durable-at-an-old-ballot")
    void shouldNotCountARecordOfAnOldBallotThatBecomesDurableLate() { // S2, S6
        acceptAtOnce(B1, 1);
        receive(3, heartbeat(B2, 0));
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B2, 0);
    }

    @Test
    void shouldAnswerAHeartbeat() { // S12
        receive(2, heartbeat(B1, 0));
        world.storage.doWork(world.now);
        world.out.clear();
        receive(2, heartbeat(B1, 0));
        world.storage.doWork(world.now);
        assertAck(B1, 0);
    }

    @Test
    void shouldCountWhatItsOrderedLogHoldsDurably() { // S2
        receive(2, heartbeat(B1, 0));
        world.progress.recorded = 4;
        world.progress.durable = 3;
        world.storage.doWork(world.now);
        assertAck(B1, 3);
        world.progress.recorded = 9;
        world.progress.durable = 4;
        receive(3, heartbeat(B2, 0));
        world.storage.doWork(world.now);
        assertAck(B2, 4);
    }

    @Test
    @Expects("storage-node.restamped")
    void shouldRestampABodyThatIsDurableInsteadOfWritingItAgain() { // S5
        acceptAtOnce(B1, 1);
        world.flush();
        receive(3, order(B2, 0, 1, meta(1)));
        final FakeLog.Record record = world.log.last();
        assertEquals(B2, record.ballot());
        assertEquals(world.log.records.get(0).position(), record.refersTo());
        assertEquals(1, world.counters.restamps.get());
    }

    @Test
    void shouldWriteTheBodyAgainWhileTheFirstRecordIsNotDurable() { // S2, S5
        acceptAtOnce(B1, 1);
        receive(3, order(B2, 0, 1, meta(1)));
        assertEquals(0, world.log.last().refersTo());
        assertArrayEquals(Entries.bytes(1), world.log.last().body());
    }

    @Test
    void shouldAcceptANoOpWithoutABody() { // S5
        receive(2, order(B1, 0, 1, noOp()));
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B1, 1);
        assertTrue(world.storage.slotOf(1).meta.isNoOp());
    }

    @Test
    @Expects("storage-node.log-had-no-room")
    void shouldTryAgainWhenTheLogHadNoRoom() { // S13
        world.arrive(1, B1);
        world.log.full = true;
        receive(2, order(B1, 0, 1, meta(1)));
        world.storage.doWork(world.now);
        assertTrue(world.log.records.isEmpty());
        world.log.full = false;
        world.storage.doWork(world.now);
        assertEquals(List.of(1L), world.log.lsns());
    }

    @Test
    void shouldTryOnceACycleAndRestWhileTheLogHasNoRoom() { // S13
        world.log.full = true;
        receive(2, order(B1, 0, 1, noOp(), noOp(), noOp()));
        world.storage.doWork(world.now);
        final int before = world.log.refusals;
        assertEquals(0, world.storage.doWork(world.now));
        assertEquals(before + 1, world.log.refusals);
        world.log.full = false;
        assertEquals(3, world.storage.doWork(world.now));
        assertEquals(List.of(1L, 2L, 3L), world.log.lsns().stream().sorted().toList());
    }

    @Test
    @Expects("storage-node.beyond-window")
    void shouldIgnoreWhatLiesBeyondItsWindow() { // S13
        final int capacity = World.WINDOW * 2;
        receive(2, order(B1, 0, capacity, noOp(), noOp()));
        assertEquals(List.of((long) capacity), world.log.lsns());
        assertNull(world.storage.slotOf(capacity + 1));
    }

    @Test
    void shouldNotAcceptAgainWhatIsRecorded() { // S4, F9
        acceptAtOnce(B1, 1, 2);
        world.flush();
        world.recorded(1);
        receive(3, order(B2, 0, 1, noOp()));
        assertEquals(List.of(1L, 2L), world.log.lsns());
        assertNull(world.storage.slotOf(1));
        assertEquals(1, world.storage.floor());
        world.storage.doWork(world.now);
        assertAck(B2, 1);
    }

    @Test
    void shouldAppendOutOfOrderByDefault() { // FL-12
        world.arrive(2, B1);
        receive(2, order(B1, 0, 1, meta(1), meta(2)));
        assertEquals(List.of(2L), world.log.lsns());
    }

    @Test
    @Expects("storage-node.waits-for-its-turn")
    void shouldAppendByLsnWhenConfiguredSo() {
        world = new World(1, World.config().withPersistence(Persistence.ORDERED));
        world.arrive(2, B1);
        world.arrive(3, B1);
        receive(2, order(B1, 0, 1, meta(1), meta(2), meta(3)));
        assertTrue(world.log.records.isEmpty());
        world.arrive(1, 0);
        world.storage.doWork(world.now);
        world.storage.doWork(world.now);
        world.storage.doWork(world.now);
        assertEquals(List.of(1L, 2L, 3L), world.log.lsns());
    }

    @Test
    void shouldAskForAllMissingBodiesAtOnceWhenAppendingByLsn() { // S8
        world = new World(1, World.config().withPersistence(Persistence.ORDERED));
        receive(2, order(B1, 0, 1, meta(1), meta(2), meta(3)));
        world.fetcher.doWork(B1, world.now);
        world.advance(80);
        world.fetcher.doWork(B1, world.now);
        assertEquals(3, world.out.last(FetchBody.class).count);
    }

    @Test
    void shouldGoOnByLsnAboveWhatWasLearntElsewhere() {
        world = new World(1, World.config().withPersistence(Persistence.ORDERED));
        world.arrive(2, B1);
        receive(2, order(B1, 0, 2, meta(2)));
        assertTrue(world.log.records.isEmpty());
        world.recorded(1);
        world.storage.doWork(world.now);
        assertEquals(List.of(2L), world.log.lsns());
    }

    @Test
    void shouldSayWhereABodyIsDurable() {
        assertEquals(ChosenEntries.NOT_STORED, world.storage.bodyPosition(1, meta(1)));
        receive(2, order(B1, 0, 1, meta(1)));
        assertEquals(ChosenEntries.ON_ITS_WAY, world.storage.bodyPosition(1, meta(1)));
        assertEquals(ChosenEntries.NOT_STORED, world.storage.bodyPosition(1, meta(2)));
        world.arrive(1, 0);
        assertEquals(ChosenEntries.ON_ITS_WAY, world.storage.bodyPosition(1, meta(1)));
        world.flush();
        final long position = world.storage.bodyPosition(1, meta(1));
        assertEquals(world.log.last().position(), position);
        receive(3, order(B2, 0, 1, meta(1)));
        world.flush();
        assertEquals(position, world.storage.bodyPosition(1, meta(1)), "a re-stamp holds no body");
    }

    @Test
    void shouldTellHowFarItsReplicaHasApplied() { // HC-12
        receive(2, heartbeat(B1, 0));
        world.storage.doWork(world.now);
        world.out.clear();
        world.progress.applied = 3;
        world.storage.doWork(world.now);
        assertTrue(world.out.sent.isEmpty(), "something may be about to take it along");
        world.advance(1);
        world.storage.doWork(world.now);
        assertEquals(3, world.out.last(Ack.class).applied);
        world.out.clear();
        world.advance(1);
        world.storage.doWork(world.now);
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldSendAnAcknowledgementAgainThatCouldNotBeSent() {
        acceptAtOnce(B1, 1);
        world.flush();
        world.out.room = 0;
        world.storage.doWork(world.now);
        world.out.room = Integer.MAX_VALUE;
        world.storage.doWork(world.now);
        assertAck(B1, 1);
    }

    @Test
    void shouldSayNothingAtABallotAboveWhichItHasPromised() { // S1
        acceptAtOnce(B1, 1);
        world.flush();
        world.storage.promise(B2);
        world.storage.doWork(world.now);
        assertFalse(world.out.all(Ack.class).stream().anyMatch(a -> a.cumulative > 0));
    }

    @Test
    @Expects("storage-node.others-were-asked-to-write")
    void shouldNeitherWriteNorAcknowledgeWhatOthersWereAskedToWrite() { // S2, S6
        world.arrive(1, B1);
        world.arrive(2, B1);
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        receive(2, asking(3, order(B1, 0, 2, meta(2))));
        world.flush();
        world.storage.doWork(world.now);
        assertEquals(List.of(2L), world.log.records.stream().map(FakeLog.Record::lsn).toList());
        assertAck(B1, 0, 2, 2);
        assertEquals(ChosenEntries.NOT_STORED, world.storage.bodyPosition(1, meta(1)));
        assertNotNull(world.bodies.held(meta(1)), "it will apply it");
        world.recorded(1);
        assertNull(world.bodies.held(meta(1)));
        world.storage.doWork(world.now);
        assertAck(B1, 2);
    }

    @Test
    void shouldFetchABodyThatOthersWereAskedToWrite() { // S8
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        world.advance(10);
        world.fetcher.doWork(B1, world.now);
        assertEquals(1, world.out.last(FetchBody.class).lsn[0]);
        world.arrive(1, 0);
        assertTrue(world.log.records.isEmpty());
    }

    private void beWitness() {
        world.progress.isWitness = true;
        world.storage.doWork(world.now);
    }

    @Test
    void shouldLeaveABodyToOthersWhereItExecutesNothing() { // S8, CM-04
        beWitness();
        world.arrive(1, B1);
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        receive(2, asking(6, order(B1, 0, 2, meta(2))));
        world.arrive(2, B1);
        world.advance(1_000);
        assertEquals(0, world.fetcher.doWork(B1, world.now));
        assertNull(world.bodies.held(meta(1)));
        assertNull(world.bodies.held(meta(2)), "it came after its order");
        assertEquals(0, world.bodies.orderedBytes());
        receive(2, order(B1, 0, 2, meta(2)));
        assertEquals(1, world.fetcher.doWork(B1, world.now), "at once: nobody sends it any more");
        world.arrive(2, 0);
        assertEquals(List.of(2L), world.log.records.stream().map(FakeLog.Record::lsn).toList());
        world.recorded(2);
        assertEquals(0, world.bodies.orderedBytes());
        assertEquals(0, world.bodies.size());
    }

    @Test
    @Expects("storage-node.witness-needs-what-it-has-left-to-others")
    void shouldKeepAllBodiesWhereItDoesNotCount() { // S15: it may be one of those that wrote and lost them
        beWitness();
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        receive(2, asking(6, order(B1, 0, 2, meta(2))));
        world.voting.become(VoterState.LOST);
        world.storage.doWork(world.now);
        receive(2, asking(6, order(B1, 0, 3, meta(3))));
        world.advance(1_000);
        assertEquals(3, world.fetcher.doWork(B1, world.now));
        world.arrive(2, 0);
        assertNotNull(world.bodies.held(meta(2)));
        assertTrue(world.log.records.isEmpty());
    }

    @Test
    @Expects("storage-node.asked-to-write-after-all")
    void shouldWriteOnceItIsAskedToAfterAll() { // S6
        world.arrive(1, B1);
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        receive(2, order(B1, 0, 1, meta(1)));
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        assertEquals(ChosenEntries.ON_ITS_WAY, world.storage.bodyPosition(1, meta(1)));
        world.flush();
        world.storage.doWork(world.now);
        assertAck(B1, 1);
        assertEquals(1, world.log.records.size());
    }

    @Test
    void shouldNotWriteAtANewBallotWhatAnOldOneSparedIt() { // S1, S16
        world.arrive(1, B1);
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        receive(3, heartbeat(B2, 0));
        receive(3, order(B2, 0, 1, meta(1)));
        assertEquals(B2, world.log.last().ballot());
    }

    @Test
    void shouldWriteEverythingWhereItWritesInOrder() { // watermarks have no holes
        world = new World(1, World.config().withPersistence(Persistence.ORDERED));
        world.arrive(1, B1);
        receive(2, asking(6, order(B1, 0, 1, meta(1))));
        assertEquals(1, world.log.records.size());
    }

    @Test
    void shouldReleaseTheBodiesOfWhatIsRecorded() { // S13
        acceptAtOnce(B1, 1, 2);
        world.flush();
        world.recorded(1);
        assertNull(world.bodies.held(meta(1)));
        assertNotNull(world.bodies.held(meta(2)));
    }

    @Test
    @Tag("hazard-S-C2")
    @Expects({"pending-bodies.ordered-body-not-kept-for-want-of-room",
        "storage-node.body-asked-for-when-there-was-room"})
    void shouldKeepNoMoreBodiesThanItHasRoomForWhileItsDiskHangs() { // S13: others go on meanwhile
        final int entries = 2 * World.WINDOW;
        world.log.full = true;
        for (int lsn = 1; lsn <= entries; lsn++) {
            arriveWhole(lsn);
            receive(2, order(B1, 0, lsn, meta(lsn, large(lsn))));
            world.storage.doWork(world.now);
            assertTrue(world.bodies.size() <= 1 + (1 << 20) / LARGE, world.bodies.size() + " bodies are kept");
            assertTrue(world.bodies.orderedBytes() <= 1 << 20, world.bodies.orderedBytes() + " bytes");
        }
        assertTrue(world.bodies.held(meta(1, large(1))) != null, "the first is here");
        world.log.full = false;
        long recorded = 0;
        for (int cycle = 0; cycle < 20 * entries && recorded < entries; cycle++) {
            world.advance(10);
            world.storage.doWork(world.now);
            world.fetcher.doWork(B1, world.now);
            for (final FetchBody request : world.out.all(FetchBody.class)) {
                for (int i = 0; i < request.count; i++) {
                    arriveWhole((int) request.sequence[i]);
                }
            }
            world.out.clear();
            world.flush();
            while (world.log.lsns().contains(recorded + 1)) {
                world.recorded(++recorded);
            }
            assertTrue(world.bodies.orderedBytes() <= 1 << 20, world.bodies.orderedBytes() + " bytes");
        }
        assertEquals(entries, recorded, "all is written in the end");
        assertEquals(0, world.bodies.orderedBytes());
        assertEquals(0, world.bodies.size());
    }

    @Test
    @Tag("hazard-S-C2")
    void shouldWriteABodyForWhichMemoryHasNoRoomWhereTheLogHas() { // S13: it is not asked for again
        world.log.full = true;
        for (int lsn = 1; lsn <= World.WINDOW; lsn++) {
            arriveWhole(lsn);
            receive(2, order(B1, 0, lsn, meta(lsn, large(lsn))));
        }
        world.log.full = false;
        final int last = World.WINDOW + 1;
        arriveWhole(last);
        receive(2, order(B1, 0, last, meta(last, large(last))));
        assertEquals(List.of((long) last), world.log.lsns());
        assertNull(world.bodies.held(meta(last, large(last))), "it is read back from the log");
    }

    @Test
    @Tag("hazard-S-C2")
    void shouldAlwaysKeepTheBodyOfTheFirstThatIsNotRecorded() { // S13: or it would not get on
        world.log.full = true;
        for (int lsn = 2; lsn <= World.WINDOW; lsn++) {
            arriveWhole(lsn);
            receive(2, order(B1, 0, lsn, meta(lsn, large(lsn))));
        }
        receive(2, order(B1, 0, 1, meta(1, large(1))));
        arriveWhole(1);
        assertEquals(1, world.bodies.held(meta(1, large(1))).lsn);
    }

    private static byte[] large(final int sequence) {
        final byte[] body = new byte[LARGE];
        body[0] = (byte) sequence;
        return body;
    }

    private void arriveWhole(final int sequence) {
        for (int offset = 0; offset < LARGE; offset += EntryBody.MAX_CHUNK) {
            world.bodies.onChunk(Entries.chunk(sequence, large(sequence), B1, offset), B1, world.now);
        }
        final PendingBody body = world.bodies.get(Entries.BATCHER, sequence);
        if (body != null && body.complete && body.lsn != 0) {
            world.storage.onBody(body.lsn, world.now);
        }
    }

    private void acceptAtOnce(final long ballot, final long... sequences) {
        for (final long sequence : sequences) {
            world.arrive(sequence, ballot);
            receive(2, order(ballot, 0, sequence, meta(sequence)));
        }
    }

    private void receive(final int leader, final Order order) {
        world.storage.onOrder(leader, order, world.now);
    }

    private void assertAck(final long ballot, final long cumulative, final long... ranges) {
        final Ack ack = world.out.last(Ack.class);
        assertEquals(ballot, ack.ballot);
        assertEquals(cumulative, ack.cumulative);
        final long[] actual = new long[ack.count * 2];
        for (int i = 0; i < ack.count; i++) {
            actual[2 * i] = ack.from[i];
            actual[2 * i + 1] = ack.to[i];
        }
        assertArrayEquals(ranges, actual);
    }
}
