package io.fleet.consensus.common;

/** What a replica is doing with regard to leadership. */
public enum Role {
    /** Follows a leader, or waits for one. */
    FOLLOWER,
    /** Has lost the leader and asks whether the others have too (S12). */
    PRE_CANDIDATE,
    /** Asks for promises (S3). */
    CANDIDATE,
    /** Is elected, and fetches what it needs before it may order (S4, S7). */
    RECOVERING,
    /** Orders entries. */
    LEADER,
    /** Takes entries and votes on their order, as every member does where nobody leads. */
    PROXY
}
