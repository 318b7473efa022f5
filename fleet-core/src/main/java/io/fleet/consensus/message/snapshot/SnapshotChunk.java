package io.fleet.consensus.message.snapshot;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import org.agrona.DirectBuffer;

/**
 * A piece of a snapshot, in answer to {@link SnapshotRequest}. The bytes are a view into the receive buffer, valid
 * during the call.
 */
public final class SnapshotChunk implements Message {
    /** The longest piece in bytes. */
    public static final int MAX_CHUNK = 64 * 1024;

    /** Up to which LSN the snapshot covers the log. */
    public long lsn;
    /** Its length in bytes. */
    public long totalLength;
    /** CRC32C over all of it. */
    public int checksum;
    /** Where the piece starts in the snapshot. */
    public long offset;
    /** Where the piece's bytes are. */
    public DirectBuffer buffer;
    /** Index of the piece's first byte in {@link #buffer}. */
    public int bufferOffset;
    /** Length of the piece in bytes; 1 or more. */
    public int chunkLength;

    /** That of the question; see {@link io.fleet.consensus.common.RequestNonces}. */
    public long nonce;

    @Override
    public MessageType type() {
        return MessageType.SNAPSHOT_CHUNK;
    }
}
