package io.fleet.consensus;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.storage.VoterState;

/** Hears of changes that an operator or a batcher wants to know. Called on the node's thread. */
public interface ProtocolListener {
    /**
     * The role changed.
     *
     * @param from   the role before.
     * @param to     the role now.
     * @param ballot the ballot it is about.
     * @param reason why, for people.
     */
    void onRole(Role from, Role to, long ballot, String reason);

    /**
     * Asks whether the node lets the group ask for votes now. Who may not tries again a moment later. It is over when
     * the group is told of as a leader or a follower. No safety hangs on it: whoever campaigns without asking does what
     * the rules say. Lets all by default.
     *
     * @param patienceNs for how long the group may hold up others of the node, and they it, in nanoseconds.
     * @param nowNs      the clock.
     * @return whether it may.
     */
    default boolean mayCampaign(final long patienceNs, final long nowNs) {
        return true;
    }

    /**
     * A leader of a higher ballot became known.
     *
     * @param ballot its ballot.
     * @param leader its node.
     */
    void onLeader(long ballot, int leader);

    /**
     * The node counts in quorums, or does not any more (rule S15).
     *
     * @param from   how it stood.
     * @param to     how it stands now.
     * @param reason why, for people.
     */
    void onStanding(VoterState from, VoterState to, String reason);

    /**
     * The node does not count, and what it waits for; told every few seconds.
     *
     * @param waiting for what, for people.
     * @param lost    whether it waits in vain unless others come back with their state.
     */
    void onWaiting(String waiting, boolean lost);

    /**
     * What became of a hand-over of leadership that this node led, or asked for. Hears nothing by default.
     *
     * @param what who leads, or why not, for people.
     */
    default void onHandOver(final String what) {
    }

    /**
     * A wall clock is wrong, or was; told once a minute while it matters. Hears nothing by default.
     *
     * @param what which and how, for people.
     */
    default void onClock(final String what) {
    }

    /**
     * This node acts on another configuration from now on. Hears nothing by default.
     *
     * @param configuration who belongs to the group.
     */
    default void onConfiguration(final Configuration configuration) {
    }

    /**
     * A newer configuration exists than this node acts on: its members may be asked for what this node lacks. Hears
     * nothing by default.
     *
     * @param configuration who belongs to the group.
     */
    default void onMembersHeard(final Configuration configuration) {
    }

    /**
     * This node does not belong to the group any more. Hears nothing by default.
     *
     * @param configuration who does.
     */
    default void onRemoved(final Configuration configuration) {
    }

    /**
     * A learner holds all there is and is not made a voter, since it is heard in a life below the least one in which it
     * counts (S15); told by the leader every ten seconds while that lasts. Hears nothing by default.
     *
     * @param node   the learner.
     * @param number of the life in which it is heard.
     * @param least  from which number it counts.
     */
    default void onFormerLearner(final int node, final int number, final int least) {
    }
}
