package io.fleet.node;

import io.fleet.storage.Standing;
import java.util.List;

/**
 * How a group stands on a node, and whether the node is ready to serve it.
 *
 * @param status      as of the last duty cycle.
 * @param leaderHeard whether the node leads, or has heard a leader within its election timeout.
 * @param maxLag      by how many entries it may be behind and still count as ready.
 * @param members     what is known of each member, in the order of their ids.
 */
public record GroupReport(GroupStatus status, boolean leaderHeard, long maxLag, List<MemberStatus> members) {
    /**
     * How many entries this node has yet to apply.
     *
     * @return entries that are ordered or chosen and not applied here.
     */
    public long lag() {
        return Math.max(0, Math.max(status.ordered(), status.chosen()) - status.applied());
    }

    /**
     * Why the node is not ready to serve the group: no leader is heard, it does not vote, or it is too far behind.
     *
     * @return for people; null when it is ready.
     */
    public String notReady() {
        final String group = "group " + status.groupId() + ": ";
        if (!leaderHeard) {
            return group + "hears no leader";
        }
        if (status.standing() != Standing.VOTER) {
            return group + "does not vote; " + status.standingLine();
        }
        return lag() <= maxLag ? null : group + lag() + " entries behind, more than " + maxLag;
    }
}
