package io.fleet.consensus.message.client;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import org.agrona.DirectBuffer;

/**
 * Answers to commands of one entry, from the designated replier to the batcher, or to the reads of one
 * {@code ReadRequest}, from the replica that was asked.
 */
public final class ReplyBatch implements Message {
    /** {@link #staleNs}: the answers are linearizable. */
    public static final long NOT_STALE = -1;

    /** The batcher. */
    public long batcherId;
    /** The number of the entry, or of the request. */
    public long entrySequence;
    /** The ballot of the leader that the sender follows, or is; it may have heard of higher ones. */
    public long ballot;
    /** The leader of that ballot. */
    public int leader;
    /** The LSN up to which the answers reflect the log; 0 where the sender did not say. */
    public long lsn;
    /** How old the answers to reads may be in nanoseconds, as far as their replica knows; {@link #NOT_STALE}. */
    public long staleNs = NOT_STALE;
    /** Whether these are answers to a {@code ReadRequest}. */
    public boolean reads;
    /**
     * Tells messages of several packets apart: there may be several for one entry, and packets of two are never put
     * together. 0 where one packet holds all, or the sender did not say.
     */
    public long number;
    /**
     * How much the batcher may have without an answer, see {@code Credit}, as the leader of {@link #ballot} says. Means
     * something where {@link #creditNumber} is above 0.
     */
    public int credit;
    /**
     * The number of that credit at the ballot: one with a lower number is older. 0 where the leader bounds nobody, or
     * the sender does not know.
     */
    public long creditNumber;
    /**
     * {@code Order#openParts} as the leader of {@link #ballot} told it last; 0 where it tells none, or the sender does
     * not know.
     */
    public long openParts;
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
    /** Bytes in this packet, at most {@code EntryBody#MAX_CHUNK}. */
    public int length;

    @Override
    public MessageType type() {
        return MessageType.REPLY_BATCH;
    }
}
