package io.fleet.verify.crashpoint.cluster;

import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;

/** What happens in a run of {@link ClusterRun}. */
public enum ClusterScript {
    /** Commands, absences, lost leaders, stops of all: with small snapshots. */
    LIFE(SnapshotConfig.atStop(1).withRunning(3, 0, 0).withTrim(TrimPolicy.ALL, 1)),
    /**
     * A node that was away, and then one with an empty disk, finds that the others have trimmed what it lacks, and
     * takes over a snapshot of several parts. Only what happens from its return on is crashed.
     */
    TRANSFER(SnapshotConfig.atStop(1).withRunning(6, 0, 0).withTrim(TrimPolicy.QUORUM, 1)),
    /** A node comes back without its meta store. Only what happens from its return on is crashed. */
    META_MISSING(SnapshotConfig.atStop(1).withRunning(3, 0, 0).withTrim(TrimPolicy.ALL, 1)),
    /** As before, but the meta store is there, and nothing of it is sound. */
    META_DAMAGED(SnapshotConfig.atStop(1).withRunning(3, 0, 0).withTrim(TrimPolicy.ALL, 1));

    private final SnapshotConfig snapshots;

    ClusterScript(final SnapshotConfig snapshots) {
        this.snapshots = snapshots;
    }

    SnapshotConfig snapshots() {
        return snapshots;
    }
}
