package io.fleet.examples.kv.resp;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Batches that found no room in the client's buffer: they get it in the order in which they came, and one of them looks
 * for it each millisecond, however many there are. The event loop's.
 */
final class OfferQueue {
    /** A batch that waits. */
    interface Offer {
        /** Offers it; false when there is no room for it, and it is to be offered again. */
        boolean offerNow();
    }

    /** Runs something on the event loop after a time. */
    interface Later {
        void run(Runnable step, long nanos);
    }

    static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ArrayDeque<Offer> waiting = new ArrayDeque<>();
    private boolean isScheduled;

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** One waits behind the others. */
    void add(final Offer offer, final Later later) {
        waiting.add(offer);
        schedule(later);
    }

    private void schedule(final Later later) {
        if (!isScheduled) {
            isScheduled = true;
            later.run(() -> retry(later), RETRY_NANOS);
        }
    }

    /** One waits no more. */
    void remove(final Offer offer) {
        waiting.remove(offer);
    }

    /** What is done with an outcome may add another one, behind the others. */
    private void retry(final Later later) {
        isScheduled = false;
        try {
            Offer first = waiting.poll();
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
