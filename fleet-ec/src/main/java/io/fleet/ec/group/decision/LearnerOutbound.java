package io.fleet.ec.group.decision;

/** What a member tells others of decisions, and asks them. */
public interface LearnerOutbound {
    /**
     * Tells all members up to which slot this node has every decision durably (rule Q1).
     *
     * @param upTo the slot.
     */
    void learned(long upTo);

    /**
     * Asks a member for decisions.
     *
     * @param to   the member.
     * @param from the first slot that is missing.
     */
    void learnRequest(int to, long from);
}
