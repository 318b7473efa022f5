package io.fleet.ec.node.member;

import io.fleet.ec.group.retention.PartCapacity;
import java.util.Arrays;

/**
 * What the members that are heard have room for, as each has said last. An entry needs parts on n - f of them, so what
 * fewer than these have room for is refused by its proxy before anything of it is sent (S13), rather than never being
 * written. Where fewer are heard, all of these need room: no entry is written until others are heard again. A member
 * whose disk is full has room for nothing new, whatever it holds.
 */
public final class MemberCapacity {
    private static final PartCapacity[] ALL = PartCapacity.values();

    private final PartCapacity[] rooms;
    private final boolean[] isHeard;
    /** The members whose disks are full, as a set. */
    private long full;
    private final int self;
    private final int enough;

    public MemberCapacity(final int members, final int self, final int enough) {
        rooms = new PartCapacity[members];
        Arrays.fill(rooms, PartCapacity.FOR_ALL);
        isHeard = new boolean[members];
        isHeard[self] = true;
        this.self = self;
        this.enough = enough;
    }

    /** A member, or this one, has said so. */
    public void put(final int member, final PartCapacity room) {
        rooms[member] = room;
    }

    /** Whether something of another member has come lately. */
    public void heard(final int member, final boolean isHeardNow) {
        isHeard[member] = isHeardNow || member == self;
    }

    /** Whose disks are full. */
    public void full(final long members) {
        full = members;
    }

    public PartCapacity own() {
        return rooms[self];
    }

    /** Whether there would be more room if no disk were full. */
    public boolean areDisksShort() {
        return full != 0 && ofEnough(0) != ofEnough(full);
    }

    /** Whether a member is heard, or this one, and has room for less than all. */
    public boolean isShort(final int member) {
        return isHeard[member] && rooms[member] != PartCapacity.FOR_ALL;
    }

    /** The position of this member. */
    public int self() {
        return self;
    }

    public int members() {
        return rooms.length;
    }

    /** The most that n - f members have room for, this one among them. */
    public PartCapacity ofEnough() {
        return ofEnough(full);
    }

    private PartCapacity ofEnough(final long without) {
        final int needed = Math.min(enough, count(ALL[ALL.length - 1], without));
        for (int i = room(self, without).ordinal(); i < ALL.length - 1; i++) {
            if (count(ALL[i], without) >= needed) {
                return ALL[i];
            }
        }
        return ALL[ALL.length - 1];
    }

    private PartCapacity room(final int member, final long without) {
        return (without >>> member & 1) != 0 ? PartCapacity.FOR_NOTHING_NEW : rooms[member];
    }

    private int count(final PartCapacity least, final long without) {
        int count = 0;
        for (int i = 0; i < rooms.length; i++) {
            count += isHeard[i] && room(i, without).compareTo(least) <= 0 ? 1 : 0;
        }
        return count;
    }
}
