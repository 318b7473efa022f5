package io.fleet.testkit.run;

import io.fleet.machine.Mode;
import io.fleet.node.NodeCore;
import io.fleet.protocol.GroupCounters;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotStore;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.sim.SimMedium;
import io.fleet.testkit.sim.Survivors;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Looks, whenever a node lets go of more of its logs, whether what it lets go of is in snapshots (FL-05, FL-20): what
 * its own next start will not replay in its own, and what others may ask for in those of a write quorum. Of each disk
 * it counts what would be there if the power failed at this moment.
 */
final class TrimWitness {
    private static final Survivors NOTHING = Survivors.all(false);

    private final SimCluster cluster;
    private final List<SimNode> nodes;
    private final DamageOracle oracle;
    private final long[] ordered;
    private final long[] scattered;

    TrimWitness(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle) {
        this.cluster = cluster;
        this.nodes = nodes;
        this.oracle = oracle;
        ordered = new long[cluster.nodes()];
        scattered = new long[cluster.nodes()];
    }

    /** A node has started: it lets go of what it let go of before only after a look at what there is. */
    void restarted(final int node) {
        ordered[node] = 0;
        scattered[node] = 0;
    }

    /** A node has ended a duty cycle. */
    void check(final int node, final NodeCore core) {
        final GroupCounters counters = core.counters(cluster.groupId());
        final long trimmed = counters.trimmedLsn.get();
        final long gone = counters.forgottenLsn.get();
        if (trimmed <= ordered[node] && gone <= scattered[node] || oracle.damagedNodes() > 0) {
            return;
        }
        ordered[node] = trimmed;
        scattered[node] = gone;
        if (snapshot(nodes.get(node)) < trimmed) {
            cluster.violations().report("node " + node + " trims its ordered log up to LSN " + trimmed
                + ", and its own snapshot covers no more than LSN " + snapshot(nodes.get(node)));
        }
        if (cluster.config().mode() == Mode.CODED) {
            // Parts have numbers of their own, and a witness of their own.
            return;
        }
        final int quorum = cluster.electorate().changes() == 0 ? cluster.founders() / 2 + 1 : 1;
        final long covering = nodes.stream().filter(each -> covers(each, gone)).count();
        if (gone > 0 && covering < quorum) {
            cluster.violations().report("node " + node + " trims its scattered log up to LSN " + gone
                + ", which the snapshots of " + covering + " nodes cover, not of " + quorum);
        }
    }

    /** A snapshot that was damaged and stayed so covers what it did: the ordered log of its node makes up for it. */
    private boolean covers(final SimNode node, final long lsn) {
        return oracle.mayLackSnapshot(node.nodeId()) || snapshot(node) >= lsn;
    }

    /** Up to where the snapshot of a node covers the log; 0 for none that is its own and sound. */
    private long snapshot(final SimNode node) {
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
