package io.fleet.scattered.membership;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.ConfigurationCodec;
import io.fleet.consensus.membership.MemberAddress;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.scattered.context.GroupContext;
import org.jspecify.annotations.Nullable;

/** Why a change of members is not made, for people. */
final class ChangeRefusal {
    private ChangeRefusal() {
    }

    /** What an answer of the leader says; null where it is no refusal. */
    static @Nullable String text(final int answer, final MemberChange asked, final GroupContext context) {
        final Configuration current = context.membership().current();
        final int goes = asked.isReplacement() ? asked.replaced : asked.node;
        return switch (answer) {
            case MemberChangeAnswer.BUSY -> "another change is under way, and one is made at a time: " + current;
            case MemberChangeAnswer.MEMBER_ALREADY -> "node " + asked.node + " is a member already";
            case MemberChangeAnswer.NO_MEMBER -> asked.kind == MemberChange.QUORUMS
                ? "not all nodes of '" + asked.quorums + "' vote in the group: " + current
                : "node " + goes + " is no voter of the group";
            case MemberChangeAnswer.IN_GRID -> "node " + goes + " has a place in a grid, whose members stay while it is"
                + " one: change to storage groups, or to 'majority', first, and back afterwards: " + current;
            case MemberChangeAnswer.LAST_VOTER -> "node " + asked.node + (current.quorums().isMajority()
                ? " is the last that votes" : " is the last of its storage group, or the last that votes");
            case MemberChangeAnswer.NOT_COVERED -> notCovered(asked, current.quorums().isMajority());
            case MemberChangeAnswer.TOO_FEW_REPLICAS -> "more than half of those that vote must execute commands, so"
                + " that as many as may be lost never take the last copy of the state with them (with storage groups or"
                + " a grid: a write quorum of them, or more without a place than a group may lose): " + current;
            case MemberChangeAnswer.TOO_MANY -> "a group has at most " + Configuration.SLOTS
                + " members, and the list of them with their addresses must not be longer than the larger of"
                + " maxBatchBytes and maxCommandBytes, " + mostBytes(context) + " bytes";
            case MemberChangeAnswer.BAD_ADDRESS -> "'" + asked.endpoint
                + "' is no address that a node can be reached at: " + MemberAddress.fault(asked.endpoint);
            default -> null;
        };
    }

    /** Whether the logs of some member may have no room for a configuration. */
    static boolean isTooLong(final Configuration next, final GroupContext context) {
        return ConfigurationCodec.length(next) > mostBytes(context);
    }

    /** Whether a change names an address that is none. */
    static boolean isBadAddress(final MemberChange asked) {
        return !asked.endpoint.isEmpty() && MemberAddress.fault(asked.endpoint) != null;
    }

    /**
     * What the logs of each member are sure to take, as they must whatever a batcher may send. No later step needs
     * more: a promotion or a removal names the same members, or fewer.
     */
    private static int mostBytes(final GroupContext context) {
        return Math.max(context.config().maxBatchBytes(), context.config().maxCommandBytes());
    }

    private static String notCovered(final MemberChange asked, final boolean isMajority) {
        return switch (asked.kind) {
            case MemberChange.QUORUMS -> "too few are there: of '" + asked.quorums + "' as many as elect a leader, each"
                + " that is to count and did not before, and of those that execute enough that hold all; start those"
                + " that are away, or remove them, and take a snapshot on each node";
            case MemberChange.REMOVE -> "with one copy of each body less, too few would be left of what was written"
                + " before the last change, or where there are witnesses too few are there of those that execute: take"
                + " a snapshot on each node first, and see that they run";
            default -> !isMajority ? "of those that are to execute then, enough must be there and hold all: start those"
                + " that are away"
                : "where there are witnesses more than half of those that are to vote must execute, be there and"
                    + " hold all: start those that are away, or replace one of them";
        };
    }
}
