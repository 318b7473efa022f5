package io.fleet.scattered.learner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import org.junit.jupiter.api.Test;

class LearnerRingTest {
    private static final int CAPACITY = 1024;

    private final LearnerRing ring = new LearnerRing(CAPACITY);

    @Test
    @Expects("learner.ring-grows")
    void shouldKeepAllThatIsUnderWayAsItGrows() { // S6
        final LearnerSlot[] slots = new LearnerSlot[CAPACITY];
        for (int i = 0; i < CAPACITY; i++) {
            slots[i] = ring.take(100 + i, 99);
            slots[i].chosen = i % 3 == 0;
        }
        for (int i = 0; i < CAPACITY; i++) {
            assertSame(slots[i], ring.take(100 + i, 99));
            assertEquals(100 + i, slots[i].lsn);
            assertEquals(i % 3 == 0, slots[i].chosen);
        }
    }

    @Test
    void shouldUseAPlaceAgainWhenItsLsnIsNotNeededAnyMore() {
        ring.take(1, 0).chosen = true;
        final LearnerSlot next = ring.take(1 + LearnerRing.LEAST, LearnerRing.LEAST);
        assertEquals(1 + LearnerRing.LEAST, next.lsn);
        assertFalse(next.chosen);
        assertSame(next, ring.at(1));
    }

    @Test
    void shouldUseAPlaceAgainBeyondItsCapacity() { // S13
        ring.take(1, 0);
        assertEquals(1 + CAPACITY, ring.take(1 + CAPACITY, 0).lsn);
        assertEquals(1 + CAPACITY, ring.at(1).lsn);
    }

    @Test
    void shouldForgetWhatIsNotChosenAboveAnLsn() { // S14
        for (long lsn = 1; lsn <= 40; lsn++) {
            final LearnerSlot slot = ring.take(lsn, 0);
            slot.chosen = lsn % 2 == 0;
            slot.hasValue = true;
        }
        ring.forgetUnchosen(20);
        for (long lsn = 1; lsn <= 40; lsn++) {
            assertEquals(lsn <= 20 || lsn % 2 == 0, ring.at(lsn).hasValue, "LSN " + lsn);
        }
        assertTrue(ring.at(40).chosen);
    }
}
