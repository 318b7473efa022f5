package io.fleet.verify.torture.history;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients ask for: reads and writes of a few keys at a time, and of the next few after so many operations, so that
 * keys are fought over and yet each has a history short enough to be judged quickly; the next few come early when many
 * operations have unknown outcomes, since each of those doubles what may have happened. Every written value is written
 * once, and where it is asked for some are {@link LongText}. Any thread.
 */
public final class Workload {
    private static final int KEYS = 8;
    private static final int OPERATIONS_OF_KEYS = 50 * KEYS;
    private static final int UNKNOWN_OF_KEYS = 3 * KEYS;

    private static final int LONG_ONE_IN = 4;
    private static final int LEAST_LONG = 1 << 16;
    private static final int MOST_LONG = 1 << 20;
    /** Words of a journal are so much shorter: all of them together are one answer. */
    private static final int WORD_SHARE = 16;

    private final boolean withLong;
    private final AtomicLong tickets = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();

    /**
     * @param withLong whether one in four written values has 64 KiB to 1 MiB, and words of journals a sixteenth of it.
     */
    public Workload(final boolean withLong) {
        this.withLong = withLong;
    }

    /** The outcome of an operation is not known. */
    public void unknown() {
        unknown.incrementAndGet();
    }

    /** The next operation of any client. */
    public KvInput next() {
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
            case KvInput.REGISTER -> KvInput.set(key, text(ticket, 1, random));
            case KvInput.COUNTER -> KvInput.incr(key);
            default -> KvInput.append(key, text(ticket, WORD_SHARE, random) + KvInput.WORD_END);
        };
    }

    private String text(final long ticket, final int share, final ThreadLocalRandom random) {
        return withLong && random.nextInt(LONG_ONE_IN) == 0
            ? LongText.name(ticket, random.nextInt(LEAST_LONG, MOST_LONG + 1) / share) : Long.toString(ticket);
    }
}
