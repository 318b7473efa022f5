package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.machine.StateMachine;
import java.util.function.Supplier;

/**
 * One group that a node hosts.
 *
 * @param groupId its number, 0 or higher; the same on every member.
 * @param config  how it works; its agreed settings are the same on every member, and never change.
 * @param machine makes an empty state machine; called once at each start.
 * @param leaderPriority how much this node should lead, 0 to {@link LeaderFitness#MAX_PRIORITY}.
 */
public record GroupSpec(int groupId, GroupConfig config, Supplier<? extends StateMachine> machine,
                        int leaderPriority) {
    /**
     * A group in which this node is as good a leader as any other.
     *
     * @param groupId see above.
     * @param config  see above.
     * @param machine see above.
     */
    public GroupSpec(final int groupId, final GroupConfig config, final Supplier<? extends StateMachine> machine) {
        this(groupId, config, machine, LeaderFitness.DEFAULT_PRIORITY);
    }
}
