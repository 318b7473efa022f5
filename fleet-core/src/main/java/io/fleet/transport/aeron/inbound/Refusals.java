package io.fleet.transport.aeron.inbound;

import io.fleet.transport.Refusal;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import org.agrona.concurrent.NanoClock;

/** Counts senders that were refused, and tells of one a second for each reason. Thread-safe. */
final class Refusals {
    /** The shortest packets that anybody can be configured with. */
    static final int MIN_MTU = 512;
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int REASONS = Refusal.values().length;

    private final Consumer<String> teller;
    private final NanoClock clock;
    private final AtomicLongArray counts = new AtomicLongArray(REASONS);
    private final AtomicLongArray told = new AtomicLongArray(REASONS);
    private final AtomicLongArray dueNs = new AtomicLongArray(REASONS);

    Refusals(final Consumer<String> teller, final NanoClock clock) {
        this.teller = teller;
        this.clock = clock;
        final long nowNs = clock.nanoTime();
        for (int i = 0; i < REASONS; i++) {
            dueNs.set(i, nowNs);
        }
    }

    /** One more; says so when nothing was said about this reason for a second. */
    void refuse(final Refusal why, final InetSocketAddress source, final long value, final long bound) {
        final int index = why.ordinal();
        final long count = counts.incrementAndGet(index);
        final long nowNs = clock.nanoTime();
        final long due = dueNs.get(index);
        if (nowNs - due >= 0 && dueNs.compareAndSet(index, due, nowNs + INTERVAL_NS)) {
            final long others = count - 1 - told.getAndSet(index, count);
            teller.accept("does not receive from " + source + ": " + reason(why, value, bound)
                + (others > 0 ? " (and " + others + " times before it)" : ""));
        }
    }

    /** So many more, of which nothing is said. */
    void count(final Refusal why, final int more) {
        counts.addAndGet(why.ordinal(), more);
    }

    long count(final Refusal why) {
        return counts.get(why.ordinal());
    }

    private static String reason(final Refusal why, final long value, final long bound) {
        return switch (why) {
            case MALFORMED -> "what announces the sender makes no sense";
            case STREAM -> "nothing is received on its stream, " + value;
            case TERM_LENGTH -> "the sender has term buffers of " + value + " bytes, but at most " + bound
                + " are taken, the longer of this endpoint's broadcastTermLength and unicastTermLength";
            case MTU -> "the sender's mtuLength is " + value + ", but must be a multiple of 32 from "
                + MIN_MTU + " to " + bound;
            case FOREIGN_ADDRESS -> "the address is no member's, and none of allowedSources";
            case PER_ADDRESS -> value + " senders are there from this address, and there may be " + bound
                + " on one stream";
            case RATE -> value + " senders have come within a second, and there may be " + bound;
            case TOTAL -> value + " senders are there, and there may be " + bound + " on this stream";
            case UNANNOUNCED -> "it sends data on a stream that it has not announced, as " + value
                + " have within a second, and there may be " + bound;
        };
    }
}
