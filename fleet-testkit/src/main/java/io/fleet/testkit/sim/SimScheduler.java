package io.fleet.testkit.sim;

import java.util.Arrays;

/**
 * The virtual clock and the queue of what is to happen: a binary heap ordered by time and, at one time, by the order in
 * which events were scheduled, so that a run is fully determined by what is put in. Single-threaded; time moves only
 * when an event runs. A key in the heap is the order above the index of the event.
 */
public final class SimScheduler {
    private static final int SLOT_BITS = 24;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private long[] times = new long[256];
    private long[] keys = new long[256];
    private SimEvent[] events = new SimEvent[256];
    private int[] freeSlots = new int[256];
    private int size;
    private int freeSlotCount;
    private long nextOrder;
    private long nowNs;
    private long eventsRun;

    /**
     * The virtual time.
     *
     * @return nanoseconds since the start of the run.
     */
    public long nowNs() {
        return nowNs;
    }

    /** How many events have run. */
    public long eventsRun() {
        return eventsRun;
    }

    /** How many events wait. */
    public int pending() {
        return size;
    }

    /**
     * Adds an event.
     *
     * @param atNs  when; a time that has passed means now, after what was scheduled for now before.
     * @param event what.
     */
    public void at(final long atNs, final SimEvent event) {
        if (size == times.length) {
            grow();
        }
        final int slot = freeSlotCount > 0 ? freeSlots[--freeSlotCount] : size;
        events[slot] = event;
        siftUp(Math.max(atNs, nowNs), nextOrder++ << SLOT_BITS | slot);
    }

    /**
     * Adds an event at a distance from now.
     *
     * @param delayNs how far in the future, at least 0.
     * @param event   what.
     */
    public void after(final long delayNs, final SimEvent event) {
        at(nowNs + Math.max(0, delayNs), event);
    }

    /**
     * Moves the clock to the next event and runs it.
     *
     * @return false when there is none.
     */
    public boolean runNext() {
        if (size == 0) {
            return false;
        }
        final int slot = (int) keys[0] & SLOT_MASK;
        final SimEvent event = events[slot];
        events[slot] = null;
        freeSlots[freeSlotCount++] = slot;
        nowNs = times[0];
        removeFirst();
        eventsRun++;
        event.run(nowNs);
        return true;
    }

    /**
     * Runs all events up to a time and leaves the clock there.
     *
     * @param untilNs the time; events at that very time run too.
     */
    public void runUntil(final long untilNs) {
        while (size > 0 && times[0] <= untilNs) {
            runNext();
        }
        nowNs = Math.max(nowNs, untilNs);
    }

    private void grow() {
        if (size == 1 << SLOT_BITS) {
            throw new IllegalStateException(size + " events wait, but at most " + size + " can");
        }
        times = Arrays.copyOf(times, size * 2);
        keys = Arrays.copyOf(keys, size * 2);
        events = Arrays.copyOf(events, size * 2);
        freeSlots = Arrays.copyOf(freeSlots, size * 2);
    }

    private void siftUp(final long time, final long key) {
        int index = size++;
        while (index > 0) {
            final int parent = index - 1 >>> 1;
            if (isBefore(times[parent], keys[parent], time, key)) {
                break;
            }
            put(index, times[parent], keys[parent]);
            index = parent;
        }
        put(index, time, key);
    }

    private void removeFirst() {
        size--;
        final long time = times[size];
        final long key = keys[size];
        int index = 0;
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(times[child + 1], keys[child + 1], times[child], keys[child])) {
                child++;
            }
            if (isBefore(time, key, times[child], keys[child])) {
                break;
            }
            put(index, times[child], keys[child]);
            index = child;
        }
        put(index, time, key);
    }

    private void put(final int index, final long time, final long key) {
        times[index] = time;
        keys[index] = key;
    }

    private static boolean isBefore(final long timeA, final long keyA, final long timeB, final long keyB) {
        return timeA < timeB || timeA == timeB && keyA < keyB;
    }
}
