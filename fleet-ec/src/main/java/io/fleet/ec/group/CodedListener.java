package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/** What a coded group tells its node. Single-threaded; nothing is kept after a call. */
public interface CodedListener {
    /**
     * The next slot in order: everything before it was told, in this life. An id may come twice; commands are executed
     * once by their sessions (rules C10, S9).
     *
     * @param slot   the slot.
     * @param id     what it holds; null for nothing.
     * @param header holds the header of the entry from {@code offset}; null for nothing.
     * @param offset of its first byte.
     * @param length in bytes.
     */
    void onApply(long slot, EntryId id, DirectBuffer header, int offset, int length);

    /**
     * An entry that this node spread is written (rules C8, Q1): n - f nodes hold their parts of it, and f + 1 nodes
     * have durably learned its slot and all before it.
     *
     * @param slot the slot.
     * @param id   of the entry.
     */
    void onAcknowledged(long slot, EntryId id);

    /**
     * Only a snapshot tells what came of the next slot: that of the member, or of any other (rules C5, R3). It is told
     * again until {@link Maintenance#install} has been called with a later one.
     *
     * @param member that said so.
     * @param slot   that it was asked for; its snapshot covers it.
     */
    default void onCovered(final int member, final long slot) {
    }

    /**
     * This node lets go of its part of an entry, as nobody needs it any more.
     *
     * @param id of the entry.
     */
    default void onLetGo(final EntryId id) {
    }
}
