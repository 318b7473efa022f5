package io.fleet.scattered.body;

import static io.fleet.fixture.message.Entries.ballot;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class BodyFetcherTest {
    private static final long LEADER = ballot(1, 2);

    private final World world = new World();

    @Test
    @Expects("body-fetcher.asked")
    void shouldWaitAMomentBeforeItAsksTheLeader() { // S8
        want(1);
        world.advance(9);
        work();
        assertTrue(world.out.sent.isEmpty());
        world.advance(1);
        work();
        final FetchBody request = world.out.last(FetchBody.class);
        assertEquals(1, request.lsn[0]);
        assertEquals(Entries.BATCHER, request.batcherId[0]);
        assertEquals(1, request.sequence[0]);
        assertEquals(List.of(2), world.out.receivers(FetchBody.class));
    }

    @Test
    void shouldAskEveryOtherMemberSoonerOrLater() { // S8
        want(1);
        for (int i = 0; i < 12; i++) {
            world.advance(1_000);
            work();
        }
        final List<Integer> asked = world.out.receivers(FetchBody.class);
        assertEquals(12, asked.size());
        assertTrue(asked.contains(2) && asked.contains(3), asked.toString());
        assertFalse(asked.contains(1), "never itself");
    }

    @Test
    void shouldAskOthersWhenItLeadsOrKnowsNoLeader() { // S8
        for (final long ballot : new long[] {0, ballot(3, 1)}) {
            world.out.clear();
            want(ballot + 1);
            for (int i = 0; i < 12; i++) {
                world.advance(1_000);
                world.fetcher.doWork(ballot, world.now);
            }
            final List<Integer> asked = world.out.receivers(FetchBody.class);
            assertTrue(asked.contains(2) && asked.contains(3) && !asked.contains(1), asked.toString());
        }
    }

    @Test
    void shouldPauseLongerAndLonger() { // S8
        want(1);
        int asked = 0;
        final int[] times = new int[6];
        for (int millis = 1; millis <= 5_000 && asked < times.length; millis++) {
            world.advance(1);
            if (work() > 0) {
                times[asked++] = millis;
            }
        }
        final int[] pauses = new int[5];
        for (int i = 0; i < pauses.length; i++) {
            pauses[i] = times[i + 1] - times[i];
        }
        assertEquals(List.of(80, 160, 320, 640, 640), List.of(pauses[0], pauses[1], pauses[2], pauses[3], pauses[4]));
    }

    @Test
    void shouldAskEveryMemberInTurnForEachBodyOfARecordedEntry() { // S8: none may meet the same member each time
        for (long lsn = 1; lsn <= 4 * FetchBody.MAX_BODIES; lsn++) {
            world.fetcher.wantRecorded(world.bodies.ordered(lsn, meta(lsn), world.now), world.now);
        }
        final Map<Long, List<Integer>> asked = new HashMap<>();
        for (int millis = 0; millis < 3 * 80; millis++) {
            while (work() > 0) {
                final FetchBody request = world.out.last(FetchBody.class);
                final int to = world.out.sent.get(world.out.sent.size() - 1).to();
                for (int i = 0; i < request.count; i++) {
                    asked.computeIfAbsent(request.lsn[i], lsn -> new ArrayList<>()).add(to);
                }
            }
            world.advance(1);
        }
        assertEquals(4 * FetchBody.MAX_BODIES, asked.size());
        asked.forEach((lsn, members) -> assertEquals(lsn % 2 == 0 ? List.of(2, 3, 2) : List.of(3, 2, 3), members,
            "LSN " + lsn));
    }

    @Test
    void shouldStopWhenTheBodyIsHere() { // S8
        want(1);
        world.arrive(1, 0);
        world.advance(1_000);
        assertEquals(0, work());
        assertTrue(world.out.sent.isEmpty());
    }

    @Test
    void shouldGoOnWhenADamagedBodyCame() { // S8, M2
        want(1);
        final EntryBody damaged = Entries.body(1, 0);
        ((UnsafeBuffer) damaged.buffer).putByte(41, (byte) 0);
        assertEquals(PendingBodies.Result.IGNORED, world.bodies.onChunk(damaged, LEADER, world.now));
        world.advance(1_000);
        work();
        assertEquals(1, world.out.last(FetchBody.class).count);
    }

    @Test
    void shouldAskForWhatIsMissingOfALongBody() { // S8
        final byte[] large = new byte[3 * EntryBody.MAX_CHUNK];
        world.fetcher.want(world.bodies.ordered(1, meta(1, large), world.now), world.now);
        world.bodies.onChunk(Entries.chunk(1, large, 0, 0), LEADER, world.now);
        world.bodies.onChunk(Entries.chunk(1, large, 0, 2 * EntryBody.MAX_CHUNK), LEADER, world.now);
        world.advance(20);
        work();
        assertEquals(EntryBody.MAX_CHUNK, world.out.last(FetchBody.class).offset[0]);
    }

    @Test
    void shouldStopWhenTheBodyIsNotNeededAnyMore() { // S13
        want(1);
        world.bodies.release(1, meta(1));
        world.advance(1_000);
        assertEquals(0, work());
    }

    @Test
    void shouldAskForManyAtOnceAndForTheRestLater() { // S13
        for (long lsn = 1; lsn <= FetchBody.MAX_BODIES + 10; lsn++) {
            want(lsn);
        }
        world.advance(20);
        work();
        assertEquals(FetchBody.MAX_BODIES, world.out.last(FetchBody.class).count);
        work();
        assertEquals(10, world.out.last(FetchBody.class).count);
        assertEquals(0, work());
    }

    @Test
    void shouldForgetWhatHasCome() { // S13: each duty cycle looks at the list
        for (long lsn = 1; lsn <= 10; lsn++) {
            want(lsn);
        }
        for (long lsn = 1; lsn <= 9; lsn++) {
            world.arrive(lsn, 0);
        }
        work();
        assertEquals(1, world.fetcher.listed());
        world.bodies.release(10, meta(10));
        work();
        assertEquals(0, world.fetcher.listed());
    }

    @Test
    void shouldLookAtAPartOfALongListInEachCycle() { // S13: a node that lags misses thousands
        final int count = 3 * BodyFetcher.AT_ONCE;
        for (long lsn = 1; lsn <= count; lsn++) {
            want(lsn);
        }
        assertEquals(0, work(), "those that have just been added are looked at, too");
        world.advance(10);
        for (int part = 0; part < 3; part++) {
            assertEquals(FetchBody.MAX_BODIES, work());
            assertEquals(1 + part * BodyFetcher.AT_ONCE, world.out.last(FetchBody.class).lsn[0]);
        }
        for (long lsn = 1; lsn <= count; lsn++) {
            world.arrive(lsn, 0);
        }
        for (int part = 0; part < 3; part++) {
            assertEquals(count, world.fetcher.listed(), "what has come leaves it when all of it was seen");
            assertEquals(0, work());
        }
        assertEquals(0, world.fetcher.listed());
    }

    @Test
    void shouldComeToTheEndOfAListThatGrows() { // S13: entries arrive before their bodies
        for (long lsn = 1; lsn <= 3 * BodyFetcher.AT_ONCE; lsn++) {
            want(lsn);
        }
        int longest = 0;
        for (long lsn = 1; lsn <= 100L * BodyFetcher.AT_ONCE; lsn++) {
            if (lsn % (2 * BodyFetcher.AT_ONCE) == 0) {
                work();
            }
            want(lsn + 3 * BodyFetcher.AT_ONCE);
            world.arrive(lsn, 0);
            longest = Math.max(longest, world.fetcher.listed());
        }
        assertTrue(longest <= 16 * BodyFetcher.AT_ONCE, longest + " are listed");
    }

    @Test
    void shouldAskForMoreWhenWhatItAskedForIsLateThoughTheListIsLong() { // S13
        final byte[] large = new byte[BodyFetcher.MOST_BYTES / 2];
        for (long lsn = 1; lsn <= 4; lsn++) {
            world.fetcher.want(world.bodies.ordered(lsn, meta(lsn, large), world.now), world.now);
        }
        for (long lsn = 5; lsn <= 30 * BodyFetcher.AT_ONCE; lsn++) {
            want(lsn);
        }
        world.advance(10);
        assertTrue(work() >= 2);
        for (int millis = 0; millis < 20; millis++) {
            work();
            world.advance(1);
        }
        world.out.clear();
        work();
        assertTrue(world.out.last(FetchBody.class).count > 0, "in the middle of the list");
    }

    @Test
    void shouldAskForAsMuchAsAStreamTakesAndForMoreWhenThatHasCome() { // S13
        final byte[] large = new byte[BodyFetcher.MOST_BYTES / 4];
        for (long lsn = 1; lsn <= 8; lsn++) {
            world.fetcher.want(world.bodies.ordered(lsn, meta(lsn, large), world.now), world.now);
        }
        world.advance(10);
        assertEquals(4, work());
        assertEquals(1, world.out.last(FetchBody.class).lsn[0]);
        assertEquals(0, work(), "four are on their way");
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            world.bodies.onChunk(Entries.chunk(2, large, 0, offset), LEADER, world.now);
        }
        assertEquals(1, work());
        assertEquals(5, world.out.last(FetchBody.class).lsn[0]);
        world.advance(20);
        assertEquals(3, work(), "those that were asked for in vain hold up nobody");
    }

    @Test
    void shouldAskForWhatIsRecordedNextWhateverElseIsOnItsWay() { // S13: a node that lags
        final byte[] large = new byte[BodyFetcher.MOST_BYTES / 2];
        final long far = PendingBodies.NEAR + 1;
        for (final long lsn : new long[] {far, far + 1, far + 2, 1, 2, 3}) {
            world.fetcher.want(world.bodies.ordered(lsn, meta(lsn, large), world.now), world.now);
        }
        world.advance(10);
        assertEquals(4, work());
        final FetchBody request = world.out.last(FetchBody.class);
        assertEquals(List.of(far, far + 1, 1L, 2L),
            List.of(request.lsn[0], request.lsn[1], request.lsn[2], request.lsn[3]));
        assertEquals(0, work());
    }

    @Test
    void shouldAskSoonForTheRestOfWhatWasCutShort() { // S13: the stream of who answered took no more
        final byte[] large = new byte[3 * EntryBody.MAX_CHUNK];
        final PendingBody body = world.bodies.ordered(1, meta(1, large), world.now);
        world.fetcher.want(body, world.now);
        world.advance(10);
        assertEquals(1, work());
        world.advance(1);
        world.bodies.onChunk(Entries.chunk(1, large, 0, 0), LEADER, world.now);
        world.advance(9);
        assertEquals(0, work());
        world.advance(1);
        assertEquals(1, work());
        assertEquals(EntryBody.MAX_CHUNK, world.out.last(FetchBody.class).offset[0]);
        world.advance(59);
        assertEquals(0, work(), "nothing more has come");
        world.bodies.onChunk(Entries.chunk(1, large, 0, 0), LEADER, world.now);
        final EntryBody elsewhere = Entries.chunk(1, large, 0, EntryBody.MAX_CHUNK);
        elsewhere.offset++;
        world.bodies.onChunk(elsewhere, LEADER, world.now);
        world.advance(10);
        assertEquals(1, work(), "in its turn; what is of no use draws nothing");
        assertFalse(world.fetcher.isExhausted(body));
    }

    @Test
    void shouldAskForTheRestLessAndLessOftenOfTheOneWhoHasBegun() { // S13: a slow stream is not made slower
        final byte[] large = new byte[32 * EntryBody.MAX_CHUNK];
        world.fetcher.wantRecorded(world.bodies.ordered(1, meta(1, large), world.now), world.now);
        assertEquals(1, work());
        int asked = 0;
        for (int chunk = 0; chunk < 31; chunk++) {
            world.bodies.onChunk(Entries.chunk(1, large, 0, chunk * EntryBody.MAX_CHUNK), LEADER, world.now);
            for (int millis = 0; millis < 2; millis++) {
                world.advance(1);
                asked += work();
            }
        }
        assertEquals(0, asked);
        for (int chunk = 0; chunk < 2; chunk++) {
            world.advance(12);
            asked += work();
            world.bodies.onChunk(Entries.chunk(1, large, 0, 31 * EntryBody.MAX_CHUNK - chunk), LEADER, world.now);
        }
        assertTrue(asked <= 1, asked + " questions");
        assertEquals(1, world.out.receivers(FetchBody.class).stream().distinct().count());
    }

    @Test
    void shouldNotAskSoonForABodyThatTurnedOutToBeAnother() { // S8, M2
        final byte[] large = new byte[2 * EntryBody.MAX_CHUNK];
        want(1, large);
        world.advance(10);
        assertEquals(1, work());
        final byte[] wrong = large.clone();
        wrong[7]++;
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            final EntryBody chunk = Entries.chunk(1, wrong, 0, offset);
            chunk.digest = meta(1, large).digest;
            world.bodies.onChunk(chunk, LEADER, world.now);
        }
        for (int millis = 0; millis < 79; millis++) {
            world.advance(1);
            assertEquals(0, work());
        }
        world.advance(1);
        assertEquals(1, work());
    }

    private void want(final long sequence, final byte[] bytes) {
        world.fetcher.want(world.bodies.ordered(sequence, meta(sequence, bytes), world.now), world.now);
    }

    private void want(final long sequence) {
        world.fetcher.want(world.bodies.ordered(sequence, meta(sequence), world.now), world.now);
    }

    private int work() {
        return world.fetcher.doWork(LEADER, world.now);
    }
}
