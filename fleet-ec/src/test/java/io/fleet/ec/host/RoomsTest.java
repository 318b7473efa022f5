package io.fleet.ec.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.group.Room;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RoomsTest {
    private final Rooms rooms = new Rooms(5, 1, 4);

    @Tag("hazard-E-A1")
    @Test
    void shouldTakeWhatEnoughMembersHaveRoomFor() { // C2, S13
        assertEquals(Room.FOR_ALL, rooms.ofEnough());
        rooms.put(0, Room.FOR_NOTHING_NEW);
        assertEquals(Room.FOR_ALL, rooms.ofEnough());
        rooms.put(4, Room.FOR_ENTRIES_WITHOUT_VALUE);
        assertEquals(Room.FOR_ENTRIES_WITHOUT_VALUE, rooms.ofEnough());
        rooms.put(2, Room.FOR_NOTHING_NEW);
        assertEquals(Room.FOR_NOTHING_NEW, rooms.ofEnough());
        rooms.put(0, Room.FOR_ALL);
        rooms.put(2, Room.FOR_ALL);
        assertEquals(Room.FOR_ALL, rooms.ofEnough());
    }

    /** Its own part counts like any other, and it is the first to lack it. */
    @Test
    void shouldTakeNoMoreThanItHasRoomForItself() {
        rooms.put(1, Room.FOR_NOTHING_NEW);
        assertEquals(Room.FOR_NOTHING_NEW, rooms.ofEnough());
        assertEquals(Room.FOR_NOTHING_NEW, rooms.own());
    }
}
