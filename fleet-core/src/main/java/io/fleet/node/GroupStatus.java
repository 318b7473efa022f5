package io.fleet.node;

import io.fleet.protocol.Role;

/**
 * How one group on one node stands, as of its last duty cycle.
 *
 * @param groupId  the group.
 * @param role     the role of this node.
 * @param ballot   the ballot of the leader that is followed; 0 when none is known.
 * @param leader   the node that leads; -1 when none is known.
 * @param ordered  the highest LSN known to be ordered.
 * @param chosen   the LSN up to which everything is known chosen.
 * @param applied  the LSN up to which everything is applied.
 * @param durable  the LSN up to which the ordered log is durable.
 * @param sessions how many sessions are open.
 */
public record GroupStatus(int groupId, Role role, long ballot, int leader, long ordered, long chosen, long applied,
                          long durable,
                          int sessions) {
}
