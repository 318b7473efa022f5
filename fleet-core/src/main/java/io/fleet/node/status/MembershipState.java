package io.fleet.node.status;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;

/** Whether a node belongs to a group, as far as it knows (rule S14). */
public enum MembershipState {
    /** It was started to join, and no member has told it yet that it belongs to the group. */
    NOT_YET,
    /** It gets everything, and votes when it has caught up. */
    LEARNER,
    /** It gets everything, serves reads, and does not vote. */
    OBSERVER,
    /** It votes, and executes nothing: it has no state, serves no reads, and does not lead. */
    WITNESS,
    /** It votes. */
    VOTER,
    /** It was a member, and is none any more: it serves nobody. */
    REMOVED;

    static MembershipState of(final Configuration current, final int node, final boolean removed) {
        final GroupMember member = current.member(node);
        return removed ? REMOVED : member == null ? NOT_YET : member.isObserver() ? OBSERVER
            : !member.voter() ? LEARNER : member.isWitness() ? WITNESS : VOTER;
    }
}
