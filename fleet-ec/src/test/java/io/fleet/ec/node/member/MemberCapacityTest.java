package io.fleet.ec.node.member;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.ec.group.retention.PartCapacity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MemberCapacityTest {
    private final MemberCapacity rooms = new MemberCapacity(5, 1, 4);

    MemberCapacityTest() {
        for (int member = 0; member < 5; member++) {
            rooms.heard(member, true);
        }
    }

    @Tag("hazard-E-A1")
    @Test
    void shouldTakeWhatEnoughMembersHaveRoomFor() { // C2, S13
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
        rooms.put(0, PartCapacity.FOR_NOTHING_NEW);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
        rooms.put(4, PartCapacity.FOR_ENTRIES_WITHOUT_VALUE);
        assertEquals(PartCapacity.FOR_ENTRIES_WITHOUT_VALUE, rooms.ofEnough());
        rooms.put(2, PartCapacity.FOR_NOTHING_NEW);
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.ofEnough());
        rooms.put(0, PartCapacity.FOR_ALL);
        rooms.put(2, PartCapacity.FOR_ALL);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
    }

    /** Parts that wait for space on a disk are no parts yet. */
    @Tag("hazard-U-full")
    @Test
    void shouldNotCountTheRoomOfMembersWhoseDisksAreFull() { // S13
        assertFalse(rooms.areDisksShort());
        rooms.full(0b00001);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough(), "the other four have space");
        assertFalse(rooms.areDisksShort());
        rooms.full(0b10001);
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.ofEnough());
        assertTrue(rooms.areDisksShort());
        assertFalse(rooms.isShort(0), "a snapshot makes no space on a full disk");
        rooms.full(0b00010);
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.ofEnough(), "this member's own part has no place");
        rooms.full(0);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
    }

    /** What a member said before it stopped is no room for anything. */
    @Tag("hazard-E-A1")
    @Test
    void shouldNotCountTheRoomOfMembersThatAreNotHeard() { // C2, S13
        rooms.put(0, PartCapacity.FOR_NOTHING_NEW);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough(), "the other four have room");
        rooms.heard(4, false);
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.ofEnough(), "it needs the part of the one without room");
        rooms.heard(0, false);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough(), "nothing is written now; all that are heard have room");
        rooms.heard(4, true);
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
    }

    /** Parts go when f + 1 have snapshots, so all write them for the sake of one. */
    @Tag("hazard-E-A1")
    @Test
    void shouldTellWhetherAMemberThatIsHeardIsShortOfRoom() { // C5
        assertFalse(rooms.isShort(0));
        rooms.put(0, PartCapacity.FOR_ENTRIES_WITHOUT_VALUE);
        assertTrue(rooms.isShort(0));
        assertEquals(PartCapacity.FOR_ALL, rooms.ofEnough());
        rooms.heard(0, false);
        assertFalse(rooms.isShort(0));
        rooms.put(1, PartCapacity.FOR_NOTHING_NEW);
        assertTrue(rooms.isShort(1));
    }

    /** Its own part counts like any other, and it is the first to lack it. */
    @Test
    void shouldTakeNoMoreThanItHasRoomForItself() {
        rooms.put(1, PartCapacity.FOR_NOTHING_NEW);
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.ofEnough());
        assertEquals(PartCapacity.FOR_NOTHING_NEW, rooms.own());
    }
}
