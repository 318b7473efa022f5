package io.fleet.node.snapshot;

import io.fleet.error.SnapshotFailedException;
import io.fleet.replica.Replica;
import io.fleet.storage.snapshot.Pace;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;

/**
 * One snapshot of a replica that has stopped applying, to be written on another thread than the node's: streamed,
 * synced, read back, and only then in the place of the one before ({@link SnapshotStore}).
 */
final class SnapshotJob {
    private final int groupId;
    private final long lsn;
    private final Replica replica;
    private final SnapshotStore store;
    private volatile long bytes;
    private volatile long steps;
    private volatile boolean stateWritten;
    private volatile boolean cancelled;
    private RuntimeException failure;

    SnapshotJob(final int groupId, final Replica replica, final SnapshotStore store) {
        this.groupId = groupId;
        this.replica = replica;
        this.store = store;
        lsn = replica.applied();
    }

    int groupId() {
        return groupId;
    }

    long lsn() {
        return lsn;
    }

    /** How much the state machine and the session table have written so far. Any thread. */
    long bytes() {
        return bytes;
    }

    /** A number that grows with all that is written and read back. Any thread. */
    long steps() {
        return steps;
    }

    /**
     * Whether the whole state is written, so that the replica may go on while the files are synced, read back, and
     * those of the snapshot before are deleted. Any thread; whoever sees it sees what the job did to the replica.
     */
    boolean isStateWritten() {
        return stateWritten;
    }

    /** Ends the job with the next bytes that are written. Any thread. */
    void cancel() {
        cancelled = true;
    }

    /** Why there is no snapshot; null when there is one. Once the job has ended. */
    RuntimeException failure() {
        return failure;
    }

    /** Waits for the disk, for the state machine, and as its pace wants it. */
    void run(final Pace pace) {
        try {
            write(replica, store.begin(groupId, lsn, count -> {
                checkNotCancelled();
                steps++;
                pace.onBytes(count);
            }), this::progress, () -> stateWritten = true);
        } catch (final RuntimeException e) {
            failure = e;
        }
    }

    private void progress(final int count) {
        checkNotCancelled();
        bytes += count;
        steps++;
    }

    private void checkNotCancelled() {
        if (cancelled) {
            throw new SnapshotFailedException("the node stops while the snapshot at LSN " + lsn + " is written");
        }
    }

    /** Writes a snapshot, or leaves nothing of it. The replica is not needed any more once its state is written. */
    static void write(final Replica replica, final SnapshotOutput output,
                      final SnapshotOutputWriter.Progress progress, final Runnable onStateWritten) {
        try {
            replica.writeSnapshot(new SnapshotOutputWriter(output, progress));
            onStateWritten.run();
            output.commit();
        } catch (final RuntimeException e) {
            try {
                output.abort();
            } catch (final RuntimeException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }
}
