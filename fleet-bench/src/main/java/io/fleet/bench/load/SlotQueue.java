package io.fleet.bench.load;

/** Numbers of slots, first in, first out; any thread. Holds each slot at most once, so it never overflows. */
final class SlotQueue {
    static final int NONE = -1;

    private final int[] slots;
    private int first;
    private volatile int count;

    SlotQueue(final int capacity) {
        slots = new int[capacity];
    }

    synchronized void add(final int slot) {
        slots[(int) (((long) first + count) % slots.length)] = slot;
        count = count + 1;
    }

    /** The first, or {@link #NONE}. */
    int take() {
        return count == 0 ? NONE : takeLocked();
    }

    int count() {
        return count;
    }

    private synchronized int takeLocked() {
        if (count == 0) {
            return NONE;
        }
        final int slot = slots[first];
        first = (first + 1) % slots.length;
        count = count - 1;
        return slot;
    }
}
