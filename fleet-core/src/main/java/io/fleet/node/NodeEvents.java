package io.fleet.node;

import io.fleet.protocol.Role;

/** Hears of what an operator wants to know. Called on the node's thread; must not block. */
public interface NodeEvents {
    /** Hears nothing. */
    NodeEvents NONE = (groupId, from, to, ballot, reason) -> {
    };

    /**
     * The role of this node in a group changed.
     *
     * @param groupId the group.
     * @param from    the role before.
     * @param to      the role now.
     * @param ballot  the ballot it is about.
     * @param reason  why, for people.
     */
    void onRole(int groupId, Role from, Role to, long ballot, String reason);

    /**
     * A leader of a higher ballot became known to this node. Hears nothing by default.
     *
     * @param groupId the group.
     * @param ballot  its ballot.
     * @param leader  its node.
     */
    default void onLeader(final int groupId, final long ballot, final int leader) {
    }
}
