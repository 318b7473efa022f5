package io.fleet.consensus.reads;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.Outbound;
import io.fleet.consensus.ReadMarks;

/**
 * What a server of reads is given for one group on one node.
 *
 * @param groupId    the group.
 * @param config     its configuration.
 * @param outbound   where messages go.
 * @param routes     where the server registers for messages about reads.
 * @param members    who belongs to the group, as this node acts on it.
 * @param marks      how far members have come, as the mode knows it.
 * @param replica    executes queries and answers them.
 * @param pool       executes long queries, of all groups of the node.
 * @param randomSeed another one in each life: names rounds.
 */
public record ReadContext(int groupId, GroupConfig config, Outbound outbound, MessageRoutes routes,
                          GroupMembers members, ReadMarks marks, ReadableReplica replica, ReadPool pool,
                          long randomSeed) {
}
