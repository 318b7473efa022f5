package io.fleet.testkit.run.cluster;

/** What became of snapshots in a run. */
public final class SnapshotCounts {
    /** Snapshots that were written and committed. */
    public long written;
    /** Starts that began from a snapshot. */
    public long restored;
    /** Snapshots of other nodes that took the place of a replica's state. */
    public long installed;
}
