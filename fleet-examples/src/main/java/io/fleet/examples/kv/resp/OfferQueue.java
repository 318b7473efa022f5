package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Connections whose batch found no room in the client's buffer: they get it in the order in which they came, and one of
 * them looks for it each millisecond, however many there are. The event loop's.
 */
final class OfferQueue {
    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayDeque<Connection> waiting = new ArrayDeque<>();
    private boolean isScheduled;

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** A connection waits behind the others; {@code later} runs something on the event loop after a time. */
    void add(final Connection connection, final Turnstile.Later later) {
        waiting.add(connection);
        schedule(later);
    }

    private void schedule(final Turnstile.Later later) {
        if (!isScheduled) {
            isScheduled = true;
            later.run(() -> retry(later), RETRY_NANOS);
        }
    }

    /** A connection that is closed waits no more. */
    void remove(final Connection connection) {
        waiting.remove(connection);
    }

    /** What a connection does with an outcome may add it again, behind the others. */
    private void retry(final Turnstile.Later later) {
        isScheduled = false;
        try {
            Connection first = waiting.poll();
            while (first != null && first.offerNow()) {
                first = waiting.poll();
            }
            if (first != null) {
                waiting.addFirst(first);
            }
        } finally {
            if (!waiting.isEmpty()) {
                schedule(later);
            }
        }
    }
}
