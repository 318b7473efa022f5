package io.fleet.consensus;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.store.LogKind;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.VoterState;
import java.util.List;

/**
 * What every mode is to the node that hosts it: fed with what its logs hold, then with messages, completions of storage
 * and the clock, by one thread. What a mode cannot do it refuses, and says why.
 */
public interface GroupProtocol {
    /**
     * Hands over a record that was found at start-up, before the first message.
     *
     * @param log          where it was found.
     * @param lsn          its log sequence number.
     * @param ballot       its ballot.
     * @param storageGroup its storage group.
     * @param meta         its value; copied.
     * @param bodyPosition where its body is.
     */
    void onRecovered(LogKind log, long lsn, long ballot, int storageGroup, EntryMeta meta, long bodyPosition);

    /**
     * Hands over the highest ballot of all records of {@link LogKind#ENTRIES} that were found at start-up, also of
     * those that are not handed over: each is a promise not to go below it.
     *
     * @param ballot the ballot.
     */
    void onRecoveredBallot(long ballot);

    /**
     * A message arrived.
     *
     * @param sender  the node it came from, or -1 for a remote client.
     * @param message what; reused after the call.
     * @param nowNs   the clock of this duty cycle.
     */
    void onMessage(int sender, Message message, long nowNs);

    /**
     * A record that was appended to an {@code AcceptedLog} is durable.
     *
     * @param log      which one.
     * @param lsn      its log sequence number.
     * @param ballot   its ballot.
     * @param position where it is.
     */
    void onDurable(LogKind log, long lsn, long ballot, long position);

    /**
     * One duty cycle.
     *
     * @param nowNs       monotonic clock in nanoseconds.
     * @param epochMillis wall clock in milliseconds; used only to propose log time (S11).
     * @return how much was done.
     */
    int doWork(long nowNs, long epochMillis);

    /**
     * What was learnt as chosen.
     *
     * @return the entries.
     */
    ChosenEntries chosenEntries();

    /**
     * Who belongs to the group.
     *
     * @return the members.
     */
    GroupMembers members();

    /**
     * What this replica is doing with regard to leadership.
     *
     * @return the role.
     */
    Role role();

    /**
     * The highest ballot this node knows a leader of; {@code Ballot#NONE} when it knows none.
     *
     * @return the ballot.
     */
    long leaderBallot();

    /**
     * Whether the group can order entries as far as this node has heard within its timeout: there is a leader, or there
     * are enough members.
     *
     * @param nowNs clock in nanoseconds.
     */
    boolean isLed(long nowNs);

    /**
     * Whether the leader acts on the configuration that this node acts on, and nobody was heard to act on a newer one.
     *
     * @return whether; of no meaning where {@link #isLed} is false; true where members never change.
     */
    default boolean isInStep() {
        return true;
    }

    /**
     * The monotonic clock may have stood still while time passed, as that of a suspended machine does: what this node
     * counts on for a time, as of before this call, counts no longer. Called before {@link #doWork} of a duty cycle.
     *
     * @param nowNs the monotonic clock, read after that.
     */
    default void onStoodStill(final long nowNs) {
    }

    /**
     * The highest LSN known to be ordered by the leader that is followed; may fall when another one leads.
     *
     * @return the LSN.
     */
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
     * How much this node should lead from now on, compared with others.
     *
     * @param priority 0 to {@link io.fleet.consensus.message.election.LeaderFitness#MAX_PRIORITY}.
     */
    void leaderPriority(int priority);

    /**
     * Asks that a node leads.
     *
     * @param node    the node, or {@link io.fleet.consensus.message.election.LeadershipTransferRequest#ANY} for any but
     * the one that leads.
     * @param outcome hears once what became of it; perhaps before this returns.
     * @param nowNs   the clock.
     */
    void transferLeadership(int node, TransferOutcome outcome, long nowNs);

    /**
     * Asks for a change of the group's members (S14).
     *
     * @param change  which; copied.
     * @param outcome hears once what became of it; perhaps before this returns.
     * @param nowNs   the clock.
     */
    void changeMembers(MemberChange change, MemberOutcome outcome, long nowNs);

    /**
     * This node is about to stop: it hands over what others can do as well, and goes on voting until it stops.
     *
     * @param nowNs the clock.
     */
    void leave(long nowNs);

    /**
     * Whether nothing of the group needs this node any more, after {@link #leave}, or nobody else could do it.
     *
     * @param nowNs the clock.
     */
    boolean hasLeft(long nowNs);

    /**
     * This replica's turn at writing a snapshot.
     *
     * @return the turn.
     */
    SnapshotPermit turn();

    /**
     * The replica has the state of a snapshot that another member sent, which is durable here, as is or will be that
     * the ordered log goes on behind it. {@link #cover} is told by default.
     *
     * @param lsn up to which it covers the log.
     */
    default void onInstalled(final long lsn) {
        cover().onOwn(lsn);
    }

    /**
     * Which snapshots the members hold.
     *
     * @return what was heard of them.
     */
    DurableSnapshots cover();

    /**
     * Up to where this node may put a snapshot of others in the place of its replica's state.
     *
     * @return the LSN.
     */
    long ceiling();

    /**
     * Up to where records of a log are not needed any more.
     *
     * @param log     which one.
     * @param covered the LSN up to which neither the ordered log of this node refers to records, nor a member that the
     *                group may lose is the only one with a snapshot.
     * @return the highest number of a record that may go, with all below it; 0 for none.
     */
    long forgettable(LogKind log, long covered);

    /**
     * Up to where entries of the ordered log may go, where their mode needs some that snapshots cover.
     *
     * @param covered up to where snapshots cover them, less a margin for replicas that lag.
     * @return the LSN, at most {@code covered}, which it is by default; 0 or less for none.
     */
    default long forgettableOrdered(final long covered) {
        return covered;
    }

    /**
     * How far members have come, for reads that do not go through the log.
     *
     * @return what this mode knows of it; {@link ReadMarks#NONE} where it has no such reads.
     */
    default ReadMarks readMarks() {
        return ReadMarks.NONE;
    }

    /**
     * How many entries wait at a replica for their replies, as the leader on this node sees it.
     *
     * @param member the index of the member.
     * @return entries; 0 where this node does not lead.
     */
    int replierQueueDepth(int member);

    /**
     * How many bodies wait to be ordered.
     *
     * @return bodies; never more than {@code pendingEntries} (S13).
     */
    int unorderedBodies();

    /**
     * Why this node takes no commands for the group, or not all, though it votes and hears enough members.
     *
     * @return for people, the same object as long as nothing changes; null, by default, when it takes them.
     */
    default String refusal() {
        return null;
    }

    /**
     * Whether a snapshot of this node is needed, though none of the bounds of its settings is reached, since the mode
     * has room for a number of entries only until one is written.
     *
     * @return whether; false by default.
     */
    default boolean wantsSnapshot() {
        return false;
    }

    /**
     * What this mode counts besides what all do. The same counters at each call, from any thread.
     *
     * @return the counters; none by default.
     */
    default List<ModeCounter> counters() {
        return List.of();
    }

    /**
     * Tells how full the tables are.
     *
     * @param use takes it.
     */
    void measure(TableUse use);
}
