package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import org.agrona.DirectBuffer;

/**
 * A body, or one chunk of it: from a batcher to all who need it, and in answer to {@link FetchBody}.
 * The chunk is a view into the receive buffer, valid during the call.
 */
public final class EntryBody implements Message {
    /** The longest chunk in bytes; longer bodies travel as several messages. */
    public static final int MAX_CHUNK = 64 * 1024;

    /** {@link #part} of a body that goes to every node. */
    public static final int EVERYONE = -1;
    /** The highest {@link #part}. */
    public static final int MAX_PART = 62;

    /** The incarnation of the batcher. */
    public long batcherId;
    /** The number of the entry at its batcher, from 1. */
    public long sequence;
    /** The ballot of the only leader that may order the entry; 0 in answers to a fetch, which no leader orders. */
    public long targetBallot;
    /** Digest of the whole body. */
    public long digest;
    /** Length of the whole body in bytes. */
    public int totalLength;
    /**
     * The node that the batcher would like to answer it, since it hears that one; {@link OrderEntry#NO_REPLIER} where
     * it has no wish, and in answers to a fetch. The leader may name any other (S10).
     */
    public int replier = OrderEntry.NO_REPLIER;
    /**
     * What the batcher has in flight, sent or not, as {@code Credit} counts it, or all that it may have, where more was
     * wanted; 0 where it does not say, and in answers to a fetch. Believed for nothing but how much all may have.
     */
    public int wanted;
    /**
     * The part of the voters, a storage group or a column of a grid, that it was sent to, beside all members that
     * execute; {@link #EVERYONE}, also in answers to a fetch. The leader may let another part persist it, which then
     * has to ask for it.
     */
    public int part = EVERYONE;
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
        return MessageType.ENTRY_BODY;
    }
}
