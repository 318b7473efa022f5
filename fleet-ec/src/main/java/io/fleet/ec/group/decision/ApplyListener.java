package io.fleet.ec.group.decision;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/** Told what each slot holds, in order, once this node holds its part of it. */
@FunctionalInterface
public interface ApplyListener {
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
}
