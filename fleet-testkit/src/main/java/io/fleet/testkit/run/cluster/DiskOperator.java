package io.fleet.testkit.run.cluster;

import io.fleet.node.identity.FormerLifeException;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.VoterState;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.sim.SimMedium;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * What an operator does about disks: looks at the message of a node that refuses its disks, and where they were damaged
 * replaces them by empty ones and starts it again. A refusal that nothing explains is a violation.
 */
public final class DiskOperator {
    /** How the reason begins that a node gives when the others have given it everything again. */
    public static final String REPAIRED = "repaired";
    private static final long REACTION_NS = 50_000_000;

    private final SimCluster cluster;
    private final DamageOracle oracle;
    private final IntPredicate hasLost;
    private final IntPredicate isSetBack;
    private final VoterListener voters;
    private final LostPartsChecker lostParts;
    private IntConsumer onHoldsParts = node -> {};

    /** Hears of nodes that begin to count in quorums. */
    @FunctionalInterface
    public interface VoterListener {
        void onVoter(int groupId, int node, VoterState before, String reason);
    }

    /**
     * The operator is told which nodes do not have any more what they had confirmed, and which run in directories that
     * were set back: whatever those say, nobody may listen to it.
     */
    public DiskOperator(final SimCluster cluster, final DamageOracle oracle, final IntPredicate hasLost,
                        final IntPredicate isSetBack, final VoterListener voters) {
        this.voters = voters;
        this.hasLost = hasLost;
        this.isSetBack = isSetBack;
        this.cluster = cluster;
        this.oracle = oracle;
        lostParts = new LostPartsChecker(cluster.violations());
    }

    /** Who hears of nodes whose disk says that they hold their parts. */
    public void onHoldsParts(final IntConsumer listener) {
        onHoldsParts = listener;
    }

    boolean isDamaged(final int node) {
        return oracle.isDamaged(node);
    }

    boolean wasDamaged(final int node) {
        return oracle.wasDamaged(node);
    }

    /** Where there are several groups, it is one of them only, and those of the others may still be what they were. */
    void onSnapshotWritten(final int node) {
        if (cluster.sideGroups().isEmpty()) {
            oracle.snapshotWritten(node);
        }
    }

    /** A node does not start on its disks. */
    void onRefusal(final SimNode node, final StorageException refusal) {
        final boolean typed = refusal instanceof DamagedStorageException || refusal instanceof ForeignStorageException;
        if (!oracle.found(node.nodeId(), true)) {
            if (typed) {
                cluster.violations().report("node " + node.nodeId()
                    + " does not start on disks that nothing has damaged: " + refusal.getMessage());
            }
            return;
        }
        note(node, "refuses its disks: " + refusal.getMessage());
        checkMessage(node, refusal);
        if (node.media().stream().noneMatch(medium -> medium.faults().isDead())) {
            cluster.scheduler().after(REACTION_NS, now -> replace(node));
        }
    }

    /** A node has found at its start that it has lost something, and goes on without a vote. */
    void onStateLost(final int node, final String what) {
        if (!oracle.found(node, true)) {
            cluster.violations().report("node " + node + " has lost its state on disks that nothing has damaged: "
                + what);
        }
    }

    /** A node has found at its start that it has lost parts, and goes on with what it can read. */
    void onRecordsLost(final int node, final String what) {
        onStateLost(node, what);
        lostParts.onLost(node);
    }

    /** A node begins with a snapshot of its own, or with one of another node. */
    void onSnapshotTaken(final int node, final long slot) {
        lostParts.onSnapshotTaken(node, slot);
    }

    /** The disk of a node says that it holds its parts. */
    void onHoldsParts(final int node, final long settled) {
        lostParts.onCounts(node, settled);
        onHoldsParts.accept(node);
    }

    /** A node counts in the quorums of a group from now on. */
    void onVoter(final int groupId, final int node, final VoterState before, final String reason) {
        voters.onVoter(groupId, node, before, reason);
        if (before == VoterState.SUSPECT && hasLost.test(node) && !reason.startsWith(REPAIRED)
            && !isSetBack.test(node)) {
            oracle.trusted(node);
            cluster.violations().close();
        }
    }

    /** A node stops because of its disks. */
    void onStop(final SimNode node, final StorageException failure) {
        if (!oracle.found(node.nodeId(), false)) {
            if (failure instanceof DamagedStorageException || failure instanceof FormerLifeException) {
                cluster.violations().report("node " + node.nodeId() + " found damage that nobody made: "
                    + failure.getMessage());
            }
            return;
        }
        if (!(failure instanceof FormerLifeException)) {
            checkMessage(node, failure);
        }
        cluster.scheduler().after(REACTION_NS, now -> node.start());
    }

    private void replace(final SimNode node) {
        if (!node.isUp() && oracle.isDamaged(node.nodeId())) {
            note(node, "is given empty disks");
            node.media().forEach(medium -> medium.faults().wipe());
            node.start();
        }
    }

    private void checkMessage(final SimNode node, final StorageException failure) {
        for (final SimMedium medium : node.media()) {
            if (failure.getMessage().contains(medium.name())) {
                return;
            }
        }
        cluster.violations().report("node " + node.nodeId() + " does not say which disk it refuses: "
            + failure.getMessage());
    }

    private void note(final SimNode node, final String what) {
        cluster.trace().note(cluster.scheduler().nowNs(), () -> "node " + node.nodeId() + " " + what);
    }
}
