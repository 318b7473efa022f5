package io.fleet.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.mark.Expects;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeenEntriesTest {
    private static final int WINDOW = 8192;
    private static final long SECOND = 1_000_000_000L;

    private final SeenEntries seen = new SeenEntries();

    @Test
    void shouldNoteAnEntryOnce() {
        assertTrue(seen.add(1, 5, 0));
        assertFalse(seen.add(1, 5, 0));
        assertTrue(seen.add(1, 4, 0));
        assertTrue(seen.add(2, 5, 0));
    }

    @Test
    @Expects("seen-entries.too-old-to-tell")
    void shouldCountWhatIsOlderThanItsWindowAsSeen() {
        assertTrue(seen.add(1, 1 + WINDOW, 0));
        assertFalse(seen.add(1, 1, 0));
        assertTrue(seen.add(1, 2, 0));
    }

    @Test
    void shouldForgetWithTheBallot() {
        seen.add(1, 5, 0);
        seen.clear();
        assertTrue(seen.add(1, 5, 0));
    }

    @Test
    @Expects("seen-entries.too-many-batchers")
    void shouldTakeNoMoreBatchersThanItHoldsUntilOneIsIdle() { // S13
        for (long batcher = 1; batcher <= 16_384; batcher++) {
            assertTrue(seen.add(batcher, 1, 0));
        }
        assertFalse(seen.add(50_000, 1, 300 * SECOND));
        assertTrue(seen.add(7, 2, 600 * SECOND));
        assertTrue(seen.add(50_000, 1, 601 * SECOND));
        assertFalse(seen.add(7, 2, 601 * SECOND));
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
            assertEquals(fresh, seen.add(9, sequence, 0), "sequence " + sequence + ", highest " + highest);
            highest = Math.max(highest, sequence);
        }
    }
}
