package io.fleet.replica;

/** Where long reads are executed: on other threads than the replica's. */
public interface ReadPool {
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
     * @return whether it was not begun, and will never be.
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
}
