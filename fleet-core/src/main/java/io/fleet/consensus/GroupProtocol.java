package io.fleet.consensus;

import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import java.util.Optional;

/**
 * One group of a mode on one node, as the node drives it: fed with what its logs hold, then with messages, completions
 * of storage and the clock, by one thread. It registers for messages in the {@link MessageRoutes} of its group when it
 * is made. What not every mode has is {@link Optional}.
 */
public interface GroupProtocol {
    /**
     * What the mode keeps in one of the logs of {@link ProtocolFactory#logs}.
     *
     * @param log which.
     * @return who is told of its records; the same at each call.
     */
    LogUser user(LogKind log);

    /**
     * One duty cycle.
     *
     * @param nowNs       monotonic clock in nanoseconds.
     * @param epochMillis wall clock in milliseconds; used only to propose log time (S11).
     * @return how much was done.
     */
    int doWork(long nowNs, long epochMillis);

    /**
     * The monotonic clock may have stood still while time passed, as that of a suspended machine does: what this node
     * counts on for a time, as of before this call, counts no longer. Called before {@link #doWork} of a duty cycle.
     *
     * @param nowNs the monotonic clock, read after that.
     */
    default void onStoodStill(final long nowNs) {
    }

    /**
     * Whether nothing is under way here but what comes round by time. A node with several groups gives such a one its
     * turns less often, and at once when anything comes for it.
     *
     * @param nowNs the clock of this duty cycle.
     * @return whether; false, by default, where the mode does not say.
     */
    default boolean isAtRest(final long nowNs) {
        return false;
    }

    /**
     * While a group is quiet, its leader says little, and each member's node says in its place that it lives.
     *
     * @param nowNs the clock of this duty cycle.
     * @return how often this node has to say that it lives, in nanoseconds; 0, by default, where the group is not
     *         quiet, or has no other member.
     */
    default long pulseNs(final long nowNs) {
        return 0;
    }

    /**
     * How long a group that is quiet may go without a turn, when it is at rest, nothing comes for it, and all nodes are
     * heard.
     *
     * @param nowNs the clock of this duty cycle.
     * @return until its leader has to say something again, or an answer is overdue, or the leader is not believed to be
     *         quiet any more, in nanoseconds; 0 or less, as by default, where the group is not quiet.
     */
    default long quietLeftNs(final long nowNs) {
        return 0;
    }

    /**
     * Somebody on this node wants something of the group that its leader knows more about when it hears all members
     * often.
     *
     * @param nowNs the clock of this duty cycle.
     */
    default void disturb(final long nowNs) {
    }

    /**
     * Whether much hangs on times of a millisecond or less, so that it wants a turn in each duty cycle, also on a node
     * with several groups.
     *
     * @return whether; false by default.
     */
    default boolean wantsEachCycle() {
        return false;
    }

    /** What was learnt as chosen. */
    ChosenEntries chosenEntries();

    /** Who belongs to the group. */
    GroupMembers members();

    /**
     * How the group stands on this node.
     *
     * @return its state, which changes.
     */
    GroupState state();

    /**
     * When snapshots are written and installed, and what may go behind them.
     *
     * @return the mode's rules.
     */
    SnapshotRules snapshots();

    /**
     * Whether nothing of the group needs this node any more, which is about to stop and takes nothing more, or nobody
     * else could do it.
     *
     * @param nowNs the clock.
     */
    boolean hasLeft(long nowNs);

    /**
     * How the leader is chosen.
     *
     * @return what can be asked of that; nothing, by default, where nobody leads.
     */
    default Optional<LeaderElection> election() {
        return Optional.empty();
    }

    /**
     * How members change.
     *
     * @return what can be asked of that; nothing, by default, where those who found a group are its members for ever.
     */
    default Optional<MemberChanges> memberChanges() {
        return Optional.empty();
    }

    /**
     * How far members have come, for reads that do not go through the log.
     *
     * @return what this mode knows of it; {@link ReadMarks#NONE} where it has no such reads.
     */
    default ReadMarks readMarks() {
        return ReadMarks.NONE;
    }
}
