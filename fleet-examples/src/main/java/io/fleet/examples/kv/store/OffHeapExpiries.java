package io.fleet.examples.kv.store;

/**
 * When entries expire, soonest first: a binary heap of times and ids in tables of numbers, which the collector does not
 * walk through, and for each id where in the heap it is.
 */
final class OffHeapExpiries {
    private final LongTable times = new LongTable();
    private final IntTable ids = new IntTable();
    /** By id: the index in the heap plus 1, 0 for none. */
    private final IntTable places = new IntTable();
    private int size;

    /**
     * When an entry expires.
     *
     * @param id of the entry.
     * @return milliseconds since the epoch, or {@link Entry#NEVER}.
     */
    long at(final int id) {
        final int place = places.get(id);
        return place == 0 ? Entry.NEVER : times.get(place - 1);
    }

    /**
     * Sets when an entry expires.
     *
     * @param id of the entry.
     * @param at milliseconds since the epoch, or {@link Entry#NEVER}.
     */
    void set(final int id, final long at) {
        final int place = places.get(id);
        if (at != Entry.NEVER) {
            settle(place == 0 ? size++ : place - 1, id, at);
        } else if (place > 0) {
            remove(id, place - 1);
        }
    }

    private void remove(final int id, final int index) {
        places.set(id, 0);
        size--;
        if (index < size) {
            settle(index, ids.get(size), times.get(size));
        }
    }

    /**
     * The entry that expires next, if it has expired.
     *
     * @param now log time.
     * @return its id, -1 when none has expired.
     */
    int firstExpired(final long now) {
        return size > 0 && now > times.get(0) ? ids.get(0) : -1;
    }

    /**
     * Counts what has expired; the work is in proportion to the answer.
     *
     * @param now log time.
     * @return entries.
     */
    int countExpired(final long now) {
        return countExpired(0, now);
    }

    private int countExpired(final int index, final long now) {
        if (index >= size || now <= times.get(index)) {
            return 0;
        }
        return 1 + countExpired(2 * index + 1, now) + countExpired(2 * index + 2, now);
    }

    void clear() {
        times.clear();
        ids.clear();
        places.clear();
        size = 0;
    }

    /** Puts an id and its time where they belong, from a place in the heap that is free on. */
    private void settle(final int from, final int id, final long at) {
        int index = from;
        while (index > 0 && times.get((index - 1) / 2) > at) {
            place(index, ids.get((index - 1) / 2), times.get((index - 1) / 2));
            index = (index - 1) / 2;
        }
        for (int child = 2 * index + 1; child < size; child = 2 * index + 1) {
            if (child + 1 < size && times.get(child + 1) < times.get(child)) {
                child++;
            }
            if (times.get(child) >= at) {
                break;
            }
            place(index, ids.get(child), times.get(child));
            index = child;
        }
        place(index, id, at);
    }

    private void place(final int index, final int id, final long at) {
        times.set(index, at);
        ids.set(index, id);
        places.set(id, index + 1);
    }
}
