package io.fleet.consensus.reads;

import java.util.ServiceLoader;

/** Finds what serves reads that do not go through the log. */
public final class ReadServers {
    /**
     * What is on the class path; where the module is missing, what refuses all reads and names the module. The class
     * path is gone through once in a process.
     */
    public static final ReadServerFactory FOUND =
        ServiceLoader.load(ReadServerFactory.class, ReadServerFactory.class.getClassLoader())
            .findFirst().orElseGet(MissingReads::new);

    private ReadServers() {
    }
}
