package io.fleet.consensus.reads;

/** Where long reads are executed: on other threads than the replica's, of all groups of a node. */
public interface ReadPool {
    /** The most threads: {@value}. */
    int MAX_THREADS = 256;

    /** None: long reads are executed like short ones. */
    ReadPool OFF = new ReadPool() {
        @Override
        public boolean isOff() {
            return true;
        }

        @Override
        public boolean offer(final Runnable read) {
            return false;
        }

        @Override
        public boolean withdraw(final Runnable read) {
            return false;
        }
    };

    /**
     * Whether there is nobody to execute anything.
     *
     * @return always the same.
     */
    boolean isOff();

    /**
     * Hands over a read, to be run once, or never where the pool ends.
     *
     * @param read what to run.
     * @return false where as many wait as may.
     */
    boolean offer(Runnable read);

    /**
     * Takes back a read that was handed over.
     *
     * @param read which.
     * @return true when it was not begun, and will never be.
     */
    boolean withdraw(Runnable read);

    /**
     * Counts what answers take that were made and have not been sent or dropped. Any thread.
     *
     * @param bytes how many more; below 0 for fewer, 0 to ask.
     * @return how many there are, of all groups; 0 where nobody counts.
     */
    default long hold(final long bytes) {
        return 0;
    }

    /**
     * Starts the threads, where there are any.
     *
     * @param name   theirs begin with it.
     * @param done   called on one of them when a read was run.
     * @param failed called on one that ends by a failure: an {@link Error} of a read.
     */
    default void start(final String name, final Runnable done, final Runnable failed) {
        // There are none.
    }

    /** Interrupts what runs, and waits for the threads, for a few seconds at most. What waits is never run. */
    default void end() {
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
