package io.fleet.consensus;

import io.fleet.consensus.common.Role;
import io.fleet.storage.VoterState;
import java.util.List;

/** How a group stands on this node, as its mode sees it. The node's thread, but for {@link #counters}. */
public interface GroupState {
    /** What this replica is doing with regard to leadership. */
    Role role();

    /** The highest ballot this node knows a leader of; {@code Ballot#NONE} when it knows none. */
    long leaderBallot();

    /**
     * Whether the group can order entries as far as this node has heard within its timeout: there is a leader, or there
     * are enough members.
     *
     * @param nowNs clock in nanoseconds.
     */
    boolean isLed(long nowNs);

    /** The highest LSN known to be ordered by the leader that is followed; may fall when another one leads. */
    long ordered();

    /**
     * Whether this node counts in quorums (rule S15).
     *
     * @return how it stands.
     */
    VoterState standing();

    /**
     * Up to where this node must hold everything durably before it counts.
     *
     * @return the LSN; 0 when it counts, or nobody has said yet.
     */
    long repairTarget();

    /**
     * Why this node takes no commands for the group, or not all, though it votes and hears enough members.
     *
     * @return for people, the same object as long as nothing changes; null, by default, when it takes them.
     */
    default String refusal() {
        return null;
    }

    /**
     * How many bodies wait to be ordered.
     *
     * @return bodies; never more than {@code pendingEntries} (S13).
     */
    int unorderedBodies();

    /** What this mode counts besides what all do. The same counters at each call, from any thread. */
    List<ModeCounter> counters();

    /**
     * Tells how full the tables are.
     *
     * @param use takes it.
     */
    void measure(TableUse use);
}
