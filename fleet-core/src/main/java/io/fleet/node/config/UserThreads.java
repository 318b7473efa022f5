package io.fleet.node.config;

import io.fleet.consensus.reads.ReadPool;
import io.fleet.replica.Replica;
import io.fleet.replica.speculation.PreparePool;

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

    /** Interrupts what runs, and waits for them, for a few seconds at most. */
    public void end() {
        reads.end();
        prepares.end();
    }

    /**
     * What ended one of them. Any thread.
     *
     * @return null for nothing.
     */
    public Throwable failure() {
        return reads.failure() == null ? prepares.failure() : reads.failure();
    }

    /**
     * Has them prepare the commands of a replica whose machine speculates.
     *
     * @param replica the replica.
     * @param signal  called by one of them when the replica waits for what it has prepared.
     */
    public void speculate(final Replica replica, final Runnable signal) {
        replica.speculate(prepares, signal);
    }
}
