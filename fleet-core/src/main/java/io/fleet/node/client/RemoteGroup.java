package io.fleet.node.client;

import io.fleet.config.GroupConfig;

/**
 * The group that a remote client is for, as it was told of it.
 *
 * @param clusterId   the cluster.
 * @param groupId     the group.
 * @param config      its configuration, with the agreed settings.
 * @param dutyThreads how many duty threads its nodes have.
 */
public record RemoteGroup(long clusterId, int groupId, GroupConfig config, int dutyThreads) {
}
