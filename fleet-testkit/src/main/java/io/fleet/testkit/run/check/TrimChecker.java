package io.fleet.testkit.run.check;

import io.fleet.config.Mode;
import io.fleet.consensus.GroupCounters;
import io.fleet.node.NodeCore;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.Survivors;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Looks, whenever a node deletes a log file, and whenever it says that it has let go of more, whether what it lets go
 * of is in snapshots (FL-05, FL-20): what its own next start will not replay in its own, and what others may ask for in
 * those of a write quorum. What a file holds is read from the disk, so it does not matter what the node says of it. Of
 * each disk it counts what would be there if the power failed at this moment.
 */
public final class TrimChecker {
    private static final Survivors NOTHING = Survivors.all(false);
    private static final String COMPLETE = ".sealed";
    private static final String ORDERED = "ordered-";
    private static final String SCATTERED = "scattered-";

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final DamageOracle oracle;
    private final long[] ordered;
    private final long[] scattered;
    /** How many snapshots of others a process has installed, and up to where those covered that its machine ever did.
     */
    private final long[] installs;
    private final long[] installed;

    public TrimChecker(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.oracle = oracle;
        ordered = new long[cluster.nodes()];
        scattered = new long[cluster.nodes()];
        installs = new long[cluster.nodes()];
        installed = new long[cluster.nodes()];
        nodes.forEach(node -> node.onDelete((disk, file) -> deletes(node, disk, file)));
    }

    /** A file is about to be deleted. */
    private void deletes(final SimNode node, final int disk, final String file) {
        if (!file.endsWith(COMPLETE) || oracle.damagedNodes() > 0 || !cluster.violations().isEmpty()) {
            return;
        }
        final boolean isOrdered = file.startsWith(ORDERED);
        if (!isOrdered && (cluster.config().mode() == Mode.CODED || !file.startsWith(SCATTERED))) {
            return;
        }
        final StorageIdentity identity = new StorageIdentity(SimCluster.CLUSTER_ID, node.nodeId());
        try {
            if (isOrdered) {
                final Disk without = copy(node, disk);
                without.delete(file);
                judgeOrdered(node.nodeId(), firstOf(without, identity) - 1);
            } else {
                judgeScattered(node.nodeId(), highestIn(node, disk, fileNumber(file), identity));
            }
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no look at " + file + " of node " + node.nodeId()
                + ": " + e);
        }
    }

    private static long fileNumber(final String file) {
        return Long.parseLong(file.split("-")[1]);
    }

    private long firstOf(final Disk disk, final StorageIdentity identity) {
        final OrderedLog log = OrderedLog.open(cluster.orderedLog(), identity, disk, (position, meta, target) -> 0);
        final long first = log.durable(cluster.groupId()) == 0 ? 1 : log.first(cluster.groupId());
        log.abandon();
        return first;
    }

    private long highestIn(final SimNode node, final int directory, final long number, final StorageIdentity identity) {
        final List<Disk> disks = new ArrayList<>();
        for (int i = 0; i < node.media().size(); i++) {
            disks.add(copy(node, i));
        }
        final long[] highest = new long[1];
        ScatteredLog.open(cluster.scatteredLog(), identity, disks, (group, lsn, ballot, storageGroup, meta,
                                                                    position) -> {
            if (group == cluster.groupId() && LogPosition.directory(position) == directory
                && LogPosition.fileNumber(position, number) == number) {
                highest[0] = Math.max(highest[0], lsn);
            }
        }).abandon();
        return highest[0];
    }

    private static Disk copy(final SimNode node, final int disk) {
        final SimMedium medium = node.media().get(disk);
        return medium.copy(medium.name(), new SplittableRandom(0)).mount();
    }

    /** A node has started: it lets go of what it let go of before only after a look at what there is. */
    public void restarted(final int node) {
        ordered[node] = 0;
        scattered[node] = 0;
        installs[node] = 0;
    }

    /** A node has ended a duty cycle. */
    public void check(final int node, final NodeCore core) {
        final GroupCounters counters = core.group(cluster.groupId()).counters();
        final long trimmed = counters.trimmedLsn.get();
        if (counters.snapshotsInstalled.get() > installs[node]) {
            installs[node] = counters.snapshotsInstalled.get();
            installed[node] = snapshot(nodes.get(node));
        }
        final long gone = counters.forgottenLsn.get();
        if (trimmed <= ordered[node] && gone <= scattered[node] || oracle.damagedNodes() > 0) {
            return;
        }
        ordered[node] = trimmed;
        scattered[node] = gone;
        judgeOrdered(node, trimmed);
        if (cluster.config().mode() != Mode.CODED) {
            // Parts have numbers of their own, and a witness of their own.
            judgeScattered(node, gone);
        }
    }

    private void judgeOrdered(final int node, final long trimmed) {
        final long covered = snapshot(nodes.get(node));
        if (covered < trimmed) {
            cluster.violations().report("node " + node + " trims its ordered log up to LSN " + trimmed
                + ", and its own snapshot covers no more than LSN " + covered);
        }
        if (cluster.config().mode() == Mode.CODED) {
            judgeDecisions(node, trimmed);
        } else if (cluster.hasWitnesses()) {
            judgeForWitnesses(node, trimmed);
        }
    }

    /**
     * A witness can be given nothing but entries: so many of those that execute must hold what goes. What a snapshot of
     * another node covers was never here, and a log whose end was lost begins right behind the own snapshot.
     */
    private void judgeForWitnesses(final int node, final long trimmed) {
        if (oracle.wasDamaged(node) || trimmed == snapshot(nodes.get(node))) {
            installed[node] = trimmed;
        }
        if (trimmed > installed[node] && !isCovered(trimmed)) {
            cluster.violations().report("node " + node + " trims its ordered log up to LSN " + trimmed
                + ", which the snapshots of too few nodes cover that execute: " + Long.toBinaryString(covering(
                    trimmed)));
        }
    }

    /** Where nobody leads, decisions are what others ask for: f + 1 snapshots stand in for them. */
    private void judgeDecisions(final int node, final long trimmed) {
        if (trimmed > coveredByEnough()) {
            cluster.violations().report("node " + node + " has let go of slot " + trimmed
                + ", which fewer than f + 1 snapshots cover");
        }
    }

    /** Up to which slot f + 1 snapshots of a coded group cover everything. */
    long coveredByEnough() {
        final int decisive = CodedCheckers.quorums(cluster.config().code()).decisive();
        return nodes.stream().map(this::covered).sorted(Comparator.reverseOrder()).skip(decisive - 1L)
            .findFirst().orElseThrow();
    }

    private void judgeScattered(final int node, final long gone) {
        if (gone > 0 && !isCovered(gone)) {
            cluster.violations().report("node " + node + " trims its scattered log up to LSN " + gone
                + ", which the snapshots of too few nodes cover: " + Long.toBinaryString(covering(gone)));
        }
    }

    /** Once members have changed, one is enough for this look: who counted when it was covered is not known here. */
    private boolean isCovered(final long lsn) {
        final long covering = covering(lsn);
        return cluster.electorate().changes() == 0 ? cluster.electorate().isCopiedAtFirst(covering) : covering != 0;
    }

    /** Which nodes that execute have a snapshot that covers an LSN. */
    private long covering(final long lsn) {
        return nodes.stream().filter(each -> !cluster.isWitness(each.nodeId()) && covered(each) >= lsn)
            .mapToLong(each -> 1L << each.nodeId()).reduce(0, (one, other) -> one | other);
    }

    /** A snapshot that was damaged and stayed so covers what it did: the ordered log of its node makes up for it. */
    private long covered(final SimNode node) {
        return oracle.mayLackSnapshot(node.nodeId()) ? Long.MAX_VALUE : snapshot(node);
    }

    /** Up to where the snapshot of a node covers the log; 0 for none that is its own and sound. */
    long snapshot(final SimNode node) {
        final SimMedium medium = node.media().get(0);
        final SimMedium copy = medium.copy(medium.name(), new SplittableRandom(0));
        copy.losePower(NOTHING);
        try (SnapshotInput input = SnapshotStore.open(new StorageIdentity(SimCluster.CLUSTER_ID, node.nodeId()),
            copy.mount()).newest(cluster.groupId())) {
            return input == null ? 0 : input.lsn();
        } catch (final StorageException e) {
            return 0;
        }
    }
}
