package io.fleet.node.config;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.replica.speculation.PreparePool;
import java.util.List;

/**
 * The threads of a node that run what is the user's beside its duty cycle.
 *
 * @param reads    executes long reads.
 * @param prepares prepares commands of speculative machines.
 */
public record UserThreads(ReadPool reads, PreparePool prepares) {
    /** There are none. */
    public static final UserThreads NONE = new UserThreads(ReadPool.OFF, PreparePool.OFF);

    /**
     * Starts them.
     *
     * @param name   their names begin with it.
     * @param done   called on one of them when it has done something that the duty cycle waits for.
     * @param failed called on one that ends by a failure.
     */
    public void start(final String name, final Runnable done, final Runnable failed) {
        reads.start(name, done, failed);
        prepares.start(name, done, failed);
    }

    /**
     * Waits for them, for a few seconds at most.
     *
     * @return for each that is in a state machine yet its name and stack.
     */
    public List<String> end() {
        reads.end();
        return prepares.end();
    }

    /**
     * Looks whether one is held up, and tells the log.
     *
     * @param nowNs the clock, in nanoseconds.
     */
    public void look(final long nowNs) {
        prepares.look(nowNs);
    }

    /**
     * What ended one of them. Any thread.
     *
     * @return null for nothing.
     */
    public Throwable failure() {
        return reads.failure() == null ? prepares.failure() : reads.failure();
    }
}
