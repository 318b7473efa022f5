package io.fleet.node;

import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.MessageRoutes;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.snapshot.GroupSnapshots;
import io.fleet.node.snapshot.SnapshotTransfer;
import io.fleet.node.store.GroupStore;
import io.fleet.replica.Replica;

/**
 * A group as its {@link GroupRecovery} leaves it: its state is what its disks hold, and its protocol knows what it had
 * accepted and said.
 *
 * @param spec      which group.
 * @param outbound  where its messages go.
 * @param routes    who takes its messages: so far, its mode.
 * @param storage   what it keeps on disks.
 * @param snapshots its snapshots.
 * @param transfer  its snapshots that go to other nodes, or come from them.
 * @param replica   its state.
 * @param protocol  its mode.
 * @param news      what its protocol tells.
 * @param counters  what it counts.
 */
record RecoveredGroup(GroupSpec spec, GroupOutbound outbound, MessageRoutes routes, GroupStore storage,
                      GroupSnapshots snapshots, SnapshotTransfer transfer, Replica replica, GroupProtocol protocol,
                      GroupNews news, GroupCounters counters) {
}
