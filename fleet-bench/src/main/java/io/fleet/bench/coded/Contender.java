package io.fleet.bench.coded;

import io.fleet.config.Dissemination;
import io.fleet.config.GroupConfig;
import io.fleet.config.Persistence;
import java.util.Locale;

/** Groups that outlive one node each. */
enum Contender {
    /** Nobody leads; three parts of five give a value back, and the machine has handles of values. */
    CODED(5, GroupConfig.coded(3, 2), true),
    /** The same with a machine that looks at each value, so that every replica gathers it. */
    CODED_BYTES(5, GroupConfig.coded(3, 2), false),
    /** Batchers send bodies to all nodes, which write them as they come. */
    SCATTERED(3, GroupConfig.scattered(), false),
    /** The leader sends bodies, and all nodes write them in the order of the log: the way of Raft. */
    LEADER(3, GroupConfig.scattered().withPersistence(Persistence.ORDERED).withDissemination(Dissemination.LEADER),
        false);

    /** Long enough that no command of a few MiB is sent again on a busy disk, which would be measured too. */
    private static final long RETRY_MILLIS = 20_000;
    private static final long TIMEOUT_MILLIS = 60_000;

    private final int nodes;
    private final GroupConfig config;
    private final boolean byHandles;

    Contender(final int nodes, final GroupConfig config, final boolean byHandles) {
        this.byHandles = byHandles;
        this.nodes = nodes;
        this.config = config.withRequestTimeoutMillis(TIMEOUT_MILLIS).withRetryMillis(RETRY_MILLIS);
    }

    /** By the word of an option, in small letters. */
    static Contender named(final String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    int nodes() {
        return nodes;
    }

    GroupConfig config() {
        return config;
    }

    /** Whether the machine has handles of values instead of their bytes. */
    boolean byHandles() {
        return byHandles;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
