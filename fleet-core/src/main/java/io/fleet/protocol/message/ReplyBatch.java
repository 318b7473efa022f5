package io.fleet.protocol.message;

import org.agrona.DirectBuffer;

/**
 * Answers to commands of one entry, from the designated replier to the batcher.
 */
public final class ReplyBatch implements Message {
    /** The batcher. */
    public long batcherId;
    /** The number of the entry. */
    public long entrySequence;
    /** The ballot of the leader that the sender follows, or is; it may have heard of higher ones. */
    public long ballot;
    /** The leader of that ballot. */
    public int leader;
    /**
     * Bytes of all answers to the entry that this replier sends together; more than {@link #length} when they travel
     * in several packets.
     */
    public int totalLength;
    /** Where this packet's bytes start among {@link #totalLength}. */
    public int offset;
    /** Where the bytes are: see {@code io.fleet.session.ReplyFrame}. */
    public DirectBuffer buffer;
    /** Index of the first byte in {@link #buffer}. */
    public int bufferOffset;
    /** Bytes in this packet, at most {@link EntryBody#MAX_CHUNK}. */
    public int length;

    @Override
    public MessageType type() {
        return MessageType.REPLY_BATCH;
    }
}
