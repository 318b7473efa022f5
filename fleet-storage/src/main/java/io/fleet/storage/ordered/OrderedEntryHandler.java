package io.fleet.storage.ordered;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/** Receives entries of one group in the order of their LSNs. */
@FunctionalInterface
public interface OrderedEntryHandler {
    /** The length of a body that other nodes hold and this one does not. */
    int NO_BODY = -1;

    /**
     * One entry.
     *
     * @param lsn    of the entry.
     * @param meta   names the value; reused, copy it to keep it.
     * @param body   holds the body; valid during the call only; null where there is none.
     * @param offset of the body.
     * @param length of the body in bytes; {@link #NO_BODY} where other nodes hold it.
     */
    void onEntry(long lsn, EntryMeta meta, DirectBuffer body, int offset, int length);
}
