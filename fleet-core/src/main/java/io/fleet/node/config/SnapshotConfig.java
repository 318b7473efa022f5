package io.fleet.node.config;

import io.fleet.error.ConfigException;

/**
 * When a node writes snapshots of its groups, and what it trims behind them. What is 0 is never a reason for one.
 *
 * <p>{@code entries} and {@code bytes} are what at least lies between two snapshots of a running node. Where the last
 * one is longer than 1 MiB, the next is not due for them before as many bytes of log as it is long have been applied:
 * entries, with the 88 bytes of their records. So a large state is not written again and again for little log, and the
 * log between two snapshots is as long as {@code bytes} or as the state, whichever is more. It is not waited for where
 * the disk with the snapshots has no more room than for the next one and a quarter of it.
 *
 * @param atStopEntries  how many entries a group must have applied since its last snapshot for a stop in good order to
 *                       write one; 0 for none at all; what other members send is read.
 * @param entries        after how many applied entries a running node writes one.
 * @param bytes          after how many bytes of applied entries a running node writes one.
 * @param intervalMillis after how long a running node writes one, when anything was applied.
 * @param trim           what goes behind snapshots.
 * @param marginEntries  how many entries below what may be trimmed stay, for replicas that lag a little; at least 1.
 * @param bytesPerSecond how many bytes of snapshots a group sends in a second, to all replicas that lag together; 1 MiB
 *                       to 10 GiB. What they are sent takes processor, disk and network from the commits of this node.
 * @param writeBytesPerSecond how many bytes of a snapshot a running node writes in a second, and reads back; 1 MiB to
 *                       10 GiB, or 0 for as many as it can; each of several duty threads has its share. Those of a
 *                       stop are always written as fast as possible.
 */
public record SnapshotConfig(int atStopEntries, long entries, long bytes, long intervalMillis, TrimPolicy trim,
                             int marginEntries, long bytesPerSecond, long writeBytesPerSecond) {
    private static final int AT_STOP = 1_000;
    private static final long ENTRIES = 1_000_000;
    private static final long BYTES = 256L << 20;
    private static final int MARGIN = 16_384;
    private static final long BYTES_PER_SECOND = 64L << 20;
    private static final long WRITE_BYTES_PER_SECOND = 128L << 20;
    private static final long LEAST_BYTES_PER_SECOND = 1L << 20;
    private static final long MOST_BYTES_PER_SECOND = 10L << 30;

    /** Checks the ranges. */
    public SnapshotConfig {
        notNegative("atStopEntries", atStopEntries);
        notNegative("entries", entries);
        notNegative("bytes", bytes);
        notNegative("intervalMillis", intervalMillis);
        if (trim == null) {
            throw new ConfigException("trim is null");
        }
        if (marginEntries < 1) {
            throw new ConfigException("marginEntries is " + marginEntries + ", but must be at least 1");
        }
        rate("bytesPerSecond", bytesPerSecond, "");
        if (writeBytesPerSecond != 0) {
            rate("writeBytesPerSecond", writeBytesPerSecond, "0, or ");
        }
        if (atStopEntries == 0 && (entries > 0 || bytes > 0 || intervalMillis > 0 || trim != TrimPolicy.OFF)) {
            throw new ConfigException("atStopEntries is 0, for no snapshots at all, but must be above 0 where others"
                + " are to be written or logs to be trimmed");
        }
    }

    /**
     * Snapshots at a stop after 1,000 entries, and while the node runs after a million entries or 256 MiB, and not
     * before as much has been applied as the last one is long; behind them logs are trimmed by {@link
     * TrimPolicy#QUORUM}, but for a margin of 16,384 entries. So neither logs nor the time of a start grow for ever.
     */
    public static SnapshotConfig defaults() {
        return new SnapshotConfig(AT_STOP, ENTRIES, BYTES, 0, TrimPolicy.QUORUM, MARGIN, BYTES_PER_SECOND,
            WRITE_BYTES_PER_SECOND);
    }

    /**
     * Snapshots at stops in good order only, and no trimming.
     *
     * @param entries as {@link #atStopEntries()}.
     * @return the settings.
     */
    public static SnapshotConfig atStop(final int entries) {
        return new SnapshotConfig(entries, 0, 0, 0, TrimPolicy.OFF, MARGIN, BYTES_PER_SECOND,
            WRITE_BYTES_PER_SECOND);
    }

    /**
     * The same with other snapshots at stops.
     *
     * @param newAtStopEntries as {@link #atStopEntries()}; 0 switches everything off.
     * @return a changed copy.
     */
    public SnapshotConfig withAtStopEntries(final int newAtStopEntries) {
        return newAtStopEntries == 0 ? atStop(0)
            : new SnapshotConfig(newAtStopEntries, entries, bytes, intervalMillis, trim, marginEntries,
                bytesPerSecond, writeBytesPerSecond);
    }

    /**
     * The same with other reasons for a snapshot while the node runs.
     *
     * @param newEntries        as {@link #entries()}.
     * @param newBytes          as {@link #bytes()}.
     * @param newIntervalMillis as {@link #intervalMillis()}.
     * @return a changed copy.
     */
    public SnapshotConfig withRunning(final long newEntries, final long newBytes, final long newIntervalMillis) {
        return new SnapshotConfig(atStopEntries, newEntries, newBytes, newIntervalMillis, trim, marginEntries,
            bytesPerSecond, writeBytesPerSecond);
    }

    /**
     * The same with other trimming.
     *
     * @param newTrim          as {@link #trim()}.
     * @param newMarginEntries as {@link #marginEntries()}.
     * @return a changed copy.
     */
    public SnapshotConfig withTrim(final TrimPolicy newTrim, final int newMarginEntries) {
        return new SnapshotConfig(atStopEntries, entries, bytes, intervalMillis, newTrim, newMarginEntries,
            bytesPerSecond, writeBytesPerSecond);
    }

    /**
     * The same with another rate at which snapshots are sent.
     *
     * @param newBytesPerSecond as {@link #bytesPerSecond()}; 64 MiB by default.
     * @return a changed copy.
     */
    public SnapshotConfig withBytesPerSecond(final long newBytesPerSecond) {
        return new SnapshotConfig(atStopEntries, entries, bytes, intervalMillis, trim, marginEntries,
            newBytesPerSecond, writeBytesPerSecond);
    }

    /**
     * The same with another rate at which snapshots are written.
     *
     * @param newWriteBytesPerSecond as {@link #writeBytesPerSecond()}; 128 MiB by default.
     * @return a changed copy.
     */
    public SnapshotConfig withWriteBytesPerSecond(final long newWriteBytesPerSecond) {
        return new SnapshotConfig(atStopEntries, entries, bytes, intervalMillis, trim, marginEntries, bytesPerSecond,
            newWriteBytesPerSecond);
    }

    private static void rate(final String name, final long value, final String or) {
        if (value < LEAST_BYTES_PER_SECOND || value > MOST_BYTES_PER_SECOND) {
            throw new ConfigException(name + " is " + value + ", but must be " + or + "from " + LEAST_BYTES_PER_SECOND
                + " to " + MOST_BYTES_PER_SECOND);
        }
    }

    private static void notNegative(final String name, final long value) {
        if (value < 0) {
            throw new ConfigException(name + " is " + value + ", but must be at least 0");
        }
    }
}
