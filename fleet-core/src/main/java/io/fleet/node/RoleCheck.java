package io.fleet.node;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.error.ConfigException;
import io.fleet.node.status.NodeEvents;

/**
 * The configuration of a group says what this node is for, and its own settings whether it can be that: one without a
 * machine must never be taken for a copy of the state (G12). Of one that does not vote yet who leads does not let it.
 */
record RoleCheck(int groupId, int self, boolean isWitness, NodeEvents events) {
    /**
     * The node acts on a configuration.
     *
     * @throws ConfigException where it votes as what it cannot be.
     */
    void onConfiguration(final Configuration configuration) {
        final GroupMember own = configuration.member(self);
        if (own == null || own.isWitness() == isWitness) {
            return;
        }
        final String what = "group " + groupId + " of node " + self + " has " + (own.isWitness()
            ? "a state machine, but is a witness (role STORAGE)" : "no state machine, but has role " + own.role())
            + " by the configuration of the group, " + configuration;
        if (own.voter()) {
            throw new ConfigException(what);
        }
        events.onWaiting(groupId, what + ": it never votes; remove it, and add it with its role", true);
    }
}
