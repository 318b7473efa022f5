package io.fleet.consensus.snapshot;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.store.RecordedEntries;
import io.fleet.consensus.store.SnapshotExchange;

/**
 * What those are given who send and receive the snapshots of one group.
 *
 * @param peers         who belongs to the group.
 * @param outbound      where messages go.
 * @param snapshots     the snapshots that are here, and the one that comes.
 * @param recorded      what the ordered log holds.
 * @param progress      how far the replica has come.
 * @param counters      what is counted.
 * @param questions     what shows that an answer is one.
 * @param resendNs      what is not answered in that time is asked for again.
 * @param windowEntries how many entries may be in the making.
 */
public record SnapshotContext(SnapshotPeers peers, Outbound outbound, SnapshotExchange snapshots,
                              RecordedEntries recorded, ReplicaProgress progress, GroupCounters counters,
                              RequestNonces questions, long resendNs, int windowEntries) {
}
