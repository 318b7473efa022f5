package io.fleet.examples.kv.store;

import java.util.Arrays;

/** The entries that expire, soonest first: a binary heap in which every entry knows its place. */
final class HeapExpiries {
    private HeapEntry[] heap = new HeapEntry[16];
    private int size;

    int size() {
        return size;
    }

    /**
     * The entry that expires next.
     *
     * @return null when none does.
     */
    HeapEntry first() {
        return size == 0 ? null : heap[0];
    }

    /**
     * Adds an entry, or moves it to where its expiry belongs.
     *
     * @param entry with its expiry set.
     */
    void update(final HeapEntry entry) {
        if (entry.heapIndex < 0) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            place(entry, size++);
        }
        settle(entry);
    }

    /**
     * Takes an entry out.
     *
     * @param entry that is in.
     */
    void remove(final HeapEntry entry) {
        final int index = entry.heapIndex;
        entry.heapIndex = -1;
        final HeapEntry last = heap[--size];
        heap[size] = null;
        if (last != entry) {
            place(last, index);
            settle(last);
        }
        if (size < heap.length / 4 && heap.length > 16) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    void clear() {
        heap = new HeapEntry[16];
        size = 0;
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
        if (index >= size || !heap[index].expired(now)) {
            return 0;
        }
        return 1 + countExpired(2 * index + 1, now) + countExpired(2 * index + 2, now);
    }

    private void settle(final HeapEntry entry) {
        int index = entry.heapIndex;
        while (index > 0 && isBefore(entry, heap[(index - 1) / 2])) {
            place(heap[(index - 1) / 2], index);
            index = (index - 1) / 2;
        }
        for (int child = 2 * index + 1; child < size; child = 2 * index + 1) {
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], entry)) {
                break;
            }
            place(heap[child], index);
            index = child;
        }
        place(entry, index);
    }

    /** Whatever came before: replicas take out the same keys, of those that expire at one time too. */
    private static boolean isBefore(final HeapEntry entry, final HeapEntry other) {
        if (entry.expireAt != other.expireAt) {
            return entry.expireAt < other.expireAt;
        }
        return Arrays.compareUnsigned(entry.key, other.key) < 0;
    }

    private void place(final HeapEntry entry, final int index) {
        heap[index] = entry;
        entry.heapIndex = index;
    }
}
