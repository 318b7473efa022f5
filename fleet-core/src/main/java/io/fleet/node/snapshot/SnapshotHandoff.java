package io.fleet.node.snapshot;

import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.snapshot.Pace;
import java.util.List;
import org.agrona.concurrent.NanoClock;

/**
 * Where a node's snapshots are handed from its thread to the one that writes them, one at a time: a state may be larger
 * than what a disk writes in minutes, and the node's thread does not wait for it.
 *
 * <p>The node's thread moves the desk from IDLE to RESERVED, from there to HANDED, and from DONE to IDLE; the writer
 * from HANDED to DONE. Whoever moves it publishes with it everything done before, the replica's state among it.
 */
public final class SnapshotHandoff {
    private static final int IDLE = 0;
    private static final int RESERVED = 1;
    private static final int HANDED = 2;
    private static final int DONE = 3;

    private volatile int stage = IDLE;
    private volatile boolean closed;
    private volatile Runnable wakeUp = () -> {};
    private volatile SnapshotJob job;
    private long bytesPerSecond;
    /** Null where nothing bounds it. */
    private SnapshotPace pace;

    public SnapshotHandoff() {
    }

    // --- the node's thread ---

    /** Takes the desk for a group, until its job is collected or {@link #release()}d; false while another has it. */
    boolean reserve() {
        if (stage != IDLE) {
            return false;
        }
        stage = RESERVED;
        return true;
    }

    /** Gives a desk back for which there is no job after all. */
    void release() {
        if (stage == RESERVED) {
            stage = IDLE;
        }
    }

    void handOver(final SnapshotJob newJob) {
        job = newJob;
        stage = HANDED;
        wakeUp.run();
    }

    /** Whether the job that was handed over has ended; the desk is free then. */
    boolean collect() {
        if (stage != DONE) {
            return false;
        }
        job = null;
        stage = IDLE;
        return true;
    }

    // --- who writes ---

    /**
     * Sets what is called, on the node's thread, when there is a snapshot to write.
     *
     * @param newWakeUp cheap and non-blocking.
     */
    public void onWakeUp(final Runnable newWakeUp) {
        wakeUp = newWakeUp;
    }

    /** How many bytes a second may be written, 0 for any; holds where time is real ({@link #paceWith}). */
    public void bound(final long newBytesPerSecond) {
        bytesPerSecond = newBytesPerSecond;
    }

    /**
     * The thread that writes may rest, to keep to the bound, and longer while flushes are slow for its sake. Before the
     * first snapshot.
     *
     * @param clock   tells the time.
     * @param flushes what acknowledgements wait for.
     */
    public void paceWith(final NanoClock clock, final List<FlushCounters> flushes) {
        pace = bytesPerSecond == 0 ? null : new SnapshotPace(bytesPerSecond, flushes, clock);
    }

    /** Whether there is a snapshot to write. Any thread. */
    public boolean hasWork() {
        return stage == HANDED && !closed;
    }

    /** Writes the snapshot that was handed over, if any. Takes as long as the state machine and the disk. */
    public void doWork() {
        if (!hasWork()) {
            return;
        }
        if (pace == null) {
            job.run(Pace.UNBOUNDED);
        } else {
            pace.begin();
            job.run(pace);
            pace.end();
        }
        stage = DONE;
    }

    /** The node stops: the snapshot that is being written is given up, and no other is begun. Any thread. */
    public void close() {
        closed = true;
        final SnapshotJob running = job;
        if (running != null) {
            running.cancel();
        }
    }
}
