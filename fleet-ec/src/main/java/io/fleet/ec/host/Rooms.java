package io.fleet.ec.host;

import io.fleet.ec.group.Room;
import java.util.Arrays;

/**
 * What the members have room for, as each has said last. An entry needs parts on n - f of them, so what fewer than
 * these have room for is refused by its proxy before anything of it is sent (S13), rather than never being written.
 */
final class Rooms {
    private static final Room[] ALL = Room.values();

    private final Room[] rooms;
    private final int self;
    private final int enough;

    Rooms(final int members, final int self, final int enough) {
        rooms = new Room[members];
        Arrays.fill(rooms, Room.FOR_ALL);
        this.self = self;
        this.enough = enough;
    }

    /** A member, or this one, has said so. */
    void put(final int member, final Room room) {
        rooms[member] = room;
    }

    Room own() {
        return rooms[self];
    }

    /** The most that n - f members have room for, this one among them. */
    Room ofEnough() {
        for (int i = own().ordinal(); i < ALL.length - 1; i++) {
            if (count(ALL[i]) >= enough) {
                return ALL[i];
            }
        }
        return ALL[ALL.length - 1];
    }

    private int count(final Room least) {
        int count = 0;
        for (final Room room : rooms) {
            count += room.compareTo(least) <= 0 ? 1 : 0;
        }
        return count;
    }
}
