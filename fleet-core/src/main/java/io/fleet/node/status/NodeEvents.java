package io.fleet.node.status;

import io.fleet.consensus.common.Role;
import io.fleet.consensus.membership.Configuration;
import io.fleet.storage.VoterState;

/**
 * Hears of what an operator wants to know. Called on the node's thread, but for what a state machine
 * throws while the node goes on without it: that is told on the thread that runs the machine. Must not block.
 */
public interface NodeEvents {
    /** Hears nothing. */
    NodeEvents NONE = (groupId, from, to, ballot, reason) -> {
    };

    /**
     * The role of this node in a group changed.
     *
     * @param groupId the group.
     * @param from    the role before.
     * @param to      the role now.
     * @param ballot  the ballot it is about.
     * @param reason  why, for people.
     */
    void onRole(int groupId, Role from, Role to, long ballot, String reason);

    /**
     * A leader of a higher ballot became known to this node. Hears nothing by default.
     *
     * @param groupId the group.
     * @param ballot  its ballot.
     * @param leader  its node.
     */
    default void onLeader(final int groupId, final long ballot, final int leader) {
    }

    /**
     * What became of a hand-over of leadership that this node led, or asked for. Hears nothing by default.
     *
     * @param groupId the group.
     * @param what    who leads, or why not, for people.
     */
    default void onHandOver(final int groupId, final String what) {
    }

    /**
     * A clock is wrong: the wall clock of a leader, as others have it, or the monotonic one of this machine, which
     * stood still. Hears nothing by default.
     *
     * @param groupId the group; -1 where it is about the machine.
     * @param what    which and how, for people.
     */
    default void onClock(final int groupId, final String what) {
    }

    /**
     * The node acts on another configuration of a group from now on. Hears nothing by default.
     *
     * @param groupId       the group.
     * @param configuration who belongs to it.
     */
    default void onConfiguration(final int groupId, final Configuration configuration) {
    }

    /**
     * The node does not belong to a group any more. Hears nothing by default.
     *
     * @param groupId       the group.
     * @param configuration who belongs to it.
     */
    default void onRemoved(final int groupId, final Configuration configuration) {
    }

    /**
     * What the node had accepted or promised is lost or damaged, in part at least; found while it starts. It does not
     * vote until it is repaired (rule S15). Hears nothing by default.
     *
     * @param what what was found and what was done, for people.
     */
    default void onStateLost(final String what) {
    }

    /**
     * Some of what the node stored is lost or damaged, and is on other nodes; found while it starts. It votes, and does
     * not count as one that holds everything until it does again (rule S15). Hears nothing by default.
     *
     * @param what what was found and what was done, for people.
     */
    default void onRecordsLost(final String what) {
    }

    /**
     * A disk has no space for what a log has to write, so that the node accepts and acknowledges nothing more; or it
     * has space again, and the node goes on (S13). Hears nothing by default.
     *
     * @param log       such as {@code scattered}.
     * @param directory where it is.
     * @param full      whether there is no space.
     */
    default void onDiskFull(final String log, final String directory, final boolean full) {
    }

    /**
     * A disk could not read a record that another node had asked for; that node asks others. This one goes on, does not
     * say any more that it holds the log of the group whole, and decides at its next start whether the record is lost
     * (rule S15). Hears nothing by default.
     *
     * @param groupId the group.
     * @param what    which file of which disk, where in it, and why, for people.
     */
    default void onUnreadable(final int groupId, final String what) {
    }

    /**
     * The node counts in quorums of a group, or does not any more. Hears nothing by default.
     *
     * @param groupId the group.
     * @param from    how it stood.
     * @param to      how it stands now.
     * @param reason  why, for people.
     */
    default void onStanding(final int groupId, final VoterState from, final VoterState to, final String reason) {
    }

    /**
     * The node does not count in quorums of a group, and what it waits for; told every few seconds. Hears nothing by
     * default.
     *
     * @param groupId the group.
     * @param waiting for what, for people.
     * @param lost    whether it waits in vain unless others come back with their state.
     */
    default void onWaiting(final int groupId, final String waiting, final boolean lost) {
    }

    /**
     * The node takes no commands for a group, or not all, though it votes and hears enough members; told when that
     * begins, every ten seconds while it lasts, and when it is over. Hears nothing by default.
     *
     * @param groupId the group.
     * @param why     for people; null when it takes all again.
     */
    default void onRefusal(final int groupId, final String why) {
    }

    /**
     * A node or a client that works with other members, or with other values of the settings that a group agrees on
     * ({@link io.fleet.config.GroupConfig}), sent a message, which was dropped (rule S14). Told at most every ten
     * seconds for a group. Hears nothing by default.
     *
     * @param groupId the group.
     * @param sender  the node; -1 for a client.
     */
    default void onForeignConfig(final int groupId, final int sender) {
    }

    /**
     * The node does not know yet of which birth its cluster is, and takes part in nothing; told every few seconds.
     * Hears nothing by default.
     *
     * @param waiting for what it waits, for people.
     */
    default void onUnborn(final String waiting) {
    }

    /**
     * The node has come to know of which birth its cluster is. Hears nothing by default.
     *
     * @param birthId the birth id ({@link io.fleet.storage.BirthId}).
     */
    default void onBorn(final long birthId) {
    }

    /**
     * A node at an address that this one was given belongs to another cluster with the same number, or takes this one
     * for a member of it. Told at most every ten seconds. Hears nothing by default.
     *
     * @param sender the node.
     * @param other  the birth id of its cluster.
     * @param own    the birth id of this node's cluster.
     */
    default void onForeignBirth(final int sender, final long other, final long own) {
    }

    /**
     * A node that is to set up the cluster with this one was given other founders. Told at most every ten seconds.
     * Hears nothing by default.
     *
     * @param sender the node.
     */
    default void onForeignFounders(final int sender) {
    }

    /**
     * Two processes have the id of one node, or one runs in an older directory: only one of them is listened to. Told
     * at most every ten seconds. Hears nothing by default.
     *
     * @param node     whose id it is.
     * @param listened the life that is listened to, for people ({@link io.fleet.storage.Life#format}).
     * @param other    the other one.
     */
    default void onTwin(final int node, final String listened, final String other) {
    }

    /**
     * A node that is to become a member that votes holds all there is, and does not become one: others know it in a
     * later life, as when it runs in directories of before its disk was replaced. Told by the leader every ten seconds
     * while that lasts; ends when the node is started with empty directories. Hears nothing by default.
     *
     * @param groupId the group.
     * @param node    the node.
     * @param number  of the life in which it is heard.
     * @param least   from which number it counts.
     */
    default void onFormerLearner(final int groupId, final int node, final int number, final int least) {
    }

    /**
     * A remote client was given another cluster, group or agreed settings than this node has, and is not listened to.
     * Told at most every ten seconds. Hears nothing by default.
     *
     * @param address where it listens.
     * @param reason  what differs, for people.
     */
    default void onClientRefused(final String address, final String reason) {
    }

    /**
     * A callback of a group's state machine, for a timer, a session or a digest of its state, threw. The log goes on.
     * Hears nothing by default.
     *
     * @param groupId  the group.
     * @param callback the method.
     * @param id       of the timer or session that it was about; the LSN where {@code stateDigest} threw.
     * @param failure  what it threw.
     */
    default void onCallbackFailed(final int groupId, final String callback, final long id,
                                  final Exception failure) {
    }

    /**
     * A group's state machine threw an {@link Error}. Where the log was being applied the node ends; where the machine
     * was asked a query that does not change its state, the caller gets the error as a failure, and the node goes on.
     * Hears nothing by default.
     *
     * @param groupId   the group.
     * @param method    in which of the machine's methods.
     * @param lsn       of the entry that was applied, or up to which the state was when it was asked.
     * @param sessionId of the command; 0 for none.
     * @param ends      whether the node ends.
     * @param error     what it threw.
     */
    default void onMachineError(final int groupId, final String method, final long lsn, final long sessionId,
                                final boolean ends, final Error error) {
    }

    /**
     * Another replica made something else of the same LSNs than this one did, and no majority says that this one is
     * wrong: its machine is not deterministic, or memory or a disk has lied. Told for each window of LSNs in which it
     * is met. Hears nothing by default.
     *
     * @param groupId the group.
     * @param from    the first of the LSNs.
     * @param to      the last of them.
     * @param node    the other node.
     */
    default void onDiverged(final int groupId, final long from, final long to, final int node) {
    }

    /**
     * A running node begins to write a snapshot of a group. Hears nothing by default.
     *
     * @param groupId the group.
     * @param lsn     up to which it covers the group's log.
     */
    default void onSnapshotBegun(final int groupId, final long lsn) {
    }

    /**
     * A snapshot of a group is being written; told every ten seconds. Hears nothing by default.
     *
     * @param groupId the group.
     * @param lsn     up to which it covers the group's log.
     * @param bytes   how much has been written so far.
     */
    default void onSnapshotProgress(final int groupId, final long lsn, final long bytes) {
    }

    /**
     * A snapshot of a group was written and read back. Hears nothing by default.
     *
     * @param groupId the group.
     * @param lsn     up to which it covers the group's log.
     */
    default void onSnapshotWritten(final int groupId, final long lsn) {
    }

    /**
     * A group's state was read from a snapshot, while the node starts. Hears nothing by default.
     *
     * @param groupId the group.
     * @param lsn     behind which the ordered log is replayed.
     */
    default void onSnapshotRestored(final int groupId, final long lsn) {
    }

    /**
     * How much is here of a snapshot that another node sends, because this one lags far or had lost its state; told
     * every few seconds while it comes. Hears nothing by default.
     *
     * @param groupId  the group.
     * @param lsn      up to which it covers the group's log.
     * @param received bytes that are here.
     * @param total    bytes that it has.
     */
    default void onSnapshotReceived(final int groupId, final long lsn, final long received, final long total) {
    }

    /**
     * A snapshot that another node sent took the place of the group's state, and is a snapshot of this node now. Hears
     * nothing by default.
     *
     * @param groupId the group.
     * @param lsn     up to which it covers the group's log.
     * @param bytes   its length.
     * @param millis  how long that took, from the first request, or the first one since the start.
     */
    default void onSnapshotInstalled(final int groupId, final long lsn, final long bytes, final long millis) {
    }

    /**
     * A snapshot could not be written, or not be used; the ordered log makes up for it. Hears nothing by default.
     *
     * @param groupId the group.
     * @param problem what and why, for people.
     */
    default void onSnapshotProblem(final int groupId, final String problem) {
    }
}
