package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/** Where quorum reads send their messages. Best effort: questions are asked again. Nothing is kept after a call. */
public interface ReadOutbound {
    /**
     * Asks which slot wrote a key last (RC-15).
     *
     * @param to     a member, or {@link io.fleet.ec.consensus.SlotConsensusOutbound#ALL}.
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
}
