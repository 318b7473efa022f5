package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Connections that asked for more than is answered at once: they get their turns one after the other, for a moment
 * only, then the sockets are looked at, so that those who ask for little need not wait for all of them. One that waits
 * here reads nothing. The event loop's.
 */
final class Rounds {
    /** So long turns are given before the sockets are looked at; the last of them may take longer. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private final LongSupplier clock;
    private boolean scheduled;

    /** With {@code clock}, which gives monotonic nanoseconds. */
    Rounds(final LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * A connection wants a turn.
     *
     * @param turn         what it does then; it may add itself again.
     * @param afterSockets runs something on the event loop once the sockets were looked at.
     */
    void add(final Runnable turn, final Executor afterSockets) {
        waiting.add(turn);
        if (!scheduled) {
            schedule(afterSockets);
        }
    }

    /** Whether others wait for a turn. */
    boolean isBusy() {
        return !waiting.isEmpty();
    }

    private void schedule(final Executor afterSockets) {
        scheduled = true;
        afterSockets.execute(() -> run(afterSockets));
    }

    private void run(final Executor afterSockets) {
        final long beganNanos = clock.getAsLong();
        try {
            do {
                waiting.remove().run();
            } while (!waiting.isEmpty() && clock.getAsLong() - beganNanos < SLICE_NANOS);
        } finally {
            scheduled = false;
            if (!waiting.isEmpty()) {
                schedule(afterSockets);
            }
        }
    }
}
