package io.fleet.storage.log;

import org.agrona.concurrent.Agent;

/**
 * Writes and syncs what the owner of a log or store has handed over. The owner need not wait for a disk: it fills one
 * staging area while the flusher writes the other (the asynchronous group flush of FRaft, FR-01 to FR-03).
 *
 * <p>{@link #doWork()}: if a batch was handed over, writes it, syncs, and publishes its completion; returns how many
 * bytes were written or files handled, 0 when there was nothing to do. It is called by one thread at a time, which must
 * not be interrupted while it is in there. A failure is remembered and rethrown to the owner at its next poll; it is
 * fatal, and a flusher that failed does nothing any more.
 */
public interface Flusher extends Agent {
    /**
     * Sets what is called, on the thread that hands over, when there is new work: the runtime notes it, and says a
     * moment later which thread does it. Without it nothing is called. Set it before the first hand-over.
     *
     * @param wakeUp cheap and non-blocking.
     */
    void onWakeUp(Runnable wakeUp);

    /**
     * The part of {@link #doWork()} that somebody may want to wait for: writes and syncs what was handed over, and does
     * nothing that takes longer (no new file, no deletion). The same rules hold as for {@link #doWork()}.
     *
     * @return how many bytes were written; 0 when nothing was handed over, or it needs {@link #doWork()}.
     */
    int flush();

    /**
     * From now on the files to come are created, and those that are trimmed deleted, by calls of {@link #prepare()}, on
     * another thread, and not by {@link #doWork()}, which waits for them without holding up its thread. Call it before
     * the first hand-over.
     *
     * @param onWanted called, on the thread of {@link #flush()} or {@link #doWork()}, when there is something to do;
     *                 null for {@link #doWork()} to do it again, once no thread calls {@link #prepare()} any more.
     */
    void prepareElsewhere(Runnable onWanted);

    /**
     * Creates the next file where one is wanted, and deletes one that is trimmed: a disk that is told which blocks are
     * free does nothing else meanwhile, so leave it a moment before the next. One thread at a time, which may be
     * another than that of {@link #doWork()}.
     *
     * @return whether one was created; false too where the disk is full: try again in a while.
     */
    boolean prepare();

    /** Whether {@link #doWork()} would find something to do. Safe from any thread. */
    boolean hasWork();

    /**
     * What was written so far. Safe from any thread.
     *
     * @return counters that go on changing.
     */
    FlushCounters counters();

    /**
     * How much space its files take, those that are prepared or wait to be deleted left out. Safe from any thread.
     *
     * @return bytes; 0 where that never changes.
     */
    default long storedBytes() {
        return 0;
    }

    /** Whether the disk is full: what was handed over waits until there is space again. Safe from any thread. */
    boolean isFull();

    /**
     * The node stops: what can be done again after the next start, and nobody relies on, is given up. What is staged in
     * a log is none of that. Any thread.
     */
    default void cancel() {
    }
}
