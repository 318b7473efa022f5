package io.fleet.scattered.body;

import static io.fleet.fixture.message.Entries.BATCHER;
import static io.fleet.fixture.message.Entries.body;
import static io.fleet.fixture.message.Entries.chunk;
import static io.fleet.fixture.message.Entries.meta;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.GroupConfig;
import io.fleet.config.SizeLimits;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.fixture.mark.Expects;
import io.fleet.fixture.message.Entries;
import io.fleet.scattered.body.PendingBodies.Result;
import io.fleet.storage.EntryMeta;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PendingBodiesTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long BALLOT = 9;
    private static final long RETRY = GroupConfig.scattered().retryMillis() * 1_000_000;

    private final GroupCounters counters = new GroupCounters();
    private final PendingBodies bodies =
        new PendingBodies(GroupConfig.scattered().withPendingEntries(16).withPendingBytes(1 << 20), counters);

    @Test
    void shouldHoldABodyThatIsWholeAndMatches() {
        assertEquals(Result.COMPLETE, take(body(1, BALLOT)));
        final PendingBody held = bodies.held(meta(1));
        final byte[] bytes = new byte[held.length];
        held.buffer.getBytes(0, bytes);
        assertArrayEquals(Entries.bytes(1), bytes);
        assertNull(bodies.held(meta(2)));
    }

    @Test
    @Tag("hazard-X-H8")
    void shouldTakeNoMemoryForWhatHasNotCome() {
        final EntryMeta told = meta(1);
        told.length = 16 << 20;
        for (long lsn = 1; lsn <= 256; lsn++) {
            told.sequence = lsn;
            assertEquals(0, bodies.ordered(lsn, told, 0).heldBytes());
        }
        final byte[] large = large();
        take(chunk(1_000, large, BALLOT, 2 * EntryBody.MAX_CHUNK));
        final long last = bodies.get(meta(1_000, large).batcherId, 1_000).heldBytes();
        assertTrue(last < 2L * EntryBody.MAX_CHUNK, () -> "for one chunk: " + last);
        take(chunk(1_000, large, BALLOT, 0));
        take(chunk(1_000, large, BALLOT, EntryBody.MAX_CHUNK));
        final PendingBody whole = bodies.held(meta(1_000, large));
        assertTrue(whole.heldBytes() >= large.length && whole.heldBytes() < 4L * large.length,
            () -> "for all of it: " + whole.heldBytes());
        bodies.drop(whole);
        assertEquals(0, whole.heldBytes());
    }

    @Test
    @Expects("body-buffer.left-to-others")
    void shouldTakeNoRoomForWhatIsLeftToOthers() { // S13
        final byte[] large = large();
        assertEquals(Result.PARTIAL, take(chunk(1, large, BALLOT, 0)));
        bodies.leave(7, meta(1, large));
        assertEquals(0, bodies.unordered());
        assertEquals(0, bodies.orderedBytes());
        assertEquals(Result.IGNORED, take(chunk(1, large, BALLOT, EntryBody.MAX_CHUNK)));
        assertEquals(0, bodies.get(meta(1, large).batcherId, 1).heldBytes());
        bodies.leave(8, meta(2));
        bodies.leave(9, meta(2));
        bodies.release(9, meta(2));
        assertEquals(2, bodies.size(), "an id has one LSN");
        final PendingBody needed = bodies.keep(7, meta(1, large), 0, 0);
        assertTrue(bodies.orderedBytes() >= large.length);
        take(chunk(1, large, 0, 0));
        take(chunk(1, large, 0, EntryBody.MAX_CHUNK));
        assertEquals(Result.COMPLETE, take(chunk(1, large, 0, 2 * EntryBody.MAX_CHUNK)));
        assertSame(needed, bodies.held(meta(1, large)));
        bodies.leave(7, meta(1, large));
        assertSame(needed, bodies.held(meta(1, large)), "what is needed stays");
        bodies.sweep(8);
        assertEquals(0, bodies.size());
        assertEquals(0, bodies.orderedBytes());
    }

    @Test
    void shouldPutChunksTogetherInAnyOrder() {
        final byte[] large = large();
        assertEquals(Result.PARTIAL, take(chunk(1, large, BALLOT, 2 * EntryBody.MAX_CHUNK)));
        assertEquals(Result.PARTIAL, take(chunk(1, large, BALLOT, 0)));
        assertEquals(Result.PARTIAL, take(chunk(1, large, BALLOT, 0)));
        assertNull(bodies.held(meta(1, large)));
        assertEquals(Result.COMPLETE, take(chunk(1, large, BALLOT, EntryBody.MAX_CHUNK)));
        final byte[] bytes = new byte[large.length];
        bodies.held(meta(1, large)).buffer.getBytes(0, bytes);
        assertArrayEquals(large, bytes);
        assertEquals(Result.IGNORED, take(chunk(1, large, BALLOT, 0)));
    }

    @Test
    void shouldRefuseChunksThatLieElsewhere() {
        final byte[] large = large();
        final EntryBody odd = chunk(1, large, BALLOT, 0);
        odd.offset = 100;
        assertEquals(Result.PARTIAL, take(odd));
        final EntryBody beyond = chunk(1, large, BALLOT, 2 * EntryBody.MAX_CHUNK);
        beyond.offset = 3 * EntryBody.MAX_CHUNK;
        assertEquals(Result.PARTIAL, take(beyond));
        final EntryBody shortened = chunk(1, large, BALLOT, 0);
        shortened.chunkLength--;
        assertEquals(Result.PARTIAL, take(shortened));
        for (int offset = 0; offset < large.length; offset += EntryBody.MAX_CHUNK) {
            take(chunk(1, large, BALLOT, offset));
        }
        assertNotNull(bodies.held(meta(1, large)));
    }

    @Test
    @Expects("pending-bodies.digest-mismatch")
    void shouldCountABodyThatDoesNotMatchItsDigestAsMissing() { // S8, M2
        final EntryBody damaged = body(1, BALLOT);
        ((UnsafeBuffer) damaged.buffer).putByte(45, (byte) 0x55);
        assertEquals(Result.IGNORED, take(damaged));
        assertNull(bodies.held(meta(1)));
        assertEquals(1, counters.digestMismatches.get());
        assertEquals(Result.COMPLETE, take(body(1, BALLOT)));
        assertNotNull(bodies.held(meta(1)));
    }

    @Test
    @Expects({"pending-bodies.another-value-was-ordered", "pending-bodies.chunk-of-another-body"})
    void shouldNotHoldOneBodyForAnotherValueOfTheSameId() { // M2
        take(body(1, BALLOT));
        final EntryMeta other = meta(1, "another body".getBytes());
        assertNull(bodies.held(other));
        final PendingBody ordered = bodies.ordered(7, other, 0);
        assertFalse(ordered.complete);
        assertNull(bodies.held(other));
        assertNull(bodies.held(meta(1)));
        assertEquals(Result.IGNORED, take(body(1, BALLOT)));
        assertEquals(Result.COMPLETE, take(chunk(1, "another body".getBytes(), 0, 0)));
        assertNotNull(bodies.held(other));
    }

    @Test
    @Expects("pending-bodies.useless-body-ignored")
    void shouldIgnoreBodiesThatNobodyMayOrderAnyMore() {
        assertEquals(Result.IGNORED, take(body(1, BALLOT - 1)));
        assertEquals(Result.IGNORED, take(body(1, 0)));
        assertEquals(0, bodies.size());
    }

    @Test
    void shouldTakeAnswersForWhatWasOrdered() {
        bodies.ordered(3, meta(1), 0);
        assertEquals(Result.COMPLETE, take(body(1, 0)));
        assertEquals(3, bodies.held(meta(1)).lsn);
    }

    @Test
    @Expects("pending-bodies.full")
    void shouldSayWhenThereIsNoRoom() { // S13
        fill(16);
        assertEquals(Result.FULL, take(body(17, BALLOT)));
        assertEquals(1, counters.bodiesDropped.get());
        for (long sequence = 1; sequence <= 16; sequence++) {
            assertNotNull(bodies.held(meta(sequence)), "sequence " + sequence + " was accepted");
        }
    }

    @Test
    void shouldBoundTheBytesToo() { // S13
        final byte[] large = new byte[600_000];
        assertEquals(Result.PARTIAL, take(chunk(1, large, BALLOT, 0)));
        assertEquals(Result.FULL, take(chunk(2, large, BALLOT, 0)));
        bodies.ordered(1, meta(1, large), 0);
        assertEquals(Result.PARTIAL, take(chunk(2, large, BALLOT, 0)));
    }

    @Test
    void shouldHaveRoomForWhatIsNeededNextBesideWhatIsNeededLater() { // S13: a node that lags
        final byte[] large = new byte[60_000];
        long far = PendingBodies.NEAR + 1;
        while (bodies.keep(far, meta(far, large), 0, 0) != null) {
            far++;
        }
        final long kept = bodies.orderedBytes();
        assertTrue(kept <= 3 << 18, kept + " bytes of what is far ahead");
        long near = 2;
        while (bodies.keep(near, meta(near, large), 0, 0) != null) {
            near++;
        }
        assertTrue(bodies.orderedBytes() - kept > 1 << 17, (bodies.orderedBytes() - kept) + " bytes of what is next");
        assertTrue(bodies.orderedBytes() <= 1 << 20, bodies.orderedBytes() + " bytes");
        assertNotNull(bodies.keep(1, meta(1, large), 0, 0), "the first always has room");
    }

    @Test
    void shouldTakeNoBodyThatOnlyACodedGroupTakes() { // S13
        final PendingBodies roomy = new PendingBodies(GroupConfig.scattered(), counters);
        final EntryBody longest = chunk(1, large(), BALLOT, 0);
        longest.totalLength = 2 * SizeLimits.SHORT_BYTES + 1;
        assertEquals(Result.FULL, roomy.onChunk(longest, BALLOT, 0));
        assertEquals(0, roomy.size());
        assertEquals(1, counters.bodiesDropped.get());
    }

    @Test
    void shouldMakeRoomFromBodiesOfOlderBallots() { // S13
        fill(16);
        assertEquals(Result.COMPLETE, bodies.onChunk(body(17, BALLOT + 1), BALLOT + 1, 0));
        assertNull(bodies.held(meta(1)));
        assertNotNull(bodies.held(meta(2)));
    }

    @Test
    @Expects("pending-bodies.oldest-dropped")
    void shouldMakeRoomFromBodiesThatLinger() { // HC-07
        fill(16);
        assertEquals(Result.FULL, bodies.onChunk(body(17, BALLOT), BALLOT, 10 * SECOND - 1));
        assertEquals(Result.COMPLETE, bodies.onChunk(body(17, BALLOT), BALLOT, 10 * SECOND));
        assertNull(bodies.held(meta(1)));
    }

    @Test
    @Expects("pending-bodies.stalled-dropped")
    void shouldMakeRoomFromBodiesOfWhichAChunkWasLost() { // HC-07
        final byte[] large = large();
        fill(14);
        bodies.onChunk(chunk(15, large, BALLOT, 0), BALLOT, 0);
        bodies.onChunk(chunk(16, large, BALLOT, 0), BALLOT, 0);
        bodies.onChunk(chunk(16, large, BALLOT, EntryBody.MAX_CHUNK), BALLOT, RETRY);
        assertEquals(Result.FULL, bodies.onChunk(body(17, BALLOT), BALLOT, RETRY - 1));
        assertEquals(Result.COMPLETE, bodies.onChunk(body(17, BALLOT), BALLOT, 2 * RETRY - 1));
        assertNull(bodies.get(BATCHER, 15), "nothing has come of it for long");
        assertNotNull(bodies.get(BATCHER, 16), "more may come of it");
        assertNotNull(bodies.held(meta(1)), "it is whole and may be ordered");
    }

    @Test
    void shouldKeepWhatWasOrderedWhateverElseComes() { // S7, S13
        fill(16);
        bodies.ordered(1, meta(1), 0);
        for (long sequence = 17; sequence < 200; sequence++) {
            bodies.onChunk(body(sequence, BALLOT + sequence), BALLOT + sequence, 20 * SECOND);
        }
        assertNotNull(bodies.held(meta(1)));
        assertEquals(17, bodies.size());
    }

    @Test
    void shouldReleaseABodyAtTheLsnItWasOrderedAt() {
        take(body(1, BALLOT));
        bodies.ordered(4, meta(1), 0);
        bodies.release(3, meta(1));
        assertNotNull(bodies.held(meta(1)));
        bodies.release(4, meta(1));
        assertNull(bodies.held(meta(1)));
    }

    @Test
    void shouldKeepABodyThatTurnsOutToBeChosen() { // S7
        take(body(1, BALLOT));
        bodies.pin(4, meta(1), 0, 0);
        bodies.pin(5, meta(2), 0, 0);
        assertEquals(4, bodies.held(meta(1)).lsn);
        assertEquals(1, bodies.size(), "and makes none up");
        bodies.pin(6, meta(1), 0, 0);
        assertEquals(4, bodies.held(meta(1)).lsn);
    }

    @Test
    @Expects("pending-bodies.left-over-swept")
    void shouldSweepWhatLostItsLsn() {
        take(body(1, BALLOT));
        take(body(2, BALLOT));
        take(body(3, BALLOT));
        bodies.ordered(4, meta(1), 0);
        bodies.ordered(5, meta(2), 0);
        bodies.sweep(4);
        assertNull(bodies.held(meta(1)));
        assertNotNull(bodies.held(meta(2)));
        assertNotNull(bodies.held(meta(3)));
    }

    @Test
    @Expects("pending-bodies.meant-for-a-leader-of-long-ago")
    void shouldForgetWhatWasMeantForALeaderOfLongAgo() { // S13
        bodies.onChunk(body(1, BALLOT), BALLOT, 0);
        bodies.onChunk(body(2, BALLOT + 1), BALLOT, 0);
        bodies.forgetOld(BALLOT, 20 * SECOND);
        assertEquals(2, bodies.size(), "its leader leads");
        bodies.forgetOld(BALLOT + 1, 10 * SECOND - 1);
        assertEquals(2, bodies.size(), "it came a moment ago");
        bodies.forgetOld(BALLOT + 1, 10 * SECOND);
        assertNull(bodies.get(BATCHER, 1));
        assertNotNull(bodies.held(meta(2)));
        assertEquals(1, bodies.unordered());
    }

    @Test
    void shouldTellWhetherAllAreMeantForFormerLeaders() {
        assertTrue(bodies.areOld(BALLOT, 0), "none");
        bodies.onChunk(body(1, BALLOT), BALLOT, 0);
        assertFalse(bodies.areOld(BALLOT, 10 * SECOND - 1));
        assertTrue(bodies.areOld(BALLOT, 10 * SECOND), "nothing came for long");
        assertTrue(bodies.areOld(BALLOT + 1, 0));
        bodies.onChunk(body(2, BALLOT + 1), BALLOT, 0);
        assertFalse(bodies.areOld(BALLOT + 1, 0), "the second");
        bodies.ordered(5, meta(2), 0);
        assertFalse(bodies.areOld(BALLOT + 2, 0), "it is ordered");
        bodies.release(5, meta(2));
        for (int sequence = 3; sequence < 10; sequence++) {
            bodies.onChunk(body(sequence, BALLOT), BALLOT, 0);
        }
        assertTrue(bodies.areOld(BALLOT + 1, 0), "8");
        bodies.onChunk(body(10, BALLOT), BALLOT, 0);
        assertFalse(bodies.areOld(BALLOT + 1, 0), "so many are not looked at");
    }

    @Test
    void shouldStayWithinItsBoundsUnderAnyMix() { // S13
        final SplittableRandom random = new SplittableRandom(13);
        int orderedBodies = 0;
        for (int step = 0; step < 20_000; step++) {
            final long sequence = random.nextLong(1, 60);
            final PendingBody known = bodies.get(BATCHER, sequence);
            switch (random.nextInt(4)) {
                case 0, 1 -> take(body(sequence, BALLOT));
                case 2 -> {
                    if (known != null && known.lsn == 0) {
                        assertSame(known, bodies.ordered(step + 1, meta(sequence), 0));
                        orderedBodies++;
                    }
                }
                default -> {
                    if (known != null) {
                        orderedBodies -= known.lsn == 0 ? 0 : 1;
                        bodies.drop(known);
                    }
                }
            }
            assertTrue(bodies.size() - orderedBodies <= 16, "step " + step);
        }
        assertTrue(counters.bodiesDropped.get() > 0);
    }

    private Result take(final EntryBody chunk) {
        return bodies.onChunk(chunk, BALLOT, 0);
    }

    private void fill(final int count) {
        for (long sequence = 1; sequence <= count; sequence++) {
            assertEquals(Result.COMPLETE, take(body(sequence, BALLOT)));
        }
    }

    private static byte[] large() {
        final byte[] bytes = new byte[2 * EntryBody.MAX_CHUNK + 1000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31 + i / 1000);
        }
        return bytes;
    }
}
