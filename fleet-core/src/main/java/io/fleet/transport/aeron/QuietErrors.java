package io.fleet.transport.aeron;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/** Hands on one error a second, and says how many there were besides: others decide how many there are. */
final class QuietErrors implements ErrorHandler {
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);

    private final ErrorHandler next;
    private final NanoClock clock;
    private final AtomicLong untold = new AtomicLong();
    private final AtomicLong nextNs;

    QuietErrors(final ErrorHandler next, final NanoClock clock) {
        this.next = next;
        this.clock = clock;
        nextNs = new AtomicLong(clock.nanoTime());
    }

    @Override
    public void onError(final Throwable error) {
        final long nowNs = clock.nanoTime();
        final long dueNs = nextNs.get();
        if (nowNs - dueNs < 0 || !nextNs.compareAndSet(dueNs, nowNs + INTERVAL_NS)) {
            untold.incrementAndGet();
            return;
        }
        final long others = untold.getAndSet(0);
        next.onError(others == 0 ? error
            : new IllegalStateException(error.getMessage() + " (and " + others + " errors before it)", error));
    }
}
