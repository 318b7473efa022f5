package io.fleet.node.snapshot;

import io.fleet.error.SnapshotFormatException;
import io.fleet.replica.Replica;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotIntake;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Receives one snapshot at a time: into files of its own, which a crash leaves to be continued. When all is here it is
 * verified, read into a replica of its own, and only then made a snapshot of this node, durably; what becomes of that
 * replica is the owner's affair. Belongs to the node's thread; the desk does what waits for the disk.
 */
final class SnapshotReceiver {
    /** As many bytes are kept in memory until they are written. */
    static final int CAPACITY = 1 << 20;
    private static final CoverageMark FAILED = CoverageMark.named("snapshot-receiver.failed");
    private static final CoverageMark TOO_SOON = CoverageMark.named("snapshot-receiver.not-yet-again");
    private static final CoverageMark ABANDONED = CoverageMark.named("snapshot-receiver.abandoned");

    private final int groupId;
    private final SnapshotStore store;
    private final SnapshotIoExecutor desk;
    private final Supplier<Replica> empty;
    private final long retryNs;
    private final Consumer<String> onProblem;
    /** The desk's, while a job is under way; jobs follow each other. */
    private SnapshotIntake intake;
    private SnapshotId incoming;
    private long received;
    private int unwritten;
    private boolean finishing;
    private boolean ending;
    private boolean keeping;
    private int jobs;
    private Replica restored;
    private long begunNs;
    private long nowNs;
    private boolean hasFailed;
    private long failedNs;

    /**
     * A receiver that has begun nothing.
     *
     * @param retryNs so long after a failure none is tried: the disk may be full, or the machine not read what it
     *                wrote.
     */
    SnapshotReceiver(final int groupId, final SnapshotStore store, final SnapshotIoExecutor desk,
                     final Supplier<Replica> empty, final long retryNs, final Consumer<String> onProblem) {
        this.retryNs = retryNs;
        this.groupId = groupId;
        this.store = store;
        this.desk = desk;
        this.empty = empty;
        this.onProblem = onProblem;
    }

    int doWork(final long now) {
        nowNs = now;
        if (incoming != null && !ending && !finishing && received == incoming.length()) {
            finishing = submit(new Finish());
            return finishing ? 1 : 0;
        }
        if (ending && jobs == 0) {
            return submit(new End(keeping)) ? 1 : 0;
        }
        return 0;
    }

    SnapshotId incoming() {
        return ending ? null : incoming;
    }

    boolean begin(final SnapshotId id, final long now) {
        if (incoming != null || id.length() <= 0) {
            return false;
        }
        if (hasFailed && now - failedNs < retryNs) {
            TOO_SOON.hit();
            return false;
        }
        if (!submit(new Open(id))) {
            return false;
        }
        incoming = id;
        received = -1;
        begunNs = now;
        nowNs = now;
        return true;
    }

    long begunNs() {
        return begunNs;
    }

    long received() {
        return received;
    }

    int room() {
        return CAPACITY - unwritten;
    }

    boolean take(final long offset, final DirectBuffer buffer, final int index, final int length) {
        if (incoming() == null || received < 0 || offset != received || length > room()
            || length > incoming.length() - received) {
            return false;
        }
        final byte[] bytes = new byte[length];
        buffer.getBytes(index, bytes);
        if (!submit(new Write(bytes))) {
            return false;
        }
        received += length;
        unwritten += length;
        return true;
    }

    void abandon(final boolean keep) {
        if (incoming() != null && restored == null) {
            ABANDONED.hit();
            ending = true;
            keeping = keep;
        }
    }

    Replica restored() {
        return restored;
    }

    void settle() {
        restored = null;
        reset();
    }

    void close() {
        if (intake != null) {
            intake.suspend();
            intake = null;
        }
    }

    private boolean submit(final Step step) {
        final boolean submitted = desk.submit(step);
        jobs += submitted ? 1 : 0;
        return submitted;
    }

    private void fail(final RuntimeException why) {
        if (!ending) {
            FAILED.hit();
            hasFailed = true;
            failedNs = nowNs;
            ending = true;
            keeping = false;
            onProblem.accept("the snapshot that another node sent cannot be used (" + incoming + "): " + why);
        }
    }

    private void reset() {
        incoming = null;
        received = -1;
        unwritten = 0;
        finishing = false;
        ending = false;
    }

    /** A job of this reception; when one fails, those behind it do nothing. */
    private abstract class Step extends SnapshotIoExecutor.Job {
        Step() {
            super(groupId);
        }

        @Override
        final void end(final RuntimeException thrown) {
            jobs--;
            if (thrown != null) {
                fail(thrown);
            }
            if (thrown == null || isLast()) {
                done();
            }
        }

        boolean isLast() {
            return false;
        }

        abstract void done();
    }

    /** Opens the files, or those of an earlier attempt. */
    private final class Open extends Step {
        private final SnapshotId id;

        Open(final SnapshotId id) {
            this.id = id;
        }

        @Override
        void work() {
            intake = store.receive(groupId, id, bytes -> desk.checkOpen());
        }

        @Override
        void done() {
            received = intake.received();
        }
    }

    /** Writes one piece. */
    private final class Write extends Step {
        private final byte[] bytes;

        Write(final byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        void work() {
            if (intake == null) {
                return;
            }
            try {
                intake.write(new UnsafeBuffer(bytes), 0, bytes.length);
            } catch (final RuntimeException e) {
                discard();
                throw e;
            }
        }

        @Override
        void done() {
            unwritten -= bytes.length;
        }
    }

    /** Verifies all of it, reads it, and makes it a snapshot of this node. */
    private final class Finish extends Step {
        private Replica replica;

        @Override
        void work() {
            if (intake == null) {
                throw new IllegalStateException("a piece of it could not be written");
            }
            try {
                intake.finish(this::read);
                intake = null;
            } catch (final RuntimeException e) {
                discard();
                throw e;
            }
        }

        private void read(final SnapshotInput input) {
            replica = empty.get();
            replica.readSnapshot(new SnapshotInputReader(input));
            if (replica.applied() != input.lsn() || input.remaining() > 0) {
                throw new SnapshotFormatException("it was read as one at LSN " + replica.applied() + ", with "
                    + input.remaining() + " bytes to spare");
            }
        }

        @Override
        void done() {
            if (ending) {
                return;
            }
            restored = replica;
        }
    }

    /** Closes the files after a failure, or because it is not needed any more. */
    private final class End extends Step {
        private final boolean keep;

        End(final boolean keep) {
            this.keep = keep;
        }

        @Override
        void work() {
            if (intake != null && keep) {
                close();
            } else if (intake != null) {
                discard();
            }
        }

        @Override
        boolean isLast() {
            return true;
        }

        @Override
        void done() {
            reset();
        }
    }

    /** Deletes what is here, unless the node stops: the next start goes on with it then. */
    private void discard() {
        if (desk.isClosed()) {
            return;
        }
        final SnapshotIntake gone = intake;
        intake = null;
        gone.discard();
    }
}
