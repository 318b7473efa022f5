package io.fleet.storage.log;

/**
 * What one {@link Flusher} has written so far. Counted by the thread that runs the flusher, readable from any thread,
 * which may see somewhat older numbers.
 */
public final class FlushCounters {
    private final String log;
    private final int directory;
    private volatile long syncs;
    private volatile long bytes;
    private volatile long tookNs;

    /**
     * Creates counters at 0.
     *
     * @param log       what is written, such as {@code scattered}.
     * @param directory the number of its directory on the node, from 0.
     */
    public FlushCounters(final String log, final int directory) {
        this.log = log;
        this.directory = directory;
    }

    /**
     * What is written.
     *
     * @return such as {@code scattered}, {@code ordered} or {@code meta}.
     */
    public String log() {
        return log;
    }

    /**
     * Where it is written.
     *
     * @return the number of the directory on the node, from 0.
     */
    public int directory() {
        return directory;
    }

    /**
     * How many writes were made durable, each by a sync of its file.
     *
     * @return syncs that returned.
     */
    public long syncs() {
        return syncs;
    }

    /**
     * How much those syncs made durable, padding included. Files that are prepared ahead of use do not count.
     *
     * @return bytes.
     */
    public long bytes() {
        return bytes;
    }

    /**
     * How long those syncs took, with the writes before them, where somebody measures it.
     *
     * @return nanoseconds, of all together.
     */
    public long tookNs() {
        return tookNs;
    }

    /**
     * Counts how long syncs took that have been counted. For the thread that runs the flusher at the moment.
     *
     * @param ns in nanoseconds.
     */
    public void addTime(final long ns) {
        tookNs = tookNs + ns;
    }

    /**
     * Counts writes that have become durable. For the thread that runs the flusher at the moment: one at a time.
     *
     * @param newSyncs how many syncs.
     * @param newBytes how many bytes in all of them.
     */
    public void add(final int newSyncs, final long newBytes) {
        syncs = syncs + newSyncs;
        bytes = bytes + newBytes;
    }
}
