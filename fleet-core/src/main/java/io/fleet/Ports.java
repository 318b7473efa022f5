package io.fleet;

import io.fleet.error.ConfigException;

/** Each duty thread of a node has a UDP port of its own: they are in a row, from the first one on. */
final class Ports {
    private static final int MAX = 65_535;

    private Ports() {
    }

    static void require(final String what, final int first, final int dutyThreads) {
        if (first + dutyThreads - 1 > MAX) {
            throw new ConfigException(what + " is " + first + ", but must be from 1 to " + (MAX - dutyThreads + 1)
                + " with dutyThreads " + dutyThreads + ": each has a port, from this one on");
        }
    }
}
