package io.fleet.examples.kv;

/**
 * How much one batch may still have done for it, counted in steps, never in time: every replica stops at the same one.
 * A step is about what it takes to compare a byte. Reused; not thread-safe.
 */
public final class Work {
    /** What a batch may take, in steps: some tens of milliseconds. */
    static final long BATCH_STEPS = 1L << 23;
    /** Past so many a batch is run no further, and what is left of it comes as a batch of its own. */
    static final long PAUSE_STEPS = BATCH_STEPS / 8;
    /** What a batch that was written down before there were budgets may take. */
    static final long OLD_BATCH_STEPS = 1L << 27;
    /** What a batch may take on a thread that nothing else waits for. */
    static final long VIEW_STEPS = 1L << 28;
    /** What going to the next key costs: it is seldom in a cache. */
    static final int STEPS_OF_KEY = 64;
    /** How many bytes are copied in one step. */
    static final int BYTES_COPIED_IN_A_STEP = 16;

    private long budget;
    private long left;

    /**
     * Begins with a budget.
     *
     * @param steps the most.
     */
    public Work(final long steps) {
        begin(steps);
    }

    /**
     * Begins anew.
     *
     * @param steps the most.
     */
    void begin(final long steps) {
        budget = steps;
        left = steps;
    }

    /**
     * Takes steps off the budget.
     *
     * @param steps 0 or more.
     * @return whether there were as many; if not, nothing is left.
     */
    boolean take(final long steps) {
        left = Math.max(-1, left - steps);
        return left >= 0;
    }

    /**
     * Whether more was asked for than there was.
     *
     * @return whether it was.
     */
    public boolean isOver() {
        return left < 0;
    }

    long left() {
        return Math.max(0, left);
    }

    /** How many steps were taken. */
    long taken() {
        return budget - left();
    }

    long budget() {
        return budget;
    }
}
