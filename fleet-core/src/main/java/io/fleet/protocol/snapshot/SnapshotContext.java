package io.fleet.protocol.snapshot;

import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.Outbound;
import io.fleet.protocol.Questions;
import io.fleet.protocol.RecordedEntries;
import io.fleet.protocol.ReplicaProgress;
import io.fleet.protocol.SnapshotExchange;

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
                              Questions questions, long resendNs, int windowEntries) {
}
