package io.fleet.ec.message;

import io.fleet.ec.consensus.EntryId;
import org.agrona.DirectBuffer;

/**
 * A part of an entry or a piece of one, or one chunk of that: the receiver's own part, for it to store (SEGMENT, rule
 * C2), or a copy of the sender's, for one that asked (SEGMENT_COPY, rule C7). Chunks begin at multiples of
 * {@link #MAX_CHUNK}; all but the last are so long. The bytes are a view into the receive buffer, valid during the
 * call.
 */
public final class SegmentChunk implements CodedMessage {
    /** The longest chunk in bytes: a shard of 64 KiB with what stands before it, in one packet. */
    public static final int MAX_CHUNK = 72 * 1024;
    /** The longest part in bytes: the longest value with one data segment, its header, and checksums. */
    public static final int MAX_PART = 128 * 1024 * 1024;

    /** The entry. */
    public final EntryId name = new EntryId();
    /** Whether this is a copy of the sender's part. */
    public boolean isCopy;
    /** Length of the whole part in bytes. */
    public int totalLength;
    /** CRC32C over all of the part, so that chunks of two parts are never put together. */
    public int checksum;
    /** Where the chunk starts in the part. */
    public int offset;
    /** Where the chunk's bytes are. */
    public DirectBuffer buffer;
    /** Index of the chunk's first byte in {@link #buffer}. */
    public int bufferOffset;
    /** Length of the chunk in bytes; 1 or more. */
    public int chunkLength;

    /**
     * How long the chunk at an offset is.
     *
     * @param totalLength of the part in bytes.
     * @param offset      of the chunk.
     * @return bytes.
     */
    public static int lengthAt(final int totalLength, final int offset) {
        return Math.min(MAX_CHUNK, totalLength - offset);
    }

    @Override
    public Kind kind() {
        return Kind.SEGMENT_CHUNK;
    }
}
