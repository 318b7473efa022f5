package io.fleet.node.status;

/**
 * Who leads a group, as one node saw it at some moment.
 *
 * @param groupId the group.
 * @param leader  the node that leads.
 * @param ballot  its ballot.
 */
public record Leadership(int groupId, int leader, long ballot) {
}
