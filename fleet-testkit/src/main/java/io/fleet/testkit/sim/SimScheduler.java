package io.fleet.testkit.sim;

import java.util.Arrays;

/**
 * The virtual clock and the queue of what is to happen: a binary heap ordered by time and, at one time, by the order in
 * which events were scheduled, so that a run is fully determined by what is put in. Single-threaded; time moves only
 * when an event runs.
 */
public final class SimScheduler {
    private long[] times = new long[256];
    private long[] orders = new long[256];
    private SimEvent[] events = new SimEvent[256];
    private int size;
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

    /**
     * How many events have run.
     *
     * @return the number.
     */
    public long eventsRun() {
        return eventsRun;
    }

    /**
     * How many events wait.
     *
     * @return the number.
     */
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
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
            events = Arrays.copyOf(events, size * 2);
        }
        siftUp(Math.max(atNs, nowNs), nextOrder++, event);
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
        final SimEvent event = events[0];
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

    private void siftUp(final long time, final long order, final SimEvent event) {
        int slot = size++;
        while (slot > 0) {
            final int parent = slot - 1 >>> 1;
            if (isBefore(times[parent], orders[parent], time, order)) {
                break;
            }
            move(parent, slot);
            slot = parent;
        }
        put(slot, time, order, event);
    }

    private void removeFirst() {
        size--;
        final long time = times[size];
        final long order = orders[size];
        final SimEvent event = events[size];
        events[size] = null;
        if (size == 0) {
            return;
        }
        int slot = 0;
        while (true) {
            int child = 2 * slot + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && isBefore(times[child + 1], orders[child + 1], times[child], orders[child])) {
                child++;
            }
            if (isBefore(time, order, times[child], orders[child])) {
                break;
            }
            move(child, slot);
            slot = child;
        }
        put(slot, time, order, event);
    }

    private void move(final int from, final int to) {
        put(to, times[from], orders[from], events[from]);
    }

    private void put(final int slot, final long time, final long order, final SimEvent event) {
        times[slot] = time;
        orders[slot] = order;
        events[slot] = event;
    }

    private static boolean isBefore(final long timeA, final long orderA, final long timeB, final long orderB) {
        return timeA < timeB || timeA == timeB && orderA < orderB;
    }
}
