package io.fleet.ec.consensus;

/**
 * Where the order of one group sends its messages. Best effort: what matters is sent again. Nothing is kept of an id
 * after the call. Nodes are given by their positions among the members.
 */
public interface SlotConsensusOutbound {
    /** Every member but the sender. */
    int ALL = -1;

    /**
     * Sends a PROPOSAL, STATE or VOTE of this node.
     *
     * @param to      a node, or {@link #ALL}.
     * @param slot    the slot.
     * @param vote    the message, see {@link SlotVote}.
     * @param id      what is proposed, or the candidate id the sender knows (rule R1); null where there is none.
     * @param isAgain whether the sender waits for an answer: it was sent before, and the slot has not moved since.
     */
    void vote(int to, long slot, long vote, EntryId id, boolean isAgain);

    /**
     * Says how a slot was decided (rule R3).
     *
     * @param to   a node, or {@link #ALL}.
     * @param slot the slot.
     * @param id   what it holds; null for a forfeited slot.
     */
    void decided(int to, long slot, EntryId id);

    /**
     * Says that a slot was decided so long ago that only a snapshot tells what came of it (rule R3).
     *
     * @param to   a node.
     * @param slot the slot that was asked for.
     */
    void covered(int to, long slot);
}
