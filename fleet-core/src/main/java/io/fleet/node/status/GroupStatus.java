package io.fleet.node.status;

import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;

/**
 * How one group on one node stands, as of its last duty cycle.
 *
 * @param groupId  the group.
 * @param role     the role of this node.
 * @param ballot   the ballot of the leader that is followed; 0 when none is known. Of a {@link Role#PROXY} its own,
 *                 which the entries that it takes name.
 * @param leader   the node that leads; -1 when none is known, or nobody does in this mode.
 * @param ordered  the highest LSN known to be ordered by the leader that is followed; may fall when another one leads.
 *                 Of a proxy the highest up to which it knows all decisions durably.
 * @param chosen   the LSN up to which everything is known chosen.
 * @param applied  the LSN up to which everything is applied.
 * @param durable  the LSN up to which the ordered log is durable.
 * @param sessions how many sessions are open.
 * @param timers   how many timers of the state machine are scheduled.
 * @param standing whether this node counts in quorums (rule S15).
 * @param repairTarget the LSN up to which this node must hold everything durably before it counts; 0 when it counts, or
 *                 no leader, or too few voters, have said yet.
 * @param refusal  why this node refuses commands though it counts; null when it takes them.
 */
public record GroupStatus(int groupId, Role role, long ballot, int leader, long ordered, long chosen, long applied,
                          long durable,
                          int sessions, int timers, VoterState standing, long repairTarget,
                          String refusal) {
    /**
     * The standing in words for a line of status.
     *
     * @return such as {@code VOTER}, or {@code LOST: repairing from leader 1, LSN 20 of 35}.
     */
    public String standingLine() {
        return switch (standing) {
            case VOTER -> "VOTER";
            case NEW -> repairTarget == 0 ? "NEW: waits for a first start of all members" : repairing();
            case LOST -> repairTarget == 0 ? "LOST: waits for " + (role == Role.PROXY ? "" : "a leader and ")
                + "enough voters" : repairing();
            case SUSPECT -> repairTarget == 0 ? "SUSPECT: waits for the others" : repairing();
        };
    }

    private String repairing() {
        return standing + ": repairing" + (role == Role.PROXY ? "" : " from leader " + leader) + ", LSN "
            + Math.min(durable, repairTarget) + " of " + repairTarget;
    }
}
