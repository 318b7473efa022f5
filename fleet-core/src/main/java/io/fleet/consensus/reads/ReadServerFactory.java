package io.fleet.consensus.reads;

/**
 * Makes what serves reads that do not go through the log. Found on the class path by {@link java.util.ServiceLoader}:
 * an implementation has a constructor without parameters, and no state.
 */
public interface ReadServerFactory {
    /** Where it is to be had. */
    String ARTIFACT = "io.fleet:fleet-reads";

    /**
     * Makes the server of one group on one node.
     *
     * @param context what it is given.
     * @return the server.
     */
    ReadServer create(ReadContext context);

    /**
     * Makes the threads that execute long reads of all groups of one node; they are not started yet.
     *
     * @param count how many, at most {@link ReadPool#MAX_THREADS}; 0 for none at all.
     * @return the threads.
     */
    ReadPool threads(int count);
}
