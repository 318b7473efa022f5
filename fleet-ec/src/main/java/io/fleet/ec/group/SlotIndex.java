package io.fleet.ec.group;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/**
 * Says which slot wrote a key last, as far as slots were applied on this node. It is part of the machine's state, so a
 * snapshot brings it along; an id that was decided twice counts where it came first (rule C10), and a slot that holds
 * nothing, or something else, hides nothing (Racos 11). Called by the thread that drives the group.
 */
@FunctionalInterface
public interface SlotIndex {
    /**
     * Looks up a key.
     *
     * @param key    holds the key.
     * @param offset of its first byte.
     * @param length in bytes.
     * @param into   receives the id of the entry in that slot.
     * @return the newest slot that writes the key; 0 for none.
     */
    long newest(DirectBuffer key, int offset, int length, EntryId into);
}
