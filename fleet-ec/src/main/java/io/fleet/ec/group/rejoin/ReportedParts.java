package io.fleet.ec.group.rejoin;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import java.util.Arrays;

/**
 * Undecided entries of which others hold their parts: who has lost parts may have acknowledged its own. One that n - f
 * nodes ever acknowledged is in the lists of at least k of the others, unless it has been decided.
 */
final class ReportedParts {
    private static final int AT_FIRST = 1024;

    private final int least;
    private final int most;
    private EntryTable places;
    private EntryId[] ids;
    private long[] holders;
    private int size;

    ReportedParts(final int most, final int least) {
        this.least = least;
        this.most = most;
        final int room = Math.min(most, AT_FIRST);
        places = new EntryTable(room);
        ids = new EntryId[room];
        holders = new long[room];
    }

    /** A member holds its part of an entry; false when there is no room to note it. */
    boolean add(final int member, final EntryId id) {
        int place = places.get(id);
        if (place == EntryTable.MISSING) {
            if (size == most) {
                return false;
            }
            if (size == ids.length) {
                grow();
            }
            place = size++;
            places.put(id, place);
            ids[place] = new EntryId().set(id);
        }
        holders[place] |= 1L << member;
        return true;
    }

    private void grow() {
        ids = Arrays.copyOf(ids, (int) Math.min(most, 2L * ids.length));
        holders = Arrays.copyOf(holders, ids.length);
        places = new EntryTable(ids.length);
        for (int place = 0; place < size; place++) {
            places.put(ids[place], place);
        }
    }

    /** An entry is needed by nobody any more. */
    void drop(final EntryId id) {
        final int place = places.get(id);
        if (place != EntryTable.MISSING) {
            holders[place] = 0;
        }
    }

    /** How many members hold their part of an entry, as far as their lists tell. */
    int holders(final EntryId id) {
        final int place = places.get(id);
        return place == EntryTable.MISSING ? 0 : Long.bitCount(holders[place]);
    }

    int size() {
        return size;
    }

    EntryId get(final int place) {
        return ids[place];
    }

    /** Whether it may have been announced, and can be gathered. */
    boolean isNeeded(final int place) {
        return Long.bitCount(holders[place]) >= least;
    }
}
