package io.fleet.node.status;

import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How a group stands on a node, and whether the node is ready to serve it.
 *
 * @param status      as of the last duty cycle.
 * @param leaderHeard whether the node leads, or has heard a leader within its election timeout.
 * @param inStep      whether that leader acts on the same configuration as this node: in a newer one it may not belong
 *                    to the group any more.
 * @param maxLag      by how many entries it may be behind and still count as ready.
 * @param members     what is known of each member, in the order of their ids.
 * @param version     the LSN of the configuration that says who they are; 0 for the first.
 * @param belonging   whether this node is one of them.
 */
public record GroupReport(GroupStatus status, boolean leaderHeard, boolean inStep, long maxLag,
                          List<MemberStatus> members, long version, MembershipState belonging) {
    /**
     * How many entries this node has yet to apply.
     *
     * @return entries that are ordered or chosen and not applied here.
     */
    public long lag() {
        return Math.max(0, Math.max(status.ordered(), status.chosen()) - status.applied());
    }

    /**
     * Why the node is not ready to serve the group: it does not belong to it, no leader, or too few members, are
     * heard, or one with other members, it does not vote, it refuses commands, or it is too far behind.
     *
     * @return for people; null when it is ready.
     */
    public String notReady() {
        final String group = "group " + status.groupId() + ": ";
        if (belonging == MembershipState.REMOVED) {
            return group + "is removed from it; its members are "
                + members.stream().map(member -> Integer.toString(member.nodeId())).collect(Collectors.joining(", "));
        }
        if (belonging == MembershipState.NOT_YET) {
            return group + "waits to be added to it";
        }
        if (!leaderHeard) {
            return group + (status.role() == Role.PROXY ? "hears too few members" : "hears no leader");
        }
        if (!inStep) {
            return group + "hears a leader, but none yet that acts on the same members";
        }
        if (status.standing() != VoterState.VOTER) {
            return group + "does not vote; " + status.standingLine();
        }
        if (belonging == MembershipState.LEARNER) {
            return group + "learns, and votes when it has caught up";
        }
        if (status.refusal() != null) {
            return group + status.refusal();
        }
        return lag() <= maxLag ? null : group + lag() + " entries behind, more than " + maxLag;
    }
}
