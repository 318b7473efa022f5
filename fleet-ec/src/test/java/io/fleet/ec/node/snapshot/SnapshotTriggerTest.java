package io.fleet.ec.node.snapshot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.group.retention.PartCapacity;
import io.fleet.ec.node.member.MemberCapacity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SnapshotTriggerTest {
    private static final long SECOND = 1_000_000_000;

    private final SnapshotTrigger shortage = new SnapshotTrigger();

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

    /** What holds up a member is its own snapshot, unless that covers more than those of others. */
    @Tag("hazard-U-room-again")
    @Test
    void shouldBeOfUseForAMemberWhoseOwnSnapshotCoversMore() { // S13
        final long[] covered = {40, 50, 60};
        final MemberCapacity rooms = new MemberCapacity(3, 1, 2);
        rooms.heard(0, true);
        rooms.heard(2, true);
        assertFalse(SnapshotTrigger.isOfUse(rooms, member -> covered[member]), "there is room");
        rooms.put(0, PartCapacity.FOR_ENTRIES_WITHOUT_VALUE);
        assertFalse(SnapshotTrigger.isOfUse(rooms, member -> covered[member]), "it has to write one itself");
        covered[0] = 51;
        assertTrue(SnapshotTrigger.isOfUse(rooms, member -> covered[member]));
        covered[1] = 51;
        assertFalse(SnapshotTrigger.isOfUse(rooms, member -> covered[member]), "it is covered here");
        rooms.put(2, PartCapacity.FOR_NOTHING_NEW);
        assertTrue(SnapshotTrigger.isOfUse(rooms, member -> covered[member]));
        rooms.heard(2, false);
        assertFalse(SnapshotTrigger.isOfUse(rooms, member -> covered[member]), "it is not heard");
        rooms.put(1, PartCapacity.FOR_ENTRIES_WITHOUT_VALUE);
        assertTrue(SnapshotTrigger.isOfUse(rooms, member -> covered[member]), "this node's own room");
    }

    @Test
    void shouldWantNoneThatWouldCoverNothingMore() {
        assertFalse(shortage.wants(true, false, 0));
        assertTrue(shortage.wants(true, true, 1));
    }
}
