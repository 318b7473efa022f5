package io.fleet.consensus;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.store.GroupLogs;
import io.fleet.consensus.store.SnapshotExchange;

/**
 * What a mode is given for one group on one node: configuration, the world behind small interfaces, and counters.
 *
 * @param groupId    the group.
 * @param config     its configuration.
 * @param members    who belongs to it: the newest configuration that this node has recorded, or the first one;
 *                   {@link Configuration#UNKNOWN} where it has joined no group yet.
 * @param outbound   where messages go.
 * @param routes     where the mode registers for the messages that it takes.
 * @param logs       what the group keeps on disks.
 * @param snapshots  snapshots for replicas that lag further, and the one that comes from another.
 * @param progress   how far the replica has come.
 * @param listener   hears of roles and leaders.
 * @param counters   what is counted.
 * @param randomSeed seeds timeouts and random choices.
 */
public record ProtocolContext(int groupId, GroupConfig config, Configuration members, Outbound outbound,
                              MessageRoutes routes, GroupLogs logs, SnapshotExchange snapshots,
                              ReplicaProgress progress, ProtocolListener listener, GroupCounters counters,
                              long randomSeed) {
}
