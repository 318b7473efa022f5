package io.fleet.ec.group;

import io.fleet.ec.mec.EntryId;
import io.fleet.ec.mec.MecOutbound;
import io.fleet.ec.mec.ReadyOutbound;
import io.fleet.ec.spread.SpreadOutbound;
import org.agrona.DirectBuffer;

/** Where a coded group sends all its messages. */
public interface GroupOutbound extends MecOutbound, ReadyOutbound, SpreadOutbound {
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
     * Asks which slot wrote a key last (RC-15).
     *
     * @param to     a member, or {@link #ALL}.
     * @param round  names the question; told again in the answer.
     * @param key    holds the key.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void getSlot(int to, long round, DirectBuffer key, int offset, int length);

    /**
     * Answers that (rule Q2).
     *
     * @param to    the member that asked.
     * @param round of the question.
     * @param slot  the newest slot that writes the key; 0 for none.
     * @param id    of the entry in it; null for none.
     * @param upTo  the slot up to which this node has every decision durably.
     */
    void slot(int to, long round, long slot, EntryId id, long upTo);

    /**
     * Asks a member who counts (rule S15).
     *
     * @param to      the member.
     * @param request what is asked; reused after the call.
     */
    void rejoinRequest(int to, RejoinRequest request);

    /**
     * Answers that.
     *
     * @param to     the member.
     * @param answer the answer; reused after the call.
     */
    void rejoinAnswer(int to, RejoinAnswer answer);

    /**
     * Tells all members up to which slot a durable snapshot of this node covers everything.
     *
     * @param upTo the slot.
     */
    void snapshotHeld(long upTo);
}
