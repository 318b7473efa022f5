package io.fleet.node.snapshot;

import io.fleet.consensus.GroupCounters;
import io.fleet.replica.Replica;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongConsumer;

/**
 * Puts the state of a snapshot that another node sent in the place of a replica's, between two duty cycles. The order
 * of votes is: the snapshot is durable here and has been read (the {@link SnapshotReceiver} saw to that), the ordered
 * log notes that it goes on behind it, the replica takes it over. Only from then on does the storage role say that it
 * holds what the snapshot covers, and only when that note is durable does it count for a repair (S2, S4, S15). A
 * crash after the first step leaves a snapshot ahead of the ordered log, which the next start goes on behind
 * ({@code GroupRecovery}).
 */
public final class SnapshotInstaller {
    private static final CoverageMark INSTALLED = CoverageMark.named("snapshot-installer.installed");
    private static final CoverageMark OVERTAKEN = CoverageMark.named("snapshot-installer.overtaken-by-entries");
    private static final CoverageMark LEADS = CoverageMark
        .named("snapshot-installer.waits-for-the-end-of-a-leadership");
    private static final CoverageMark PAUSED = CoverageMark.named("snapshot-installer.waits-for-a-snapshot-of-its-own");
    private static final CoverageMark AWAY = CoverageMark
        .named("snapshot-installer.waits-for-an-entry-that-is-applied");
    private static final CoverageMark NO_ROOM = CoverageMark.named("snapshot-installer.waits-for-the-ordered-log");

    private final Replica replica;
    private final SnapshotTransfer transfer;
    private final GroupSnapshots snapshots;
    private final GroupCounters counters;
    private final LongConsumer onInstalled;

    /** {@code onInstalled} hears of each snapshot that is one of this node now, by its LSN. */
    public SnapshotInstaller(final Replica replica, final SnapshotTransfer transfer, final GroupSnapshots snapshots,
                             final GroupCounters counters, final LongConsumer onInstalled) {
        this.onInstalled = onInstalled;
        this.replica = replica;
        this.transfer = transfer;
        this.snapshots = snapshots;
        this.counters = counters;
    }

    /**
     * Installs what was received, if it is time.
     *
     * @param ceiling up to where this node may take over what others send: a leader counts for itself (S4, S6).
     */
    public int doWork(final long ceiling, final long nowNs) {
        final Replica restored = transfer.restored();
        if (restored == null) {
            return 0;
        }
        if (restored.applied() <= replica.applied()) {
            OVERTAKEN.hit();
            transfer.settle(false, nowNs);
            return 1;
        }
        if (restored.applied() > ceiling) {
            LEADS.hit();
            return 0;
        }
        if (replica.isPaused()) {
            PAUSED.hit();
            return 0;
        }
        if (replica.isAway()) {
            AWAY.hit();
            return 0;
        }
        if (!replica.become(restored)) {
            NO_ROOM.hit();
            return 0;
        }
        INSTALLED.hit();
        counters.snapshotsInstalled.increment();
        snapshots.installed(replica.applied());
        replica.covered(replica.applied());
        onInstalled.accept(replica.applied());
        transfer.settle(true, nowNs);
        return 1;
    }
}
