package io.fleet.scattered.acceptor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.fixture.mark.Expects;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AckTrackerTest {
    private final AckTracker tracker = new AckTracker(64, true);
    private final Ack ack = new Ack();

    @Test
    void shouldAdvanceOverWhatIsDurableInAnyOrder() {
        tracker.reset(5, 10);
        assertTrue(tracker.add(13));
        assertTrue(tracker.add(12));
        assertEquals(10, tracker.cumulative());
        assertTrue(tracker.add(11));
        assertEquals(13, tracker.cumulative());
        assertFalse(tracker.add(12));
    }

    @Test
    void shouldReportRangesAboveAHole() {
        tracker.reset(5, 10);
        for (final long lsn : new long[] {11, 13, 14, 17}) {
            tracker.add(lsn);
        }
        assertRanges(11, 13, 14, 17, 17);
        assertEquals(5, ack.ballot);
    }

    @Test
    void shouldReportTheWatermarkAloneWhenRangesAreNotWanted() {
        final AckTracker plain = new AckTracker(64, false);
        plain.reset(5, 0);
        plain.add(1);
        plain.add(3);
        ack.count = 7;
        plain.fill(ack);
        assertEquals(1, ack.cumulative);
        assertEquals(0, ack.count);
    }

    @Test
    void shouldForgetEverythingAtANewBallot() {
        tracker.reset(5, 0);
        tracker.add(1);
        tracker.add(3);
        tracker.reset(6, 0);
        assertRanges(0);
        assertFalse(tracker.contains(1));
        assertFalse(tracker.contains(3));
        assertEquals(6, tracker.ballot());
    }

    @Test
    @Expects("ack-tracker.ranges-left-out")
    void shouldSayWhenThereIsRoomForRangesThatWereLeftOut() {
        final AckTracker large = new AckTracker(1024, true);
        large.reset(5, 0);
        for (long lsn = 2; lsn <= 2 * (Ack.MAX_RANGES + 1); lsn += 2) {
            large.add(lsn);
        }
        large.fill(ack);
        assertEquals(Ack.MAX_RANGES, ack.count);
        assertTrue(large.isCut());
        assertTrue(large.settle(2), "one range less to tell");
        assertFalse(large.settle(2), "told already");
        large.fill(ack);
        assertEquals(Ack.MAX_RANGES, ack.count);
        assertEquals(2 * (Ack.MAX_RANGES + 1), ack.to[Ack.MAX_RANGES - 1]);
        assertFalse(large.isCut(), "nothing was left out");
    }

    @Test
    void shouldNotRepeatWhatTheLeaderKnowsToBeChosenNorCountItAsHeld() { // S2, S6
        tracker.reset(5, 0);
        for (final long lsn : new long[] {1, 3, 5, 6, 8}) {
            tracker.add(lsn);
        }
        tracker.settle(5);
        assertRanges(1, 6, 6, 8, 8);
        assertFalse(tracker.contains(2));
        assertFalse(tracker.contains(4));
        tracker.settle(3);
        assertRanges(1, 6, 6, 8, 8);
        tracker.raise(4);
        assertRanges(6, 8, 8);
        tracker.reset(6, 0);
        tracker.add(2);
        assertRanges(0, 2, 2);
    }

    @Test
    void shouldCountWhatTheOrderedLogHolds() {
        tracker.reset(5, 0);
        tracker.add(2);
        tracker.add(5);
        tracker.add(8);
        tracker.raise(4);
        assertRanges(5, 8, 8);
        tracker.raise(3);
        assertRanges(5, 8, 8);
        tracker.raise(100);
        assertRanges(100);
        assertTrue(tracker.add(101));
        assertEquals(101, tracker.cumulative());
    }

    @Test
    @Expects("ack-tracker.beyond-window")
    void shouldLeaveOutWhatIsTooFarAbove() {
        tracker.reset(5, 0);
        assertFalse(tracker.add(64));
        assertTrue(tracker.add(63));
        assertFalse(tracker.contains(64));
        assertRanges(0, 63, 63);
    }

    @Test
    void shouldSendAsManyRangesAsAMessageHolds() {
        final AckTracker large = new AckTracker(1024, true);
        large.reset(5, 0);
        for (long lsn = 2; lsn < 1000; lsn += 2) {
            large.add(lsn);
        }
        large.fill(ack);
        assertEquals(Ack.MAX_RANGES, ack.count);
        assertEquals(2L * Ack.MAX_RANGES, ack.to[Ack.MAX_RANGES - 1]);
    }

    @Test
    void shouldSayWhatASetOfNumbersSays() {
        final SplittableRandom random = new SplittableRandom(11);
        for (int run = 0; run < 200; run++) {
            final long base = random.nextLong(1000);
            long cumulative = base;
            final TreeSet<Long> above = new TreeSet<>();
            tracker.reset(run + 1, base);
            for (int step = 0; step < 300; step++) {
                final long lsn = cumulative + random.nextInt(-3, 68);
                if (random.nextInt(20) == 0) {
                    tracker.raise(lsn);
                    cumulative = Math.max(cumulative, lsn);
                } else {
                    final boolean fits = lsn > cumulative && lsn < cumulative + 64;
                    assertEquals(fits, tracker.add(lsn));
                    if (fits) {
                        above.add(lsn);
                    }
                }
                while (above.contains(cumulative + 1)) {
                    cumulative++;
                }
                above.headSet(cumulative, true).clear();
                assertModel(cumulative, above);
            }
        }
    }

    private void assertModel(final long cumulative, final TreeSet<Long> above) {
        tracker.fill(ack);
        assertEquals(cumulative, ack.cumulative);
        final TreeSet<Long> reported = new TreeSet<>();
        for (int i = 0; i < ack.count; i++) {
            for (long lsn = ack.from[i]; lsn <= ack.to[i]; lsn++) {
                assertTrue(reported.add(lsn));
            }
        }
        assertEquals(above, reported);
        for (long lsn = cumulative - 2; lsn <= cumulative + 130; lsn++) {
            assertEquals(lsn <= cumulative || above.contains(lsn), tracker.contains(lsn), "LSN " + lsn);
        }
    }

    private void assertRanges(final long cumulative, final long... ranges) {
        tracker.fill(ack);
        assertEquals(cumulative, ack.cumulative);
        final long[] actual = new long[ack.count * 2];
        for (int i = 0; i < ack.count; i++) {
            actual[2 * i] = ack.from[i];
            actual[2 * i + 1] = ack.to[i];
        }
        assertArrayEquals(ranges, actual, Arrays.toString(actual));
    }
}
