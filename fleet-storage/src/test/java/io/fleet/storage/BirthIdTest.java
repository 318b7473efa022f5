package io.fleet.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BirthIdTest {
    private static final long[] RANDOM = {0, 1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 255, 256, 0x1234_5678_9abc_def0L};

    @Test
    void shouldBeOfOneDutyThread() { // S15
        for (final int count : new int[] {2, 3, 63, 64}) {
            for (int index = 0; index < count; index++) {
                for (final long random : RANDOM) {
                    final long id = BirthId.drawn(random, index, count);
                    assertNotEquals(BirthId.NONE, id);
                    assertTrue(BirthId.isOf(id, index, count));
                    assertFalse(BirthId.isOf(id, (index + 1) % count, count));
                }
            }
        }
    }

    @Test
    void shouldBeAnyOfANodeWithOneDutyThread() {
        for (final long random : RANDOM) {
            assertEquals(BirthId.drawn(random), BirthId.drawn(random, 0, 1));
            assertTrue(BirthId.isOf(random, 0, 1));
        }
    }
}
