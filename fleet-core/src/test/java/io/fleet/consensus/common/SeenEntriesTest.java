package io.fleet.consensus.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.consensus.common.SeenEntries.Verdict;
import io.fleet.fixture.mark.Expects;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SeenEntriesTest {
    private static final int WINDOW = 8192;
    private static final long SECOND = 1_000_000_000L;

    private final SeenEntries seen = new SeenEntries();

    @Test
    void shouldNoteAnEntryOnce() { // H6
        assertEquals(Verdict.NEW, seen.add(1, 5, 0));
        assertEquals(Verdict.SEEN, seen.add(1, 5, 0));
        assertEquals(Verdict.NEW, seen.add(1, 4, 0));
        assertEquals(Verdict.NEW, seen.add(2, 5, 0));
    }

    @Test
    @Expects("seen-entries.too-old-to-tell")
    void shouldCountWhatIsOlderThanItsWindowAsSeen() {
        assertEquals(Verdict.NEW, seen.add(1, 1 + WINDOW, 0));
        assertEquals(Verdict.SEEN, seen.add(1, 1, 0));
        assertEquals(Verdict.NEW, seen.add(1, 2, 0));
    }

    @Test
    void shouldForgetWithTheBallot() {
        seen.add(1, 5, 0);
        seen.clear();
        assertEquals(Verdict.NEW, seen.add(1, 5, 0));
    }

    @Test
    @Expects({"seen-entries.too-many-batchers", "seen-entries.room-for-one-that-was-refused"})
    @Tag("hazard-S-B4")
    void shouldTakeNoMoreBatchersThanItHoldsUntilOneIsIdle() { // S13
        for (long batcher = 1; batcher <= 16_384; batcher++) {
            assertEquals(Verdict.NEW, seen.add(batcher, 1, 0));
        }
        assertEquals(Verdict.NO_ROOM, seen.add(50_000, 1, 300 * SECOND));
        assertEquals(Verdict.NEW, seen.add(7, 2, 600 * SECOND));
        assertEquals(Verdict.SEEN, seen.add(50_000, 1, 601 * SECOND));
        assertEquals(Verdict.NEW, seen.add(50_000, 2, 601 * SECOND));
        assertEquals(Verdict.SEEN, seen.add(7, 2, 601 * SECOND));
    }

    @Test
    @Tag("hazard-S-B4")
    void shouldLookAtOneBatcherForEachNewcomerHoweverManyThereAre() {
        for (long batcher = 1; batcher <= 16_384; batcher++) {
            seen.add(batcher, 1, 0);
        }
        for (long batcher = 20_000; batcher < 20_000 + 16_384; batcher++) {
            assertEquals(Verdict.NO_ROOM, seen.add(batcher, 9, 1));
        }
        for (int i = 0; i < 2_000_000; i++) { // as a scan for each, hours
            assertEquals(Verdict.UNTOLD, seen.add(100_000 + i, 1, 2));
        }
        assertEquals(Verdict.SEEN, seen.add(16_384, 1, 3));
        assertEquals(16_384, seen.batchers());
    }

    @Test
    @Tag("hazard-S-B4")
    void shouldNeverTakeWhatItHasRefused() {
        for (long batcher = 1; batcher <= 16_384; batcher++) {
            seen.add(batcher, 1, 0);
        }
        assertEquals(Verdict.NO_ROOM, seen.add(50_000, 7, 599 * SECOND));
        assertEquals(Verdict.SEEN, seen.add(50_000, 7, 601 * SECOND));
        assertEquals(Verdict.SEEN, seen.add(50_000, 6, 601 * SECOND));
        assertEquals(Verdict.NEW, seen.add(50_000, 8, 601 * SECOND));
    }

    @Test
    void shouldSayWhatASetWithAWindowSays() {
        final SplittableRandom random = new SplittableRandom(5);
        final Set<Long> model = new HashSet<>();
        long highest = 0;
        for (int step = 0; step < 100_000; step++) {
            final int jump = random.nextInt(1000);
            final long spread = jump == 0 ? 3L * WINDOW : jump < 20 ? WINDOW + 100 : 200;
            final long sequence = Math.max(1, highest + random.nextLong(-spread, jump == 0 ? spread : 20));
            final boolean fresh = sequence > highest - WINDOW && model.add(sequence);
            assertEquals(fresh, seen.add(9, sequence, 0) == Verdict.NEW,
                "sequence " + sequence + ", highest " + highest);
            highest = Math.max(highest, sequence);
        }
    }
}
