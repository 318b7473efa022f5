package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * The parts that a node holds or is about to, each at its place, which another takes when it is gone. It grows as it is
 * used; how many there may be is for its owner to say.
 */
final class PartTable {
    private static final int LARGEST_AT_FIRST = 1 << 14;

    private EntryTable places;
    private HeldPart[] parts;
    private final IntArrayList free = new IntArrayList();
    private int used;

    /** With room for so many at first, or what suits a server. */
    PartTable(final int expected) {
        parts = new HeldPart[Math.min(expected, LARGEST_AT_FIRST)];
        Arrays.setAll(parts, i -> new HeldPart());
        places = new EntryTable(parts.length);
    }

    /** The part of an entry; null for none. */
    HeldPart find(final EntryId id) {
        final int place = places.get(id);
        return place == EntryTable.MISSING ? null : parts[place];
    }

    /** Where the part of an entry is; {@link EntryTable#MISSING} when there is none. */
    int placeOf(final EntryId id) {
        return places.get(id);
    }

    /** What lies at a place below {@link #used}; it may not be in use any more. */
    HeldPart at(final int place) {
        return parts[place];
    }

    /** Places from here on have never been taken. */
    int used() {
        return used;
    }

    int size() {
        return places.size();
    }

    /** Takes a place for an entry that has none. */
    int claim(final EntryId id, final int pieces) {
        if (places.isFull()) {
            grow();
        }
        final int place = free.isEmpty() ? used++ : free.popInt();
        places.put(id, place);
        parts[place].start(id, pieces);
        return place;
    }

    /** Gives up a place; what was there, or null when there was nothing. */
    HeldPart remove(final EntryId id) {
        final int place = places.remove(id);
        if (place == EntryTable.MISSING) {
            return null;
        }
        parts[place].isUsed = false;
        parts[place].generation++;
        free.pushInt(place);
        return parts[place];
    }

    private void grow() {
        final EntryTable larger = new EntryTable(2 * parts.length);
        for (int place = 0; place < used; place++) {
            if (parts[place].isUsed) {
                larger.put(parts[place].id, place);
            }
        }
        places = larger;
        parts = Arrays.copyOf(parts, 2 * parts.length);
        for (int place = used; place < parts.length; place++) {
            parts[place] = new HeldPart();
        }
    }
}
