package io.fleet.consensus;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/**
 * One chosen entry as its mode hands it to the replica. Reused; the body is valid until the next call into the
 * protocol, and longer where it was lent ({@link ChosenEntries#lend}).
 */
public final class ChosenEntry {
    /** The value. */
    public final EntryMeta meta = new EntryMeta();
    /** The node whose replica replies, or -1. */
    public int replier;
    /** Where the body is. */
    public DirectBuffer body;
    /** Index of its first byte. */
    public int offset;
    /** Whether the body is the frames of the commands without their payloads, whose lengths are still in them. */
    public boolean isHeadersOnly;
    /** Bytes of payloads that belong to the entry and are not in the body; 0 where the body is all of it. */
    public int withheldBytes;
}
