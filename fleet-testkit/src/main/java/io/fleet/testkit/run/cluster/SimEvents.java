package io.fleet.testkit.run.cluster;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.node.status.NodeEvents;
import io.fleet.storage.VoterState;
import java.util.function.Supplier;

/** Notes in the trace what an operator of a node would read in its log; counts and judges snapshots. */
final class SimEvents implements NodeEvents {
    private final SimCluster cluster;
    private final int nodeId;
    private final DiskOperator operator;
    private final SnapshotListener onSnapshot;
    private boolean starting = true;

    /** Hears of snapshots. */
    @FunctionalInterface
    interface SnapshotListener {
        void onSnapshot(int groupId, long lsn);
    }

    /** {@code onSnapshot} hears of each snapshot that was written, by its group and LSN. */
    SimEvents(final SimCluster cluster, final int nodeId, final DiskOperator operator,
              final SnapshotListener onSnapshot) {
        this.onSnapshot = onSnapshot;
        this.operator = operator;
        this.cluster = cluster;
        this.nodeId = nodeId;
    }

    /** The node has recovered: what it has on disk was found sound. */
    void started() {
        starting = false;
    }

    @Override
    public void onRole(final int groupId, final Role from, final Role to, final long ballot, final String reason) {
        note(() -> from + " -> " + to + " ballot " + ballot + ": " + reason);
    }

    @Override
    public void onDiskFull(final String log, final String directory, final boolean full) {
        note(() -> directory + (full ? " is full for the " : " has space again for the ") + log + " log");
    }

    @Override
    public void onStateLost(final String what) {
        note(() -> what);
        operator.onStateLost(nodeId, what);
    }

    @Override
    public void onUnreadable(final int groupId, final String what) {
        note(() -> "does not have what others ask for: " + what);
    }

    @Override
    public void onRecordsLost(final String what) {
        note(() -> what);
        operator.onRecordsLost(nodeId, what);
    }

    @Override
    public void onStanding(final int groupId, final VoterState from, final VoterState to, final String reason) {
        note(() -> from + " -> " + to + ": " + reason);
        if (to == VoterState.VOTER) {
            operator.onVoter(groupId, nodeId, from, reason);
        }
    }

    @Override
    public void onConfiguration(final int groupId, final Configuration configuration) {
        note(() -> "acts on configuration " + configuration);
        cluster.group(groupId).electorate().onConfiguration(nodeId, configuration);
    }

    @Override
    public void onRemoved(final int groupId, final Configuration configuration) {
        note(() -> "is removed by configuration " + configuration);
    }

    @Override
    public void onWaiting(final int groupId, final String waiting, final boolean lost) {
        note(() -> waiting);
    }

    @Override
    public void onSnapshotWritten(final int groupId, final long lsn) {
        cluster.snapshots().written++;
        operator.onSnapshotWritten(nodeId);
        onSnapshot.onSnapshot(groupId, lsn);
        note(() -> "wrote a snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotRestored(final int groupId, final long lsn) {
        cluster.snapshots().restored++;
        operator.onSnapshotTaken(nodeId, lsn);
        note(() -> "read the snapshot at LSN " + lsn);
    }

    @Override
    public void onSnapshotInstalled(final int groupId, final long lsn, final long bytes, final long millis) {
        cluster.snapshots().installed++;
        operator.onSnapshotWritten(nodeId);
        operator.onSnapshotTaken(nodeId, lsn);
        onSnapshot.onSnapshot(groupId, lsn);
        note(() -> "has taken over the snapshot at LSN " + lsn + ", " + bytes + " bytes in " + millis + " ms");
    }

    @Override
    public void onSnapshotProblem(final int groupId, final String problem) {
        note(() -> problem);
        if (starting && !operator.wasDamaged(nodeId)) {
            cluster.violations().report("node " + nodeId + " cannot use a snapshot that nothing has damaged: "
                + problem);
        }
    }

    private void note(final Supplier<String> what) {
        cluster.trace().note(cluster.scheduler().nowNs(), () -> "node " + nodeId + ": " + what.get());
    }
}
