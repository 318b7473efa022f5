package io.fleet.verify.crashpoint;

import java.util.Arrays;
import java.util.Locale;

/** What crashes. */
public enum CrashLevel {
    /** Each log or store alone, without a cluster. */
    STORAGE,
    /** A cluster of one node. */
    NODE,
    /** A cluster of three nodes: each of them alone, and all at once. */
    CLUSTER;

    /**
     * Reads a level.
     *
     * @param text its name in lower case.
     * @return the level.
     * @throws IllegalArgumentException that names what is allowed.
     */
    public static CrashLevel of(final String text) {
        return Arrays.stream(values()).filter(level -> level.text().equals(text)).findFirst().orElseThrow(
            () -> new IllegalArgumentException("--level is " + text + ", but must be storage, node or cluster"));
    }

    /**
     * Its name on the command line.
     *
     * @return the name in lower case.
     */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
