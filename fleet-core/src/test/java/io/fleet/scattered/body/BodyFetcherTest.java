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
        asked.forEach((lsn, members) -> assertEquals(List.of(2, 3, 2), members, "LSN " + lsn));
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

    private void want(final long sequence) {
        world.fetcher.want(world.bodies.ordered(sequence, meta(sequence), world.now), world.now);
    }

    private int work() {
        return world.fetcher.doWork(LEADER, world.now);
    }
}
