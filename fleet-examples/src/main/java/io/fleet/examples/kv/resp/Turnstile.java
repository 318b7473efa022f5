package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets one batch after the other through that may keep a machine busy for long, so that between two of them others get
 * their turn. A command of others may need several nodes one after the other, of which each one may be busy with such a
 * batch; so after a query that took long none is let through for as long as it took. The event loop's.
 */
final class Turnstile {
    /** What takes no longer is followed by the next one at once. */
    static final long SHORT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** The longest that nobody is let through. */
    static final long MOST_REST_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final ArrayDeque<Connection> waiting = new ArrayDeque<>();
    private final LongSupplier clock;
    private Connection inside;
    private long enteredNanos;
    private boolean rests;

    /** With {@code clock}, which gives monotonic nanoseconds. */
    Turnstile(final LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * A connection wants to send such a batch.
     *
     * @param connection which; told by {@link Connection#mayPass} when it may, if it may not yet.
     * @return whether it may now.
     */
    boolean ask(final Connection connection) {
        if (rests) {
            waiting.add(connection);
            return false;
        }
        final boolean may = enter(connection);
        enteredNanos = may ? clock.getAsLong() : enteredNanos;
        return may;
    }

    /**
     * Lets a connection in where no other is.
     *
     * @param connection which; waits if it may not yet.
     * @return whether it may now.
     */
    boolean enter(final Connection connection) {
        if (inside == null || inside == connection) {
            inside = connection;
            return true;
        }
        waiting.add(connection);
        return false;
    }

    /**
     * Its batch was answered, or it is gone.
     *
     * @param connection which.
     * @param isQuery    whether it changes nothing.
     * @param later      for what comes after it.
     */
    void leave(final Connection connection, final boolean isQuery, final OfferQueue.Later later) {
        waiting.remove(connection);
        if (inside != connection) {
            return;
        }
        inside = null;
        final long tookNanos = clock.getAsLong() - enteredNanos;
        if (isQuery && tookNanos > SHORT_NANOS) {
            rests = true;
            later.run(this::rested, Math.min(tookNanos, MOST_REST_NANOS));
        } else {
            next();
        }
    }

    private void rested() {
        rests = false;
        next();
    }

    private void next() {
        if (!waiting.isEmpty()) {
            inside = waiting.remove();
            enteredNanos = clock.getAsLong();
            inside.mayPass();
        }
    }
}
