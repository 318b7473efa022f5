package io.fleet.node;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.member.NodePulse;
import io.fleet.node.config.NodeContext;
import io.fleet.node.identity.ClusterIdentity;
import io.fleet.node.identity.Lives;
import io.fleet.node.link.OutboundSender;

/** What a node tells others from time to time: to which cluster they belong, and that it lives. */
final class NodeNotices {
    private final BirthNotices births;
    private final NodePulses pulses;

    /**
     * Creates the notices of one node.
     *
     * @param groups all groups of the node; may still be filled.
     */
    NodeNotices(final NodeContext context, final OutboundSender links, final ClusterIdentity birth, final Lives lives,
                final GroupHost[] groups, final ApplyTurns turns) {
        births = new BirthNotices(birth, lives, groups, context.nodeId());
        pulses = new NodePulses(context, links, lives, turns);
    }

    /** Another node, which is listened to, has said that it lives. */
    void onPulse(final int sender, final Message message, final long now) {
        pulses.onPulse(sender, (NodePulse) message);
    }

    /** A group has other members than before. */
    void membersChanged() {
        births.membersChanged();
    }

    /**
     * Tells what it is time for. Call in each duty cycle, when all groups have had their turns.
     *
     * @param now the clock of this cycle in nanoseconds.
     */
    void doWork(final long now) {
        births.doWork(now);
        pulses.doWork(now);
    }
}
