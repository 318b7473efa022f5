package io.fleet.ec.dissemination;

import io.fleet.ec.consensus.EntryId;
import org.agrona.MutableDirectBuffer;

/**
 * Where the bytes of a value come from while it is spread: a buffer, a file, or another node. The same bytes may be
 * read several times, in any order, and must be the same each time, until {@link #release}. Called by the thread that
 * drives the group.
 */
public interface ValueSource {
    /**
     * Copies some bytes.
     *
     * @param from   the first one's offset in the value.
     * @param length how many.
     * @param to     receives them.
     * @param at     index of the first one there.
     * @return false when they are not there yet: nothing was done, and it is asked again in a later cycle.
     */
    boolean read(int from, int length, MutableDirectBuffer to, int at);

    /**
     * The value was read once, so the id of its entry is known. Not called where the value is no longer than a stripe.
     *
     * @param id of the entry; valid during the call.
     */
    default void named(final EntryId id) {
    }

    /** The value is not needed any more. */
    default void release() {
    }
}
