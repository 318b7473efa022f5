package io.fleet.ec.group;

import io.fleet.ec.consensus.SlotConsensusOutbound;
import io.fleet.ec.consensus.proposal.ReadyOutbound;
import io.fleet.ec.dissemination.format.SpreadOutbound;

/** Where a coded group sends all its messages. */
public interface CodedGroupOutbound extends SlotConsensusOutbound, ReadyOutbound, SpreadOutbound {
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

    /**
     * Asks a member who counts (rule S15).
     *
     * @param to      the member.
     * @param request what is asked; reused after the call.
     */
    void rejoinRequest(int to, CodedRejoinRequest request);

    /**
     * Answers that.
     *
     * @param to     the member.
     * @param answer the answer; reused after the call.
     */
    void rejoinAnswer(int to, CodedRejoinAnswer answer);

    /**
     * Tells all members up to which slot a durable snapshot of this node covers everything.
     *
     * @param upTo the slot.
     */
    void snapshotHeld(long upTo);
}
