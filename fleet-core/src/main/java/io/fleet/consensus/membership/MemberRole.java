package io.fleet.consensus.membership;

/** What a member of a group is for (S14). */
public enum MemberRole {
    /** It persists and votes, executes, replies and may lead. Until it votes it is a learner. */
    FULL,
    /**
     * An observer: it gets, persists and executes everything, and serves reads. It counts in no quorum, neither for
     * what is chosen nor for what is trimmed, is named for no reply, and never leads. It may become {@link #FULL}.
     */
    REPLICA
}
