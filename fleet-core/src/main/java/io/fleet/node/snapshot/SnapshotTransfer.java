package io.fleet.node.snapshot;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.node.status.NodeCounters;
import io.fleet.node.status.NodeEvents;
import io.fleet.replica.Replica;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The snapshots of one group that go to other nodes, and the one that comes from one. Belongs to the node's thread;
 * what waits for the disk is done by the {@link SnapshotIoExecutor}.
 */
public final class SnapshotTransfer implements SnapshotExchange {
    private static final long TELL_INTERVAL_NS = TimeUnit.SECONDS.toNanos(3);

    private final int groupId;
    private final SnapshotStore store;
    private final long bytesPerSecond;
    private final NodeEvents events;
    private final SnapshotSender sender;
    private final SnapshotReceiver receiver;
    private final IntervalTimer tellTime = new IntervalTimer(TELL_INTERVAL_NS);

    /**
     * The transfers of a group.
     *
     * @param bytesPerSecond the most that is sent, to all others together.
     * @param retryNs        how long after a failure nothing is received.
     * @param empty          makes an empty replica, on the desk's thread.
     */
    public SnapshotTransfer(final int groupId, final SnapshotStore store, final SnapshotIoExecutor desk,
                            final long bytesPerSecond,
                            final long retryNs, final Supplier<Replica> empty, final NodeEvents events,
                            final NodeCounters counters) {
        this.groupId = groupId;
        this.store = store;
        this.bytesPerSecond = bytesPerSecond;
        this.events = events;
        sender = new SnapshotSender(groupId, store, desk, what -> {
            counters.snapshotsFailed.increment();
            events.onSnapshotProblem(groupId, what);
        });
        receiver = new SnapshotReceiver(groupId, store, desk, empty, retryNs, what -> {
            counters.snapshotsFailed.increment();
            events.onSnapshotProblem(groupId, what);
        });
    }

    /** Tells how far it has come, and closes what nobody reads any more. */
    public int doWork(final long nowNs) {
        final int work = sender.doWork(nowNs) + receiver.doWork(nowNs);
        if (receiver.incoming() == null) {
            tellTime.isDue(nowNs);
        } else if (receiver.received() >= 0 && tellTime.isDue(nowNs)) {
            events.onSnapshotReceived(groupId, receiver.incoming().lsn(), receiver.received(),
                receiver.incoming().length());
        }
        return work;
    }

    /** A replica with the state of what was received, verified and made durable; null when there is none. */
    Replica restored() {
        return receiver.restored();
    }

    /** Forgets {@link #restored()}: it has taken its place, or is not needed any more. */
    void settle(final boolean installed, final long nowNs) {
        final SnapshotId id = receiver.incoming();
        receiver.settle();
        if (installed) {
            events.onSnapshotInstalled(groupId, id.lsn(), id.length(),
                TimeUnit.NANOSECONDS.toMillis(nowNs - receiver.begunNs()));
        }
    }

    /** The LSN of a snapshot of this node that was found to be unsound, once; -1 for none. */
    public long takeUnsound() {
        return sender.takeUnsound();
    }

    /** After the desk's last job: closes the files, and keeps what was received for the next start. */
    public void close() {
        try {
            sender.close();
        } finally {
            receiver.close();
        }
    }

    @Override
    public SnapshotId newest() {
        return store.newestId(groupId);
    }

    @Override
    public boolean isKept(final SnapshotId id) {
        return sender.isKept(id);
    }

    @Override
    public long bytesPerSecond() {
        return bytesPerSecond;
    }

    @Override
    public boolean read(final SnapshotId id, final long offset) {
        return sender.read(id, offset);
    }

    @Override
    public int readLength() {
        return sender.readLength();
    }

    @Override
    public UnsafeBuffer takeRead() {
        return sender.takeRead();
    }

    @Override
    public SnapshotId incoming() {
        return receiver.incoming();
    }

    @Override
    public boolean begin(final SnapshotId id, final long nowNs) {
        return receiver.begin(id, nowNs);
    }

    @Override
    public long received() {
        return receiver.received();
    }

    @Override
    public int room() {
        return receiver.room();
    }

    @Override
    public boolean take(final long offset, final DirectBuffer buffer, final int index, final int length) {
        return receiver.take(offset, buffer, index, length);
    }

    @Override
    public void abandon(final boolean keep) {
        receiver.abandon(keep);
    }
}
