package io.fleet.scattered;

import static io.fleet.fixture.message.Entries.meta;
import static io.fleet.fixture.message.Entries.noOp;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.learner.CatchUpClient;
import io.fleet.scattered.learner.CatchUpServer;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CatchUpTest {
    private final World world = new World();
    private final CatchUpClient client = new CatchUpClient(world.context, world.bodies, world.fetcher,
        world.learner, world.storage, world.voting, new RequestNonces(1));
    private final World other = new World(2, World.config());
    private final CatchUpServer server = new CatchUpServer(other.context);

    @Test
    @Expects("catch-up-client.asked")
    void shouldAskWhenOthersKnowMoreAndNothingIsLearnt() { // S4, FL-28
        work();
        world.learner.noteKnown(5);
        work();
        world.advance(79);
        work();
        assertTrue(world.out.sent.isEmpty());
        world.advance(1);
        work();
        assertEquals(1, world.out.last(CatchUpRequest.class).fromLsn);
        assertEquals(List.of(2), world.out.receivers(CatchUpRequest.class));
    }

    @Test
    void shouldNotAskWhileItLearns() {
        world.learner.noteKnown(50);
        for (long lsn = 1; lsn <= 20; lsn++) {
            world.learner.learn(lsn, noOp());
            world.advance(79);
            client.doWork(l -> true, world.now);
        }
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldAskTheNextMemberWhenOneDoesNotHelp() {
        world.learner.noteKnown(5);
        for (int i = 0; i < 5; i++) {
            work();
            world.advance(80);
        }
        assertEquals(List.of(2, 3, 2, 3), world.out.receivers(CatchUpRequest.class));
    }

    @Test
    void shouldAskObserversNowAndThenOnly() { // FL-28: all of them may be away, or one may be the last that has it
        world.context.membership().adopt(world.context.membership().current().withObserver(8, "x:1").at(1));
        world.recorded(1);
        world.learner.onRecorded(1);
        world.learner.noteKnown(5);
        for (int i = 0; i < 13; i++) {
            work();
            world.advance(80);
        }
        assertEquals(List.of(2, 3, 2, 2, 3, 2, 3, 3, 2, 3, 2, 8), world.out.receivers(CatchUpRequest.class));
    }

    @Test
    void shouldAskForTheNextAsSoonAsAnAnswerHasCome() { // FL-28: as fast as a group under load orders
        ask();
        record(3);
        request(1, 1 << 20);
        deliver();
        work();
        assertEquals(1, questionsAfter(1_249_999));
        assertEquals(2, questionsAfter(1));
        assertEquals(4, world.out.last(CatchUpRequest.class).fromLsn, "nothing has been applied");
        assertEquals(2, questionsAfter(9_999_999), "it has not been answered");
        assertEquals(3, questionsAfter(1));
    }

    @Test
    void shouldNotTakeALateAnswerForANewOne() { // FL-28: each would draw another question
        ask();
        record(3);
        request(1, 1 << 20);
        deliver();
        work();
        assertEquals(2, questionsAfter(1_250_000));
        deliver();
        assertEquals(2, questionsAfter(9_999_999));
        assertEquals(3, questionsAfter(1));
    }

    @Test
    void shouldWaitForTheRestOfALongBody() { // FL-28
        final byte[] large = new byte[3 * EntryBody.MAX_CHUNK];
        other.recorded.add(meta(1, large), large);
        other.progress.recorded = 1;
        ask();
        request(1, 1 << 20);
        for (final CatchUpEntry chunk : other.out.all(CatchUpEntry.class)) {
            assertEquals(1, questionsAfter(9_000_000));
            client.onEntry(chunk, world.now);
        }
        assertEquals(1, world.learner.chosen());
        work();
        assertEquals(2, questionsAfter(1_250_000));
    }

    @Test
    void shouldRunAheadOfWhatIsRecordedByFourAnswersOnly() { // S13
        ask();
        for (int answer = 1; answer <= 5; answer++) {
            world.learner.learn(answer, noOp());
            client.onEntry(entry(answer), world.now);
            work();
            assertEquals(Math.min(5, answer + 1), questionsAfter(1_250_000));
        }
        assertEquals(5, questionsAfter(80_000_000), "that to the first is not recorded, and four more");
        world.recorded(1);
        work();
        assertEquals(6, questionsAfter(1_250_000));
        assertEquals(6, world.out.last(CatchUpRequest.class).fromLsn);
    }

    @Test
    void shouldAskForAChosenEntryWhoseBodyDoesNotCome() { // S8
        world.learner.learn(1, meta(1));
        client.doWork(lsn -> false, world.now);
        world.advance(80);
        client.doWork(lsn -> false, world.now);
        assertEquals(1, world.out.last(CatchUpRequest.class).fromLsn);
    }

    @Test
    void shouldAskForTheRestOfABodyThatIsComing() { // S13: not for all of it
        final byte[] large = new byte[3 * EntryBody.MAX_CHUNK];
        world.learner.learn(1, meta(1, large));
        world.bodies.ordered(1, meta(1, large), world.now);
        client.doWork(lsn -> false, world.now);
        world.advance(79);
        world.bodies.onChunk(Entries.chunk(1, large, 0, 0), 0, world.now);
        for (int millis = 0; millis < 80; millis++) {
            assertEquals(0, client.doWork(lsn -> false, world.now), "it is coming");
            world.advance(1);
        }
        assertEquals(1, client.doWork(lsn -> false, world.now));
        assertEquals(EntryBody.MAX_CHUNK, world.out.last(CatchUpRequest.class).offset);
    }

    @Test
    void shouldAskForItAlthoughMoreIsLearntMeanwhile() { // FL-28, S8: under load something is learnt all the time
        world.learner.learn(1, meta(1));
        for (int millis = 0; millis < 80; millis++) {
            client.doWork(lsn -> false, world.now);
            world.advance(1);
            world.learner.noteKnown(2 + millis / 8);
            world.learner.learn(2 + millis / 8, noOp());
        }
        client.doWork(lsn -> false, world.now);
        assertEquals(1, world.out.last(CatchUpRequest.class).fromLsn);
    }

    @Test
    @Expects("catch-up-client.applied-body-is-gone")
    void shouldAskAgainForABodyThatIsAppliedAndNotRecorded() { // S6, S8: two bodies of one id
        world.learner.learn(1, meta(1));
        world.learner.learn(2, noOp());
        world.progress.applied = 2;
        client.doWork(lsn -> lsn != 1, world.now);
        world.advance(80);
        client.doWork(lsn -> lsn != 1, world.now);
        assertEquals(1, world.out.last(CatchUpRequest.class).fromLsn);
        record(2);
        request(1, 1 << 20);
        deliver();
        assertNotNull(world.bodies.held(meta(1)));
    }

    @Test
    void shouldBringChosenEntriesWithTheirBodies() { // S4, S6
        record(3);
        request(1, 1 << 20);
        assertEquals(3, deliver());
        assertEquals(3, world.learner.chosen());
        assertEquals(3, world.learner.known());
        assertNotNull(world.bodies.held(meta(1)));
        assertNotNull(world.bodies.held(meta(3)));
        assertTrue(world.learner.slotOf(2).meta.isNoOp());
        assertEquals(3, world.counters.catchUpEntries.get());
    }

    @Test
    @Expects("catch-up-client.body-comes-in-parts")
    void shouldNotLearnAnEntryBeforeItsBodyIsWhole() { // S8
        final byte[] large = new byte[EntryBody.MAX_CHUNK + 10];
        other.recorded.add(meta(1, large), large);
        other.progress.recorded = 1;
        request(1, 1 << 20);
        final List<CatchUpEntry> chunks = other.out.all(CatchUpEntry.class);
        assertEquals(2, chunks.size());
        client.onEntry(chunks.get(1), world.now);
        assertEquals(0, world.learner.chosen());
        client.onEntry(chunks.get(0), world.now);
        assertEquals(1, world.learner.chosen());
        assertNotNull(world.bodies.held(meta(1, large)));
    }

    /** A faulty batcher gave two bodies one id, and the sender holds neither (seed 700369). */
    @Test
    @Tag("hazard-U-two-bodies")
    @Expects("catch-up-client.id-is-of-a-body-that-is-needed-before")
    void shouldNotGiveABodyUpForALaterOneWithItsId() { // S6, S8
        other.recorded.add(meta(1), null);
        other.recorded.add(meta(1, Entries.bytes(2)), null);
        other.progress.recorded = 2;
        request(1, 1 << 20);
        deliver();
        assertEquals(1, world.learner.chosen());
        assertTrue(world.bodies.get(Entries.BATCHER, 1).matches(meta(1)), "the first is asked for on and on");
        world.recorded(1);
        deliver();
        assertEquals(2, world.learner.chosen());
        assertTrue(world.bodies.get(Entries.BATCHER, 1).matches(meta(1, Entries.bytes(2))));
    }

    @Test
    @Expects("catch-up-client.body-is-elsewhere")
    void shouldLearnAnEntryWhoseBodyTheSenderDoesNotHold() { // S6, S8
        other.recorded.add(meta(1), null);
        other.recorded.add(meta(2), Entries.bytes(2));
        other.progress.recorded = 2;
        request(1, 1 << 20);
        final List<CatchUpEntry> sent = other.out.all(CatchUpEntry.class);
        assertEquals(List.of(false, true), sent.stream().map(CatchUpEntry::hasBody).toList());
        deliver();
        assertEquals(2, world.learner.chosen());
        assertNull(world.bodies.held(meta(1)));
        assertFalse(world.learner.isSpared(1, 0), "and it keeps the body when that comes");
        world.advance(10);
        world.fetcher.doWork(0, world.now);
        assertEquals(1, world.out.last(FetchBody.class).lsn[0]);
    }

    @Test
    @Expects("catch-up-client.body-left-to-others")
    void shouldLeaveABodyToOthersAsTheSenderHas() { // S6, S15
        world.progress.isWitness = true;
        other.recorded.add(meta(1), null);
        other.recorded.add(meta(2), null);
        other.recorded.add(configuration(), null);
        other.progress.recorded = 3;
        world.storage.onRecovered(2, 7, 0, meta(2), 1_000);
        request(1, 1 << 20);
        deliver();
        assertTrue(world.learner.isSpared(1, 0));
        assertFalse(world.learner.isSpared(2, 0), "it has accepted that one");
        assertFalse(world.learner.isSpared(3, 0), "all need configurations");
    }

    @Test
    void shouldKeepAllBodiesWhereItDoesNotCount() { // S15
        world.progress.isWitness = true;
        world.voting.become(VoterState.LOST);
        other.recorded.add(meta(1), null);
        other.progress.recorded = 1;
        request(1, 1 << 20);
        deliver();
        assertFalse(world.learner.isSpared(1, 0));
    }

    private static EntryMeta configuration() {
        final EntryMeta meta = meta(3);
        meta.flags = EntryMeta.CONFIGURATION;
        return meta;
    }

    @Test
    void shouldNotLearnAnEntryWithADamagedBody() { // S8, M2
        record(1);
        request(1, 1 << 20);
        final CatchUpEntry entry = other.out.last(CatchUpEntry.class);
        ((UnsafeBuffer) entry.buffer).putByte(3, (byte) 9);
        client.onEntry(entry, world.now);
        assertEquals(0, world.learner.chosen());
        assertEquals(1, world.counters.digestMismatches.get());
    }

    @Test
    void shouldIgnoreWhatIsRecordedOrBeyondItsWindow() { // S13
        record(World.WINDOW * 2 + 3);
        world.recorded(1);
        request(1, 1 << 20);
        assertEquals(World.WINDOW * 2, deliver(), "a window of entries, and no more");
        other.out.clear();
        request(4, 1 << 20);
        assertEquals(World.WINDOW * 2, deliver());
        assertFalse(world.learner.isChosen(World.WINDOW * 2 + 2));
        assertTrue(world.learner.isChosen(World.WINDOW * 2 + 1));
        assertNull(world.bodies.held(meta(1)));
    }

    @Test
    void shouldNotAskForWhatItHasNoRoomFor() { // S13
        final int capacity = world.context.capacity();
        world.learner.noteKnown(capacity + 1);
        for (long lsn = 1; lsn <= capacity; lsn++) {
            world.learner.learn(lsn, noOp());
        }
        for (int i = 0; i < 3; i++) {
            work();
            world.advance(80);
        }
        assertTrue(world.out.sent.isEmpty());
        world.recorded(capacity / 4 - 1);
        work();
        world.advance(80);
        work();
        assertTrue(world.out.sent.isEmpty(), "most of an answer would be in vain");
        world.recorded(capacity / 4);
        work();
        world.advance(80);
        work();
        assertEquals(capacity + 1, world.out.last(CatchUpRequest.class).fromLsn);
    }

    @Test
    void shouldServeOnlyWhatIsRecorded() { // S6
        record(3);
        other.progress.recorded = 2;
        request(1, 1 << 20);
        assertEquals(List.of(1L, 2L), other.out.all(CatchUpEntry.class).stream().map(e -> e.lsn).toList());
        assertEquals(2, other.out.last(CatchUpEntry.class).chosen);
        other.out.clear();
        request(3, 1 << 20);
        request(0, 1 << 20);
        request(-4, 1 << 20);
        assertTrue(other.out.sent.isEmpty());
    }

    @Test
    @Expects("catch-up-server.slice-ends-before-all")
    void shouldServeABoundedNumberOfBytes() { // S13
        record(3);
        request(1, 10);
        assertEquals(1, other.out.sent.size());
        request(1, Integer.MAX_VALUE);
        assertEquals(256 << 10, other.recorded.lastMaxBytes);
        request(1, -1);
        assertEquals(1, other.recorded.lastMaxBytes);
    }

    @Test
    void shouldGoOnWhereALongBodyWasCutShort() { // S8, S13
        final byte[] large = new byte[2 * EntryBody.MAX_CHUNK + 10];
        other.recorded.add(meta(1, large), large);
        other.progress.recorded = 1;
        other.out.room = 1;
        request(1, 1 << 20);
        world.learner.noteKnown(1);
        work();
        deliver();
        world.advance(80);
        work();
        final CatchUpRequest request = world.out.last(CatchUpRequest.class);
        assertEquals(1, request.fromLsn);
        assertEquals(EntryBody.MAX_CHUNK, request.offset);
        other.out.clear();
        other.out.room = 10;
        server.onRequest(1, request);
        server.doWork();
        assertEquals(2, deliver());
        assertEquals(1, world.learner.chosen());
    }

    @Test
    @Expects("catch-up-server.slice-cut-short")
    void shouldStopServingAtBackPressure() { // S13
        record(5);
        other.out.room = 2;
        request(1, 1 << 20);
        assertEquals(2, other.out.sent.size());
        assertEquals(2, other.counters.catchUpServed.get());
        other.out.room = 10;
        request(3, 1 << 20);
        assertEquals(5, other.out.last(CatchUpEntry.class).lsn);
    }

    private void record(final int count) {
        for (int i = 1; i <= count; i++) {
            if (i == 2) {
                other.recorded.add(noOp(), new byte[0]);
            } else {
                other.recorded.add(meta(i), Entries.bytes(i));
            }
        }
        other.progress.recorded = count;
    }

    private void request(final long from, final int maxBytes) {
        final CatchUpRequest request = new CatchUpRequest();
        request.fromLsn = from;
        request.maxBytes = maxBytes;
        server.onRequest(1, request);
        server.doWork();
    }

    private int deliver() {
        final List<CatchUpEntry> entries = other.out.all(CatchUpEntry.class);
        entries.forEach(e -> client.onEntry(e, world.now));
        return entries.size();
    }

    private void ask() {
        world.learner.noteKnown(9);
        work();
        world.advance(80);
        work();
    }

    private int questionsAfter(final long nanos) {
        world.now += nanos;
        work();
        return world.out.all(CatchUpRequest.class).size();
    }

    private static CatchUpEntry entry(final long lsn) {
        final CatchUpEntry entry = new CatchUpEntry();
        entry.lsn = lsn;
        entry.chosen = 9;
        entry.meta.set(noOp());
        return entry;
    }

    private void work() {
        client.doWork(lsn -> true, world.now);
    }
}
