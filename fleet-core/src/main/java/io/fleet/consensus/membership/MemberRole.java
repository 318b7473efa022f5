package io.fleet.consensus.membership;

/** What a member of a group is for (S14). */
public enum MemberRole {
    /** It persists and votes, executes, replies and may lead. Until it votes it is a learner. */
    FULL,
    /**
     * An observer: it gets, persists and executes everything, and serves reads. It counts in no quorum, neither for
     * what is chosen nor for what is trimmed, is named for no reply, and never leads. It may become {@link #FULL}.
     */
    REPLICA,
    /**
     * A witness: it persists everything and votes, and executes nothing. In one of several storage groups it persists
     * what goes to that group, and of the rest the order. It needs no state machine, answers no command
     * and no read, never leads, and its snapshots are a position and the members. It counts in each quorum, and never
     * as a copy of the state: what it holds is let go of when enough members that execute hold it (G11, G12).
     */
    STORAGE
}
