package io.fleet.testkit.run;

/** What became of snapshots in a run. */
final class SnapshotCounts {
    /** Snapshots that were written and committed. */
    long written;
    /** Starts that began from a snapshot. */
    long restored;
    /** Snapshots of other nodes that took the place of a replica's state. */
    long installed;
}
