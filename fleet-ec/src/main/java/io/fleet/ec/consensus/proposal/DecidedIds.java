package io.fleet.ec.consensus.proposal;

import io.fleet.ec.consensus.EntryId;
import io.fleet.ec.consensus.EntryTable;
import java.util.Arrays;

/**
 * The ids that were decided lately, and from which slot on all of them are known. An announcement from before must not
 * bring back an id: its parts may be gone (the rule that {@code docs/spec/coded.md} tells under "Parts that nobody
 * needs").
 */
final class DecidedIds {
    private final EntryId[] ring;
    private final long[] slots;
    private final EntryTable table;
    private int next;
    private long knownFrom = 1;

    DecidedIds(final int size) {
        ring = new EntryId[size];
        slots = new long[size];
        Arrays.setAll(ring, i -> new EntryId());
        table = new EntryTable(size);
    }

    /** The last slot that is known to hold an id; 0 for none. */
    long slotOf(final EntryId id) {
        final int at = table.get(id);
        return at == EntryTable.MISSING ? 0 : slots[at];
    }

    /** The ids of all decided slots from here on, up to what is settled, are known. */
    long knownFrom() {
        return knownFrom;
    }

    /** What was decided below a slot is not known. */
    void knowFrom(final long slot) {
        knownFrom = Math.max(knownFrom, slot);
    }

    /** A slot holds an id; for one that has another slot, the later counts. */
    void add(final EntryId id, final long slot) {
        final int at = table.get(id);
        if (at != EntryTable.MISSING) {
            if (slot <= slots[at]) {
                return;
            }
            // Its place stays that of the slot from before: what goes from there goes in the order of slots.
            table.remove(id);
            ring[at].setNull();
        }
        if (slots[next] > 0) {
            table.remove(ring[next]);
            knowFrom(slots[next] + 1);
        }
        ring[next].set(id);
        slots[next] = slot;
        table.put(id, next);
        next = (next + 1) % ring.length;
    }
}
