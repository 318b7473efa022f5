package io.fleet.replica.speculation;

import java.util.List;

/** The threads of a node that prepare commands, of all its groups. */
public interface PreparePool {
    /** The most threads: {@value}. */
    int MAX_THREADS = 256;

    /** None: each command is prepared in its turn. */
    PreparePool OFF = new PreparePool() {
        @Override
        public boolean isOff() {
            return true;
        }

        @Override
        public boolean offer(final PrepareTask task) {
            return false;
        }

        @Override
        public void withdraw(final PrepareTask task) {
            // None was taken.
        }
    };

    /**
     * Whether there is nobody to prepare anything.
     *
     * @return always the same.
     */
    boolean isOff();

    /**
     * Hands over a command, to be run by one of the threads; those that come first begin first.
     *
     * @param task what to run.
     * @return false where as many wait as may: it is prepared in its turn.
     */
    boolean offer(PrepareTask task);

    /**
     * Forgets a command that was handed over and will not be run, if it still waits.
     *
     * @param task which.
     */
    void withdraw(PrepareTask task);

    /**
     * Starts the threads, where there are any.
     *
     * @param name   theirs begin with it.
     * @param done   called on one of them when a command was prepared that somebody waits for.
     * @param failed called on one that ends by a failure.
     */
    default void start(final String name, final Runnable done, final Runnable failed) {
        // There are none.
    }

    /**
     * Waits for what runs, for a few seconds at most. What waits is never run.
     *
     * @return for each thread that has not ended its name and stack.
     */
    default List<String> end() {
        return List.of();
    }

    /**
     * Looks whether a thread is held up by a command, and tells the log. By one thread, now and then.
     *
     * @param nowNs the clock, in nanoseconds.
     */
    default void look(final long nowNs) {
        // There are none.
    }

    /**
     * What ended one of the threads. Any thread.
     *
     * @return null for nothing.
     */
    default Throwable failure() {
        return null;
    }
}
