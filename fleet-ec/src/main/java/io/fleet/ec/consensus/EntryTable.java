package io.fleet.ec.consensus;

import java.util.Arrays;

/**
 * A bounded table from ids to numbers of at least 0, by open addressing. Nothing is allocated after the constructor.
 * Single-threaded.
 */
public final class EntryTable {
    /** What {@link #get} answers for an id that is not there. */
    public static final int MISSING = -1;
    private static final int MAX_ENTRIES = 1 << 24;

    private static final int FIELDS = 3;

    /** Three fields of each id, one after the other. */
    private final long[] ids;
    private final int[] values;
    private final int mask;
    private final int maxEntries;
    private int size;

    /**
     * Creates an empty table.
     *
     * @param maxEntries how many ids it can hold, in [1, 16,777,216].
     */
    public EntryTable(final int maxEntries) {
        if (maxEntries < 1 || maxEntries > MAX_ENTRIES) {
            throw new IllegalArgumentException("maxEntries " + maxEntries + " is not in [1, " + MAX_ENTRIES + "]");
        }
        this.maxEntries = maxEntries;
        final int capacity = Integer.highestOneBit(maxEntries) << 2;
        mask = capacity - 1;
        ids = new long[FIELDS * capacity];
        values = new int[capacity];
        Arrays.fill(values, MISSING);
    }

    /**
     * Looks up an id.
     *
     * @param id which.
     * @return its number, or {@link #MISSING}.
     */
    public int get(final EntryId id) {
        return values[find(id)];
    }

    /**
     * Puts an id in, or changes its number.
     *
     * @param id    which; copied.
     * @param value its number, at least 0.
     * @return false when the table is full and the id was not in it.
     */
    public boolean put(final EntryId id, final int value) {
        final int index = find(id);
        if (values[index] == MISSING) {
            if (size == maxEntries) {
                return false;
            }
            size++;
            final int at = FIELDS * index;
            ids[at] = id.batcherId;
            ids[at + 1] = id.sequence;
            ids[at + 2] = id.digest;
        }
        values[index] = value;
        return true;
    }

    /**
     * Takes an id out.
     *
     * @param id which; it need not be there.
     * @return its number, or {@link #MISSING}.
     */
    public int remove(final EntryId id) {
        int hole = find(id);
        final int value = values[hole];
        if (value == MISSING) {
            return MISSING;
        }
        size--;
        int index = hole + 1 & mask;
        while (values[index] != MISSING) {
            final int at = FIELDS * index;
            final int home = EntryId.hash(ids[at], ids[at + 1], ids[at + 2]) & mask;
            if ((index - home & mask) >= (index - hole & mask)) {
                System.arraycopy(ids, at, ids, FIELDS * hole, FIELDS);
                values[hole] = values[index];
                hole = index;
            }
            index = index + 1 & mask;
        }
        values[hole] = MISSING;
        return value;
    }

    /** How many ids there are. */
    public int size() {
        return size;
    }

    /** Whether another id would not fit. */
    public boolean isFull() {
        return size == maxEntries;
    }

    private int find(final EntryId id) {
        int index = id.hash() & mask;
        while (values[index] != MISSING && !isAt(index, id)) {
            index = index + 1 & mask;
        }
        return index;
    }

    private boolean isAt(final int index, final EntryId id) {
        final int at = FIELDS * index;
        return ids[at + 2] == id.digest && ids[at + 1] == id.sequence && ids[at] == id.batcherId;
    }
}
