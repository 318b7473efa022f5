package io.fleet.storage.snapshot;

/**
 * One committed snapshot.
 *
 * @param groupId    the group.
 * @param generation grows with each snapshot of the group.
 * @param lsn        up to which it covers the group's log.
 * @param bytes      of what it holds; 0 when its manifest cannot be read.
 * @param sound      whether all of it was read and passed its checksums.
 */
public record SnapshotSummary(int groupId, int generation, long lsn, long bytes, boolean sound) {
}
