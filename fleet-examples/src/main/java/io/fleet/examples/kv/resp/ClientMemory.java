package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What all connections of a server hold, in bytes, and what was set aside for answers that are on their way. Where they
 * hold more than half of the bound, connections are closed until it is kept: first those that do not read their
 * answers, then the largest. Answers that may be large wait until the bound has room for them, for which those that do
 * not read are closed too, and until few others are on their way; one alone always finds room. Used by the event loop
 * of the connections; {@link #published()} and {@link #evicted()} by any thread.
 */
final class ClientMemory {
    /** So much is set aside for answers without waiting, as otherwise large answers would hold up small ones. */
    static final long SMALL_BYTES = 64 * 1024;
    /** So much is set aside at a time for answers that may be large: what others ask for is answered behind them. */
    static final long MAX_LARGE_BYTES = 4L * 1024 * 1024;

    private final long capacity;
    private final Set<Connection> connections = new LinkedHashSet<>();
    private final ArrayDeque<Connection> waiting = new ArrayDeque<>();
    private final LongSupplier clock;
    private long held;
    private long reserved;
    private volatile long published;
    private volatile long evicted;
    /** How many answers that may be large are on their way. */
    private int large;
    /** What was set aside for these, in bytes. */
    private long largeBytes;

    /** With {@code clock}, which gives monotonic nanoseconds. */
    ClientMemory(final long capacity, final LongSupplier clock) {
        this.capacity = capacity;
        this.clock = clock;
    }

    void add(final Connection connection) {
        connections.add(connection);
    }

    void remove(final Connection connection) {
        connections.remove(connection);
        waiting.remove(connection);
    }

    Iterable<Connection> connections() {
        return Set.copyOf(connections);
    }

    /** What is held and what is set aside, in bytes. */
    long used() {
        return held + reserved;
    }

    /** The same for other threads, as it was when it was last published. */
    long published() {
        return published;
    }

    void publish() {
        published = used();
    }

    long evicted() {
        return evicted;
    }

    /** A connection holds more, or less. */
    void change(final long bytes) {
        held += bytes;
        if (bytes < 0) {
            wake();
            return;
        }
        boolean found = true;
        while (found && held > capacity / 2) {
            found = evict(false);
        }
        found = true;
        while (found && used() > capacity) {
            found = evict(true);
        }
    }

    /**
     * Sets memory aside for an answer.
     *
     * @param connection whose it is; told by {@link Connection#hasRoom} when there is room, if there is none yet.
     * @param bytes      how much.
     * @return whether there is room.
     */
    boolean setAside(final Connection connection, final long bytes) {
        if (bytes <= SMALL_BYTES || waiting.isEmpty() && makeRoom(bytes)) {
            take(bytes);
            return true;
        }
        waiting.add(connection);
        return false;
    }

    /** A connection waits no longer. */
    void forget(final Connection connection) {
        waiting.remove(connection);
    }

    /** An answer came, or will not. */
    void giveBack(final long bytes) {
        large -= bytes > SMALL_BYTES ? 1 : 0;
        largeBytes -= bytes > SMALL_BYTES ? bytes : 0;
        reserved -= bytes;
        wake();
    }

    private void take(final long bytes) {
        large += bytes > SMALL_BYTES ? 1 : 0;
        largeBytes += bytes > SMALL_BYTES ? bytes : 0;
        reserved += bytes;
    }

    /** Whether there is room, if need be for the only large answer on its way. */
    private boolean makeRoom(final long bytes) {
        if (large > 0 && bytes > MAX_LARGE_BYTES - largeBytes) {
            return false;
        }
        boolean found = true;
        while (found && bytes > capacity - used()) {
            found = evict(true);
        }
        return found || large == 0;
    }

    private void wake() {
        while (!waiting.isEmpty() && makeRoom(waiting.peek().wanted())) {
            final Connection next = waiting.remove();
            take(next.wanted());
            next.hasRoom();
        }
    }

    /** Closes the largest connection among those that do not read their answers, or else among all. */
    private boolean evict(final boolean stalledOnly) {
        final long nowNanos = clock.getAsLong();
        Connection worst = null;
        boolean isStalled = false;
        for (final Connection each : connections) {
            final boolean stalled = each.isStalled(nowNanos);
            if (each.held() > 0 && (stalled || !stalledOnly) && (worst == null || stalled && !isStalled
                || stalled == isStalled && each.held() > worst.held())) {
                worst = each;
                isStalled = stalled;
            }
        }
        if (worst == null) {
            return false;
        }
        evicted++;
        worst.evict("all connections together may hold " + capacity + " bytes, and this one "
            + (isStalled ? "does not read its answers" : "holds the most"));
        return true;
    }
}
