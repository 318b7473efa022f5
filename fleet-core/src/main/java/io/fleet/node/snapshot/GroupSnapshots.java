package io.fleet.node.snapshot;

import io.fleet.error.SnapshotFormatException;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.function.Supplier;

/**
 * The snapshots of one group: written when its node stops in good order and while it runs ({@link SnapshotController}),
 * read when it starts, so that the start need not replay the whole ordered log. As long as that log is not trimmed, a
 * snapshot is a shortcut and nothing else: the log holds durably all that it covers. So none that cannot be written
 * stops a stop, and none that cannot be used stops a start. Where the log begins behind a snapshot, one that is damaged
 * is lost state (S15), and one that is sound and cannot be read stops the start: nothing is lost then.
 */
public final class GroupSnapshots {
    private static final CoverageMark NONE_USED = CoverageMark.named("group-snapshots.none-used");
    private static final CoverageMark NOT_READ = CoverageMark
        .named("group-snapshots.log-begins-behind-one-that-was-not-read");
    private static final CoverageMark NOT_WRITTEN = CoverageMark.named("group-snapshots.not-written");

    private final int groupId;
    private final int interval;
    private final SnapshotStore store;
    private final NodeEvents events;
    private final NodeCounters counters;
    private long last;
    private long stateBytes;
    /** Why a snapshot that is not known to be damaged could not be read. */
    private RuntimeException notRead;

    /**
     * The snapshots of a group.
     *
     * @param interval entries that a replica must have applied since the last snapshot; 0 for no snapshots at all.
     */
    public GroupSnapshots(final int groupId, final int interval, final SnapshotStore store, final NodeEvents events,
                          final NodeCounters counters) {
        this.groupId = groupId;
        this.interval = interval;
        this.store = store;
        this.events = events;
        this.counters = counters;
    }

    /** Up to where the newest snapshot covers the log; 0 for none. */
    public long last() {
        return last;
    }

    /** How long the newest snapshot that this replica has written, or was restored from, is; 0 where there was none. */
    long stateBytes() {
        return stateBytes;
    }

    /** How many bytes are left where snapshots are written. */
    long usableBytes() {
        return store.usableBytes();
    }

    /** Whether enough has been applied since the last snapshot for a new one to be worth its time. */
    public boolean isDue(final long applied) {
        return interval > 0 && applied - last >= interval;
    }

    /**
     * Restores the newest snapshot that can be used.
     *
     * @param empty makes an empty replica.
     * @return the replica as of the snapshot; an empty one where there is none.
     */
    public Replica restore(final Supplier<Replica> empty) {
        try (SnapshotInput input = store.newest(groupId)) {
            if (input == null) {
                return empty.get();
            }
            input.damaged().forEach(damage -> problem("a snapshot is damaged and not used: " + damage));
            return restore(empty.get(), input);
        } catch (final RuntimeException e) {
            NONE_USED.hit();
            last = 0;
            notRead = e instanceof DamagedStorageException ? null : e;
            problem("no snapshot is used, and the whole ordered log is replayed: " + e);
            return empty.get();
        }
    }

    private Replica restore(final Replica replica, final SnapshotInput input) {
        final long lsn = input.lsn();
        final long length = input.remaining();
        replica.readSnapshot(new SnapshotInputReader(input));
        if (replica.applied() != lsn || input.remaining() > 0) {
            throw new SnapshotFormatException("the snapshot at LSN " + lsn + " was read as one at LSN "
                + replica.applied() + ", with " + input.remaining()
                + " bytes to spare: the state machine does not read what it wrote");
        }
        last = lsn;
        stateBytes = length;
        counters.snapshotsRestored.increment();
        events.onSnapshotRestored(groupId, lsn);
        return replica;
    }

    /**
     * After {@link #restore}: refuses to start where the log begins behind a snapshot that is there and could not be
     * read, by this version of the state machine or at this moment. To handle that as lost state (S15) would set aside
     * what is whole, on each node that meets the same fault.
     *
     * @param applied up to where there is a state.
     * @param first   the lowest LSN that the log can be read from.
     * @throws StorageException when there is such a snapshot; nothing has been changed.
     */
    public void requireRead(final long applied, final long first) {
        if (notRead != null && applied + 1 < first) {
            NOT_READ.hit();
            throw new StorageException("the log of group " + groupId + " begins at LSN " + first
                + ", and the snapshot of what was before is there but could not be read: " + notRead.getMessage()
                + "; nothing was changed: start again with a state machine that reads it", notRead);
        }
    }

    /** The newest snapshot is unsound: there is none until there is another. */
    void lost() {
        last = 0;
    }

    /** A snapshot that is being written does not go on. */
    void heldUp(final String what) {
        counters.snapshotsHeldUp.increment();
        events.onSnapshotProblem(groupId, what);
    }

    /** A snapshot of another node is the newest one now. */
    void installed(final long lsn) {
        last = lsn;
    }

    /**
     * Writes a snapshot where one is due. Waits for the disk.
     *
     * @param replica  what of; between two entries.
     * @param recorded up to where the ordered log is durable: a replica ahead of it gets no snapshot.
     */
    public void write(final Replica replica, final long recorded) {
        final long lsn = replica.applied();
        if (!isDue(lsn)) {
            return;
        }
        if (recorded < lsn) {
            notDurable(lsn, recorded);
            return;
        }
        if (!replica.isBetweenEntries()) {
            problem("no snapshot at LSN " + lsn + ": the next entry is being applied");
            return;
        }
        try {
            SnapshotJob.write(replica, store.begin(groupId, lsn), count -> {}, () -> {});
            written(lsn);
        } catch (final RuntimeException e) {
            NOT_WRITTEN.hit();
            problem("no snapshot at LSN " + lsn + ": " + e);
        }
    }

    /** No snapshot, since the ordered log does not hold durably what it would cover. */
    void notDurable(final long lsn, final long recorded) {
        problem("no snapshot at LSN " + lsn + ": the ordered log is durable only up to LSN " + recorded);
    }

    /** Begins a snapshot of a replica that has stopped applying, to be written elsewhere. */
    SnapshotJob begin(final Replica replica) {
        return new SnapshotJob(groupId, replica, store);
    }

    /** A snapshot has ended; whether it was written. */
    boolean end(final SnapshotJob job) {
        if (job.failure() != null) {
            problem("no snapshot at LSN " + job.lsn() + ": " + job.failure());
            return false;
        }
        counters.snapshotBytes.add(job.bytes());
        stateBytes = job.bytes();
        written(job.lsn());
        return true;
    }

    /** One of another node may have come meanwhile, and cover more. */
    private void written(final long lsn) {
        last = Math.max(last, lsn);
        counters.snapshotsWritten.increment();
        events.onSnapshotWritten(groupId, lsn);
    }

    private void problem(final String what) {
        counters.snapshotsFailed.increment();
        events.onSnapshotProblem(groupId, what);
    }
}
