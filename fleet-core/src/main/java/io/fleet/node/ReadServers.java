package io.fleet.node;

import io.fleet.protocol.ReadServerFactory;
import java.util.Iterator;
import java.util.ServiceLoader;

/** Finds what serves reads that do not go through the log, on the class path. */
final class ReadServers {
    /** Where it is to be had. */
    static final String ARTIFACT = "io.fleet:fleet-reads";

    private ReadServers() {
    }

    /** The class path is gone through once in a process; what is found there has no state. */
    private static final class OnTheClassPath {
        static final ReadServerFactory FOUND =
            find(ServiceLoader.load(ReadServerFactory.class, ReadServerFactory.class.getClassLoader()));

        private OnTheClassPath() {
        }
    }

    /** What makes it; null where there is nothing. */
    static ReadServerFactory find() {
        return OnTheClassPath.FOUND;
    }

    static ReadServerFactory find(final Iterable<ReadServerFactory> found) {
        final Iterator<ReadServerFactory> factories = found.iterator();
        return factories.hasNext() ? factories.next() : null;
    }
}
