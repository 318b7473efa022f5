package io.fleet.ec.spread;

import io.fleet.ec.mec.EntryId;
import org.agrona.DirectBuffer;

/** Where spreading sends its messages, to other nodes. Best effort: what matters is sent again. Nothing is kept. */
public interface SpreadOutbound {
    /**
     * A node's part of an entry, for it to store (RC-03).
     *
     * @param to     the node.
     * @param id     of the entry.
     * @param part   holds the part: header and segment.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void segment(int to, EntryId id, DirectBuffer part, int offset, int length);

    /**
     * This node holds its part of an entry durably (rule R6).
     *
     * @param to   the proxy.
     * @param id   of the entry.
     * @param life names the life of this node: after a loss it is another one (rule S15).
     */
    void segmentAck(int to, EntryId id, long life);

    /**
     * Asks for the part of an entry that another node holds.
     *
     * @param to the node.
     * @param id of the entry.
     */
    void fetchSegment(int to, EntryId id);

    /**
     * The part that this node holds, for one that asked.
     *
     * @param to     the node.
     * @param id     of the entry.
     * @param part   holds the part.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void segmentCopy(int to, EntryId id, DirectBuffer part, int offset, int length);
}
