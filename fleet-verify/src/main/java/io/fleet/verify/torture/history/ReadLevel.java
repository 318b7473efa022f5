package io.fleet.verify.torture.history;

import java.util.concurrent.TimeUnit;

/** What the reads of a client may see, by the words of {@code CLIENT READS}. */
public enum ReadLevel {
    /** All that was answered before; through the log, as writes. */
    LOG("log", 0),
    /** The same, by asking a quorum. */
    QUORUM("quorum", 0),
    /** The same, by the lease of the leader. */
    LEASE("lease", 0),
    /** All that was answered a second before, and all that its own client was answered. */
    STALE("stale:1000", TimeUnit.SECONDS.toNanos(1)),
    /** All that its own client was answered. */
    LOCAL("local", Long.MAX_VALUE);

    private static final ReadLevel[] LED = {LOG, QUORUM, LEASE, STALE, LOCAL, QUORUM};
    private static final ReadLevel[] CODED = {LOG, QUORUM, LOG, STALE, LOCAL, QUORUM};

    private final String word;
    private final long ageNs;

    ReadLevel(final String word, final long ageNs) {
        this.word = word;
        this.ageNs = ageNs;
    }

    /**
     * The level of one of many clients.
     *
     * @param client its number.
     * @param isLed  whether the group has a leader, who alone has leases.
     */
    public static ReadLevel of(final int client, final boolean isLed) {
        final ReadLevel[] levels = isLed ? LED : CODED;
        return levels[client % levels.length];
    }

    public String word() {
        return word;
    }

    public boolean isLinearizable() {
        return ageNs == 0;
    }

    /** How old what is read may be, in nanoseconds; {@link Long#MAX_VALUE} for any age. */
    long ageNs() {
        return ageNs;
    }
}
