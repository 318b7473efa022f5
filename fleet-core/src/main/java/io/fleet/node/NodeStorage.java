package io.fleet.node;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;

/**
 * What a node keeps on its disks, opened in the order that recovery needs: identity and promises, the ordered log
 * (what is known chosen), then the scattered log (what was accepted), then the snapshots, which are a shortcut through
 * the ordered log. All groups share them, so that many groups cost no more fsyncs than one busy group.
 */
final class NodeStorage implements AutoCloseable {
    private final List<Disk> disks;
    private final MetaStore meta;
    private final OrderedLog ordered;
    private final ScatteredLog scattered;
    private final RecoveredRecords recovered;
    private final SnapshotStore snapshots;

    NodeStorage(final NodeContext context) {
        disks = context.disks();
        final StorageIdentity identity = new StorageIdentity(context.clusterId(), context.nodeId());
        final List<AutoCloseable> opened = new ArrayList<>();
        try {
            ordered = OrderedLog.open(context.orderedLog(), identity, disks.get(0),
                (position, expected, target) -> scattered().readBody(position, expected, target));
            opened.add(ordered);
            recovered = new RecoveredRecords(ordered::durable);
            scattered = ScatteredLog.open(context.scatteredLog(), identity, disks, recovered::onRecord);
            opened.add(scattered);
            meta = MetaStore.open(identity, disks.size(), disks.get(0));
            opened.add(meta);
            requireWhole();
            snapshots = SnapshotStore.open(identity, disks.get(0));
        } catch (final RuntimeException e) {
            opened.forEach(NodeStorage::abandon);
            throw e;
        }
    }

    /**
     * The logs are created before the meta store, so a node that has started before has all of them, and a node
     * without a meta store has accepted nothing (S15).
     */
    private void requireWhole() {
        final boolean first = meta.incarnation() == 1;
        if (!first && (scattered.isNew() || ordered.isNew())) {
            throw new DamagedStorageException("the " + (scattered.isNew() ? "scattered" : "ordered") + " log in "
                + disks.get(0).name() + " is missing, but the node has started " + (meta.incarnation() - 1)
                + " times before: what it had accepted is lost, and it must not vote");
        }
        if (first && recovered.isAny()) {
            throw new DamagedStorageException("the meta store in " + disks.get(0).name()
                + " is missing, but the logs hold records: what the node had promised is lost, and it must not vote");
        }
    }

    MetaStore meta() {
        return meta;
    }

    OrderedLog ordered() {
        return ordered;
    }

    ScatteredLog scattered() {
        return scattered;
    }

    RecoveredRecords recovered() {
        return recovered;
    }

    SnapshotStore snapshots() {
        return snapshots;
    }

    List<Flusher> flushers() {
        final List<Flusher> flushers = new ArrayList<>(scattered.flushers());
        flushers.addAll(ordered.flushers());
        flushers.add(meta.flusher());
        return flushers;
    }

    int poll(final DurableHandler handler, final long nowNs) {
        return scattered.poll(handler) + ordered.poll(nowNs) + meta.poll();
    }

    /**
     * Reports what became durable, and writes what is staged, on this thread: the flushers' threads have ended.
     *
     * @param handler receives each record of the scattered log that became durable.
     * @return how much was done; 0 when nothing is left, or nothing can be written because a disk is full.
     * @throws io.fleet.storage.StorageException when a disk fails.
     */
    int settle(final DurableHandler handler) {
        int work = report(handler);
        for (final Flusher flusher : flushers()) {
            try {
                work += flusher.doWork();
            } catch (final RuntimeException e) {
                throw e;
            } catch (final Exception e) {
                throw new IllegalStateException(flusher.roleName() + " failed", e);
            }
        }
        return work + report(handler);
    }

    private int report(final DurableHandler handler) {
        return scattered.poll(handler) + ordered.flush() + meta.poll();
    }

    @Override
    public void close() {
        scattered.close();
        ordered.close();
        meta.close();
        disks.forEach(Disk::close);
    }

    private static void abandon(final AutoCloseable opened) {
        try {
            opened.close();
        } catch (final Exception e) {
            // The failure that made start-up fail is the one to report.
        }
    }
}
