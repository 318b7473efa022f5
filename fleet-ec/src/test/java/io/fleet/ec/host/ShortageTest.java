package io.fleet.ec.host;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ShortageTest {
    private static final long SECOND = 1_000_000_000;

    private final Shortage shortage = new Shortage();

    /** A member with a smaller maxParts is short again and again, and gets room by the others' snapshots only. */
    @Tag("hazard-U-own-settings")
    @Test
    void shouldWantASnapshotWheneverAMemberComesToBeShort() { // S13
        assertFalse(shortage.wants(false, true, 0));
        assertTrue(shortage.wants(true, true, 1));
        assertFalse(shortage.wants(true, true, SECOND), "it is written");
        assertFalse(shortage.wants(false, true, 2 * SECOND), "it has helped");
        assertTrue(shortage.wants(true, true, 3 * SECOND), "and there is little room once more");
        assertFalse(shortage.wants(true, true, 4 * SECOND));
        assertTrue(shortage.wants(true, true, 5 * SECOND), "what it covers may not be enough");
    }

    @Test
    void shouldWantOneLessAndLessOftenWhileItDoesNotHelp() { // S13
        long wantedNs = 0;
        assertTrue(shortage.wants(true, true, wantedNs));
        for (final int seconds : new int[] {2, 4, 8, 15, 15}) {
            wantedNs += seconds * SECOND;
            assertFalse(shortage.wants(true, true, wantedNs - 1), "not yet after " + seconds + " s");
            assertTrue(shortage.wants(true, true, wantedNs), "after " + seconds + " s");
        }
    }

    @Test
    void shouldNotWantThemOneUponTheOther() {
        assertTrue(shortage.wants(true, true, 0));
        shortage.wants(false, true, 1);
        assertFalse(shortage.wants(true, true, 2), "a second has not passed");
        assertTrue(shortage.wants(true, true, SECOND), "and is not forgotten");
    }

    @Test
    void shouldWantNoneThatWouldCoverNothingMore() {
        assertFalse(shortage.wants(true, false, 0));
        assertTrue(shortage.wants(true, true, 1));
    }
}
