package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.storage.EntryMeta;
import org.agrona.DirectBuffer;

/**
 * One chosen entry, or one chunk of it, in answer to {@link CatchUpRequest}. Without any bytes of a body that has some,
 * it says that the sender does not hold the body and others do.
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
    /** That of the question; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;

    /**
     * Whether the sender holds the body.
     *
     * @return whether; true for an entry whose body is empty.
     */
    public boolean hasBody() {
        return chunkLength > 0 || meta.length == 0;
    }

    @Override
    public MessageType type() {
        return MessageType.CATCH_UP_ENTRY;
    }
}
