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
    /** What a batch may take that does not say how much room there is for its answers. */
    static final long OLD_BATCH_STEPS = 1L << 27;
    /** What comparing patterns may take in a batch that was logged before there were budgets: a second or more. */
    static final long LOGGED_STEPS = 1L << 30;
    /** What a batch may take on a thread that nothing else waits for. */
    static final long VIEW_STEPS = 1L << 28;
    /** What going to the next key costs: it is seldom in a cache. */
    private static final int STEPS_OF_KEY = 64;
    /** How many bytes are copied in one step. */
    private static final int BYTES_COPIED_IN_A_STEP = 16;

    private long budget;
    /** Whether nothing is counted but what comparing patterns takes. */
    private boolean isLogged;
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
        isLogged = false;
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

    /**
     * Whether the batch was logged before there were budgets.
     *
     * @return whether.
     */
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
