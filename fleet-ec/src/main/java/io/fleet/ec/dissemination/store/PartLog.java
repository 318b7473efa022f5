package io.fleet.ec.dissemination.store;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Where this node keeps the pieces of its parts of entries (rule R6), in no order. Appending never waits for a disk;
 * what became durable is told to {@link PartStore#onDurable}, by its number.
 */
public interface PartLog {
    /**
     * How often this node has been started, this time counted: pieces that are appended now get numbers above all that
     * an earlier start gave, also where that start's cannot be read now.
     *
     * @return 0 for a log that outlives no start.
     */
    default long starts() {
        return 0;
    }

    /**
     * How long a piece may be; a longer one must not be appended.
     *
     * @return bytes; without a bound by default.
     */
    default int longest() {
        return Integer.MAX_VALUE;
    }

    /**
     * Appends a piece.
     *
     * @param number of the piece on this node, rising.
     * @param state  what is known of the entry's decision, at least 0; kept with the piece.
     * @param id     of the entry.
     * @param tag    which piece of its part, see {@code PieceTag}; kept with it.
     * @param piece  holds the piece; copied.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return false when there is no room now; try again in a later cycle.
     */
    boolean append(long number, long state, EntryId id, long tag, DirectBuffer piece, int offset, int length);

    /**
     * Reads and verifies a piece.
     *
     * @param position where it is.
     * @param id       of the entry.
     * @param tag      which piece of its part.
     * @param length   in bytes.
     * @param target   receives it from index 0.
     * @return false when it is damaged or gone.
     */
    boolean read(long position, EntryId id, long tag, int length, ExpandableArrayBuffer target);

    /**
     * Reads a piece as {@link #read} does, or gives it from memory where it is kept there.
     *
     * @param position where it is.
     * @param id       of the entry.
     * @param tag      which piece of its part.
     * @param length   in bytes.
     * @param target   receives it from index 0.
     * @return false when it is damaged or gone.
     */
    default boolean recall(final long position, final EntryId id, final long tag, final int length,
                           final ExpandableArrayBuffer target) {
        return read(position, id, tag, length, target);
    }
}
