package io.fleet.testkit.run.check;

import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedEntryHandler;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.Survivors;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;

/**
 * Counts copies at the end of a run (S6, S15): the body of every entry that the ordered log of a node knows of is on
 * the disks of a write quorum, whoever was asked to write it, whatever was lost and repaired meanwhile, and although
 * the nodes that were not asked keep no copy. Looks at copies of the disks as they would be after a power failure.
 */
public final class CopiesChecker {
    private static final Survivors NOTHING = Survivors.all(false);

    private final SimCluster cluster;
    private final Map<Long, EntryMeta> known = new HashMap<>();
    /** From an LSN to the nodes that hold the body of what is known there, one bit each. */
    private final Map<Long, Long> holders = new HashMap<>();
    private final Map<Integer, Long> snapshots = new HashMap<>();
    /** Where the ordered log of each node begins. */
    private final Map<Integer, Long> firsts = new HashMap<>();
    private boolean referred;

    public CopiesChecker(final SimCluster cluster) {
        this.cluster = cluster;
    }

    /** Looks at all disks; those of nodes that are up and those that are not. */
    public void check(final List<SimNode> nodes) {
        nodes.forEach(node -> open(node, true));
        nodes.forEach(node -> open(node, false));
        final int quorum = quorum();
        known.forEach((lsn, meta) -> {
            final long all = holders.getOrDefault(lsn, 0L) | covering(lsn);
            final long copies = cluster.config().quorums().isMajority() ? all & cluster.electorate().newestVoters()
                : all;
            if (!meta.isNoOp() && !isEnough(copies, quorum)) {
                cluster.violations().report("LSN " + lsn + " is recorded, and its body is on " + Long.bitCount(copies)
                    + " disks, not on " + quorum + " (nodes " + Long.toBinaryString(copies) + "): " + meta);
            }
        });
    }

    private boolean isEnough(final long copies, final int quorum) {
        return cluster.config().quorums().isMajority() ? Long.bitCount(copies) >= quorum
            : cluster.electorate().isSafeWith(copies);
    }

    /**
     * As many copies as nodes that may be lost, and one more. Where members went, of an even number, that is one less
     * than a majority.
     */
    private int quorum() {
        final int voters = Long.bitCount(cluster.electorate().newestVoters());
        return cluster.electorate().changes() == 0 ? voters / 2 + 1 : (voters + 1) / 2;
    }

    /** First what the ordered logs know, then what the scattered logs hold of that. */
    private void open(final SimNode node, final boolean orderedOnly) {
        final StorageIdentity identity = new StorageIdentity(SimCluster.CLUSTER_ID, node.nodeId());
        final List<Disk> disks = new ArrayList<>();
        for (final SimMedium medium : node.media()) {
            final SimMedium copy = medium.copy(medium.name(), new SplittableRandom(0));
            copy.losePower(NOTHING);
            disks.add(copy.mount());
        }
        try {
            if (orderedOnly) {
                noteSnapshot(node.nodeId(), SnapshotStore.open(identity, disks.get(0)));
                readOrdered(node.nodeId(), OrderedLog.open(cluster.orderedLog(), identity, disks.get(0),
                    this::refer));
            } else {
                ScatteredLog.open(cluster.scatteredLog(), identity, disks, (group, lsn, ballot, storageGroup, meta,
                                                                            bodyPosition) -> {
                    final EntryMeta value = group == cluster.groupId() ? known.get(lsn) : null;
                    if (value != null && value.sameValue(meta)) {
                        holds(node.nodeId(), lsn);
                    }
                }).abandon();
            }
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no copies on node " + node.nodeId() + ": " + e);
        }
    }

    /** A snapshot that is damaged is none. The log may have it all the same; where it was trimmed, it does not. */
    private void noteSnapshot(final int node, final SnapshotStore store) {
        try (SnapshotInput input = store.newest(cluster.groupId())) {
            snapshots.put(node, input == null ? 0 : input.lsn());
        } catch (final StorageException e) {
            snapshots.put(node, 0L);
        }
    }

    /**
     * Where logs are trimmed, or snapshots sent, a snapshot is as good as the bodies of what it covers; so it is where
     * members went more than once, since the second may go only when snapshots make up for its copies (S14); and where
     * the ordered log begins behind it, because the one before was lost, it is all that the node has. That of a witness
     * says where it is, and nothing else.
     */
    private long covering(final long lsn) {
        final boolean any = cluster.snapshotConfig().trim() != TrimPolicy.OFF || cluster.snapshots().installed > 0
            || cluster.electorate().changes() > 1;
        long nodes = 0;
        for (final Map.Entry<Integer, Long> snapshot : snapshots.entrySet()) {
            final int node = snapshot.getKey();
            if (!cluster.isWitness(node) && snapshot.getValue() >= lsn && (any || lsn < firsts.getOrDefault(node,
                1L))) {
                nodes |= 1L << node;
            }
        }
        return nodes;
    }

    private void readOrdered(final int node, final OrderedLog log) {
        final long last = log.durable(cluster.groupId());
        long next = log.first(cluster.groupId());
        firsts.put(node, next);
        int count = 1;
        while (next <= last && count > 0) {
            count = log.read(cluster.groupId(), next, last, Integer.MAX_VALUE, (lsn, meta, body, offset, length) -> {
                known.computeIfAbsent(lsn, key -> new EntryMeta().set(meta));
                if (length != OrderedEntryHandler.NO_BODY && !referred) {
                    holds(node, lsn);
                }
                referred = false;
            });
            next += count;
        }
        log.abandon();
    }

    /** A reference is no copy: the record that it refers to is, and counts by itself. */
    private int refer(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        referred = true;
        return 0;
    }

    private void holds(final int node, final long lsn) {
        holders.merge(lsn, 1L << node, (before, more) -> before | more);
    }
}
