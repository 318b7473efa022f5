package io.fleet.ec.mec;

import java.util.Arrays;

/**
 * The ids that were decided lately, so that late announcements do not bring them back. A bound on wasted slots, not a
 * rule: an id that is decided twice is executed once (rule C10).
 */
final class DecidedIds {
    private final EntryId[] ring;
    private final long[] slots;
    private final EntryTable table;
    private int next;

    DecidedIds(final int size) {
        ring = new EntryId[size];
        slots = new long[size];
        Arrays.setAll(ring, i -> new EntryId());
        table = new EntryTable(size);
    }

    /** The first slot that is known to hold an id; 0 for none. */
    long slotOf(final EntryId id) {
        final int at = table.get(id);
        return at == EntryTable.MISSING ? 0 : slots[at];
    }

    void add(final EntryId id, final long slot) {
        if (slotOf(id) != 0) {
            return;
        }
        if (!ring[next].isNull()) {
            table.remove(ring[next]);
        }
        ring[next].set(id);
        slots[next] = slot;
        table.put(id, next);
        next = (next + 1) % ring.length;
    }
}
