package io.fleet.node.snapshot;

import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.snapshot.SnapshotPieces;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads pieces of a snapshot for other nodes, one at a time. The snapshot stays on disk until nobody has read it for
 * {@link #KEEP_NS}, also when there is a newer one. Belongs to the node's thread.
 */
final class SnapshotSender {
    /** So long after the last piece was read is a snapshot kept for those that read it. */
    static final long KEEP_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long NONE = -1;
    private static final CoverageMark LET_GO = CoverageMark.named("snapshot-sender.let-go");
    private static final CoverageMark UNSOUND = CoverageMark.named("snapshot-sender.snapshot-unsound");
    private static final CoverageMark NOT_THERE = CoverageMark.named("snapshot-sender.snapshot-not-there");

    private final int groupId;
    private final SnapshotStore store;
    private final SnapshotIoExecutor desk;
    private final Consumer<String> onProblem;
    /** The desk's, while {@link #busy}. */
    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private SnapshotPieces pieces;
    private boolean busy;
    private int readLength = SnapshotExchange.NOTHING;
    private long unsoundLsn = NONE;
    private long lastReadNs;
    private long nowNs;

    SnapshotSender(final int groupId, final SnapshotStore store, final SnapshotIoExecutor desk,
                   final Consumer<String> onProblem) {
        this.groupId = groupId;
        this.store = store;
        this.desk = desk;
        this.onProblem = onProblem;
    }

    int doWork(final long now) {
        nowNs = now;
        if (busy || pieces == null || readLength != SnapshotExchange.NOTHING || now - lastReadNs < KEEP_NS) {
            return 0;
        }
        busy = desk.submit(new LetGo());
        return busy ? 1 : 0;
    }

    /** The LSN of a snapshot that was found to be unsound, once; -1 for none. */
    long takeUnsound() {
        final long lsn = unsoundLsn;
        unsoundLsn = NONE;
        return lsn;
    }

    boolean isKept(final SnapshotId id) {
        return !busy && pieces != null && pieces.id().equals(id);
    }

    boolean read(final SnapshotId id, final long offset) {
        if (busy || readLength != SnapshotExchange.NOTHING) {
            return false;
        }
        busy = desk.submit(new Read(id, offset));
        return busy;
    }

    int readLength() {
        return readLength;
    }

    UnsafeBuffer takeRead() {
        readLength = SnapshotExchange.NOTHING;
        return piece;
    }

    void close() {
        if (pieces != null) {
            pieces.close();
            pieces = null;
        }
    }

    /** Reads one piece. */
    private final class Read extends SnapshotIoExecutor.Job {
        private final SnapshotId id;
        private final long offset;
        private int length = SnapshotExchange.GONE;

        Read(final SnapshotId id, final long offset) {
            super(groupId);
            this.id = id;
            this.offset = offset;
        }

        @Override
        void work() {
            try {
                read();
            } catch (final StorageException e) {
                close();
                store.distrust(groupId, id.lsn());
                throw e;
            }
        }

        private void read() {
            if (pieces == null || !pieces.id().equals(id)) {
                close();
                pieces = store.pieces(groupId, id);
            }
            if (piece.capacity() == 0) {
                piece.wrap(new byte[SnapshotPieces.MAX_LENGTH]);
            }
            if (pieces != null) {
                length = pieces.read(offset, piece);
            }
        }

        @Override
        void end(final RuntimeException thrown) {
            busy = false;
            lastReadNs = nowNs;
            readLength = length;
            if (thrown != null) {
                UNSOUND.hit();
                unsoundLsn = id.lsn();
                onProblem.accept("a snapshot cannot be sent to others: " + thrown.getMessage());
            } else if (length == SnapshotExchange.GONE) {
                NOT_THERE.hit();
            }
        }
    }

    /** Nobody reads it any more. */
    private final class LetGo extends SnapshotIoExecutor.Job {
        LetGo() {
            super(groupId);
        }

        @Override
        void work() {
            LET_GO.hit();
            close();
        }

        @Override
        void end(final RuntimeException thrown) {
            busy = false;
        }
    }
}
