package io.fleet.consensus.reads;

import java.util.ServiceLoader;

/**
 * Makes what serves reads that do not go through the log. Found on the class path by {@link ServiceLoader}, so an
 * implementation has a constructor without parameters, and no state.
 */
public interface ReadServerFactory {
    /** Where it is to be had. */
    String ARTIFACT = "io.fleet:fleet-reads";

    /**
     * What is found; where the module is missing, what refuses all reads and names the module. The class path is gone
     * through once in a process.
     */
    ReadServerFactory FOUND = ServiceLoader.load(ReadServerFactory.class, ReadServerFactory.class.getClassLoader())
        .findFirst().orElseGet(MissingReads::new);

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
