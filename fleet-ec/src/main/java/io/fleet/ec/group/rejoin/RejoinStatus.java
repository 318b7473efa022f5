package io.fleet.ec.group.rejoin;

/** How far a node is that does not count, or may not (rule S15). On the thread of its {@code CodedGroup}. */
public interface RejoinStatus {
    /** Whether the node votes. */
    boolean isVoter();

    /**
     * Up to where the node must have learned everything durably before it votes.
     *
     * @return the slot; 0 when it votes, or too few voters have answered yet.
     */
    long target();

    /**
     * Which other members have not answered in this life.
     *
     * @return one bit for each position.
     */
    long missing();

    /**
     * Whether all others have answered, and too few of them vote to repair this node: what it had said cannot be known.
     */
    boolean isHopeless();

    /**
     * How the node came to vote.
     *
     * @return for people; empty when it has voted from the start.
     */
    String how();
}
