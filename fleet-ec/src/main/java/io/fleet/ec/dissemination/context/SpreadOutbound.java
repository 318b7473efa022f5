package io.fleet.ec.dissemination.context;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/**
 * Where spreading sends its messages, to other nodes. Best effort: what matters is sent again. Nothing is kept. A piece
 * says itself which one it is; a short value's part has one.
 */
public interface SpreadOutbound {
    /**
     * A piece of a node's part of an entry, for it to store (RC-03).
     *
     * @param to     the node.
     * @param id     of the entry.
     * @param piece  holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void segment(int to, EntryId id, DirectBuffer piece, int offset, int length);

    /**
     * This node holds the first pieces of its part of an entry durably (rule R6): the part counts when it is all of
     * them. Fewer than were told before mean that the rest was forgotten.
     *
     * @param to     the proxy.
     * @param id     of the entry.
     * @param pieces how many, without gaps; 1 for all of a part in one piece.
     * @param life   names the life of this node: after a loss it is another one (rule S15).
     * @param reliedOn the part is kept until a slot above this one holds the entry, and longer; at least 0.
     */
    void segmentAck(int to, EntryId id, int pieces, long life, long reliedOn);

    /**
     * An answer to one that asks for a piece: this node does not have the part, and nothing in its state refers to it.
     * If the entry was decided at or below the slot, nobody needs its value at or above it (C10, "newer exists").
     *
     * @param to   the node.
     * @param id   of the entry.
     * @param upTo the slot, up to which a durable snapshot of this node covers everything; at least 1.
     */
    void partGone(int to, EntryId id, long upTo);

    /**
     * Asks for a piece of the part that another node holds.
     *
     * @param to    the node.
     * @param id    of the entry.
     * @param piece which one: 0 for a part in one piece, and for the head of a longer one.
     */
    void fetchSegment(int to, EntryId id, int piece);

    /**
     * A piece of the part that this node holds, for one that asked.
     *
     * @param to     the node.
     * @param id     of the entry.
     * @param piece  holds the piece.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void segmentCopy(int to, EntryId id, DirectBuffer piece, int offset, int length);
}
