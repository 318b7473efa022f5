package io.fleet.examples.torture;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients ask for: reads and writes of a few keys at a time, and of the next few after so many operations, so that
 * keys are fought over and yet each has a history short enough to be judged quickly; the next few come early when many
 * operations have unknown outcomes, since each of those doubles what may have happened. Every written value is written
 * once. Any thread.
 */
final class Workload {
    private static final int KEYS = 8;
    private static final int OPERATIONS_OF_KEYS = 50 * KEYS;
    private static final int UNKNOWN_OF_KEYS = 3 * KEYS;

    private final AtomicLong tickets = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();

    /** The outcome of an operation is not known. */
    void unknown() {
        unknown.incrementAndGet();
    }

    /** The next operation of any client. */
    KvInput next() {
        final long ticket = tickets.getAndIncrement();
        final ThreadLocalRandom random = ThreadLocalRandom.current();
        final int number = random.nextInt(KEYS);
        final String suffix = ":" + (ticket / OPERATIONS_OF_KEYS + unknown.get() / UNKNOWN_OF_KEYS) + ":" + number;
        final boolean isRead = random.nextInt(5) < 2;
        final char type = number < KEYS / 2 ? KvInput.REGISTER
            : number < KEYS * 3 / 4 ? KvInput.COUNTER : KvInput.JOURNAL;
        final String key = type + suffix;
        if (isRead) {
            return KvInput.get(key);
        }
        return switch (type) {
            case KvInput.REGISTER -> KvInput.set(key, Long.toString(ticket));
            case KvInput.COUNTER -> KvInput.incr(key);
            default -> KvInput.append(key, ticket + KvInput.WORD_END);
        };
    }
}
