package io.fleet.protocol.message;

import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/**
 * One chosen entry, or one chunk of it, in answer to {@link CatchUpRequest}.
 */
public final class CatchUpEntry implements Message {
    /** The log sequence number. */
    public long lsn;
    /** The LSN up to which the sender could serve. */
    public long chosen;
    /** The value. */
    public final EntryMeta meta = new EntryMeta();
    /** Where the chunk starts in the body. */
    public int offset;
    /** Where the chunk's bytes are. */
    public DirectBuffer buffer;
    /** Index of the chunk's first byte in {@link #buffer}. */
    public int bufferOffset;
    /** Length of the chunk in bytes. */
    public int chunkLength;

    @Override
    public MessageType type() {
        return MessageType.CATCH_UP_ENTRY;
    }
}
