package io.fleet.protocol;

import io.fleet.machine.GroupConfig;

/**
 * What serves reads is given for one group on one node.
 *
 * @param groupId    the group.
 * @param config     its configuration.
 * @param outbound   where messages go.
 * @param protocol   the mode: members and marks.
 * @param replica    executes queries and answers them.
 * @param randomSeed another one in each life: names rounds.
 */
public record ReadContext(int groupId, GroupConfig config, Outbound outbound, GroupProtocol protocol,
                          ReadableReplica replica, long randomSeed) {
}
