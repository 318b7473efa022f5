package io.fleet.storage.ordered;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/** Receives entries of one group in the order of their LSNs. */
@FunctionalInterface
public interface OrderedEntryHandler {
    /**
     * One entry.
     *
     * @param lsn    of the entry.
     * @param meta   names the value; reused, copy it to keep it.
     * @param body   holds the body; valid during the call only.
     * @param offset of the body.
     * @param length of the body in bytes.
     */
    void onEntry(long lsn, EntryMeta meta, DirectBuffer body, int offset, int length);
}
