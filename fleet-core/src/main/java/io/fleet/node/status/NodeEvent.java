package io.fleet.node.status;

/**
 * Something that changed on a node.
 *
 * @param number      from 1, without holes: a first one above 1 says that older ones were dropped.
 * @param epochMillis when, by the wall clock.
 * @param kind        what.
 * @param groupId     the group; -1 when it is about the node.
 * @param ballot      the ballot it is about; 0 for none.
 * @param state       what holds from now on: the role, the standing, the leader's node, an LSN; empty for none.
 * @param reason      why, or more about it, for people; may be empty.
 */
public record NodeEvent(long number, long epochMillis, Kind kind, int groupId, long ballot, String state,
                        String reason) {
    /** What changed. */
    public enum Kind {
        /** The node has recovered and begins to take part. */
        STARTED,
        /** The node was closed in good order. */
        STOPPED,
        /** The role of the node in a group. */
        ROLE,
        /** A leader of a higher ballot was heard of. */
        LEADER,
        /** What became of a hand-over of leadership that this node led, or asked for. */
        HAND_OVER,
        /** Who belongs to a group, as far as the node acts on it. */
        MEMBERS,
        /** The node does not belong to a group any more. */
        REMOVED,
        /** Whether the node counts in quorums (rule S15). */
        STANDING,
        /** The node does not count, and waits. */
        WAITING,
        /** State was found lost or damaged. */
        STATE_LOST,
        /** A disk became full, or has space again; or it could not read what another node asked for. */
        DISK,
        /** The node takes no commands for a group, or not all, or takes all again. */
        REFUSAL,
        /** A clock is wrong, or the machine stood still. */
        CLOCK,
        /** A message of another configuration was dropped. */
        FOREIGN_CONFIG,
        /** Two processes have the id of one node, or one runs in an older directory. */
        TWIN,
        /** A callback of a state machine threw. */
        CALLBACK_FAILED,
        /** A state machine threw an error; where it changed its state the node has ended. */
        MACHINE_ERROR,
        /** Another replica made something else of the same commands. */
        DIVERGED,
        /** A snapshot was written. */
        SNAPSHOT_WRITTEN,
        /** A snapshot was read. */
        SNAPSHOT_RESTORED,
        /** A snapshot of another node took the place of the state. */
        SNAPSHOT_INSTALLED,
        /** A snapshot could not be written, or not be used. */
        SNAPSHOT_PROBLEM
    }

    /** Whether it may be told again and again, and the first time says enough. */
    boolean repeats(final NodeEvent last) {
        return kind == last.kind && (kind == Kind.WAITING || kind == Kind.CALLBACK_FAILED
            || kind == Kind.DIVERGED || kind == Kind.TWIN || kind == Kind.MACHINE_ERROR
            || (kind == Kind.FOREIGN_CONFIG || kind == Kind.SNAPSHOT_PROBLEM || kind == Kind.REFUSAL)
                && reason.equals(last.reason));
    }
}
