package io.fleet.examples.kv;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How much one batch may still have done for it. What replicas must do alike is counted in steps, never in time: every
 * replica stops at the same one. A step is about what it takes to compare a byte. What one replica alone runs, and
 * changes nothing, may have a bound by time beside it, for where steps take longer than they mostly do, as before they
 * are compiled. Reused; not thread-safe.
 */
public final class Work {
    /** What a batch may take, in steps: some tens of milliseconds. */
    static final long BATCH_STEPS = 1L << 23;
    /** Past so many a batch is run no further, and what is left of it comes as a batch of its own. */
    static final long PAUSE_STEPS = BATCH_STEPS / 8;
    /** What a batch may take that does not say how much room there is for its answers. */
    static final long OLD_BATCH_STEPS = 1L << 27;
    /** What comparing patterns may take in a batch that was logged before there were budgets: a second or more. */
    static final long LOGGED_STEPS = 1L << 30;
    /** What a batch may take on a thread that nothing else waits for. */
    static final long VIEW_STEPS = 1L << 28;
    /** What a batch that changes nothing may take on the node's own thread, in nanoseconds: others wait meanwhile. */
    static final long QUERY_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    /** The clock is looked at after so many steps; the time begins when it is first looked at. */
    static final long STEPS_OF_LOOK = 1L << 14;
    /** Past so much of its time a batch is run no further, and what is left of it comes as a batch of its own. */
    private static final int PAUSE_PART = 8;
    /** What going to the next key costs: it is seldom in a cache. */
    private static final int STEPS_OF_KEY = 64;
    /** How many bytes are copied in one step. */
    private static final int BYTES_COPIED_IN_A_STEP = 16;

    private long budget;
    /** Whether nothing is counted but what comparing patterns takes. */
    private boolean isLogged;
    private long left;
    /** Null where there is no time. */
    private final LongSupplier clock;
    /** The most that may be taken, in nanoseconds; 0 where only steps are counted. */
    private long mostNanos;
    private long beganNanos;
    /** What had been taken when the clock was last looked at; -1 before that. */
    private long tookNanos;
    /** The clock is looked at when fewer steps than this are left. */
    private long lookBelow;

    /**
     * Begins with a budget.
     *
     * @param steps the most.
     */
    public Work(final long steps) {
        this(steps, null);
    }

    /**
     * Begins with a budget.
     *
     * @param steps the most.
     * @param clock gives monotonic nanoseconds; null where there is no time.
     */
    Work(final long steps, final LongSupplier clock) {
        this.clock = clock;
        begin(steps);
    }

    /**
     * Begins anew, without a bound by time.
     *
     * @param steps the most.
     */
    void begin(final long steps) {
        budget = steps;
        left = steps;
        isLogged = false;
        mostNanos = 0;
        tookNanos = -1;
        lookBelow = 0;
    }

    /**
     * Begins anew, for what one replica alone runs.
     *
     * @param steps the most.
     * @param nanos the most, in nanoseconds; nothing where there is no clock.
     */
    void begin(final long steps, final long nanos) {
        begin(steps);
        if (clock != null) {
            mostNanos = nanos;
            lookBelow = Math.max(0, steps - STEPS_OF_LOOK);
        }
    }

    /**
     * Begins for a batch that was logged before there were budgets. It must change again what it changed then, or
     * replicas that replay it differ from those that have a snapshot instead. So nothing is counted that a client of
     * then could have done much of in good faith, such as going over many keys; but a pattern that would keep a replica
     * busy for long is not compared again at each start.
     */
    void beginLogged() {
        begin(LOGGED_STEPS);
        isLogged = true;
    }

    /** Whether the batch was logged before there were budgets. */
    boolean isLogged() {
        return isLogged;
    }

    /**
     * Goes to the next key.
     *
     * @return whether there were as many steps as that takes.
     */
    boolean takeKey() {
        return take(isLogged ? 0 : STEPS_OF_KEY);
    }

    /**
     * Copies what is in a value.
     *
     * @param bytes how many, 0 or more.
     * @return whether there were as many steps as that takes.
     */
    boolean takeCopy(final long bytes) {
        return isLogged || take(bytes / BYTES_COPIED_IN_A_STEP);
    }

    /**
     * Takes steps off the budget.
     *
     * @param steps 0 or more.
     * @return whether there were as many, and there is time; if there were not, nothing is left.
     */
    boolean take(final long steps) {
        left = Math.max(-1, left - steps);
        if (left < lookBelow) {
            look();
        }
        return !isOver();
    }

    private void look() {
        if (mostNanos == 0) {
            return;
        }
        final long nowNanos = clock.getAsLong();
        if (tookNanos < 0) {
            beganNanos = nowNanos;
        }
        tookNanos = Math.max(0, nowNanos - beganNanos);
        lookBelow = Math.max(0, left - STEPS_OF_LOOK);
    }

    /** Whether more was asked for than there was, in steps or in time. */
    public boolean isOver() {
        return left < 0 || isLate();
    }

    /** Whether more steps were asked for than there were. */
    boolean isSpent() {
        return left < 0;
    }

    /** Whether it took longer than it may. */
    boolean isLate() {
        return tookNanos > mostNanos;
    }

    /** Whether it took so long that what follows in the batch is to come as a batch of its own. */
    boolean isLong() {
        return tookNanos > mostNanos / PAUSE_PART;
    }

    /** The answer to what takes more than there is. */
    String refusal() {
        return isLate() ? KvErrors.tooMuchTime(TimeUnit.NANOSECONDS.toMillis(mostNanos))
            : KvErrors.tooMuchWork(budget);
    }

    long left() {
        return isOver() ? 0 : left;
    }

    /** How many steps were taken. */
    long taken() {
        return budget - left();
    }
}
