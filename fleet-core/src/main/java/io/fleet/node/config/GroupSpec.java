package io.fleet.node.config;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.machine.StateMachine;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One group that a node hosts.
 *
 * @param groupId its number, 0 or higher; the same on every member.
 * @param config  how it works; its agreed settings are the same on every member, and never change.
 * @param machine makes an empty state machine; called once at each start. Null where this node is a witness of the
 *                group, which executes nothing.
 * @param leaderPriority how much this node should lead, 0 to {@link LeaderFitness#MAX_PRIORITY}.
 * @param witnesses those of the founders that are witnesses, ascending; the same on every founder.
 */
public record GroupSpec(int groupId, GroupConfig config, @Nullable Supplier<? extends StateMachine> machine,
                        int leaderPriority, List<Integer> witnesses) {
    /**
     * A group in which this node is as good a leader as any other, founded without witnesses.
     *
     * @param groupId see above.
     * @param config  see above.
     * @param machine see above.
     */
    public GroupSpec(final int groupId, final GroupConfig config,
                     final @Nullable Supplier<? extends StateMachine> machine) {
        this(groupId, config, machine, LeaderFitness.DEFAULT_PRIORITY, List.of());
    }

    /** Whether this node executes nothing of the group. */
    public boolean isWitness() {
        return machine == null;
    }

    /** The same group with another priority, and witnesses among its founders. */
    public GroupSpec with(final int priority, final List<Integer> founding) {
        return new GroupSpec(groupId, config, machine, priority, founding);
    }
}
