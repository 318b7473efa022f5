package io.fleet.consensus.message.read;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import org.agrona.DirectBuffer;

/**
 * Reads of a batcher that do not go through the log, for any replica: all of one level, in the form of commands in an
 * entry ({@code io.fleet.session.CommandFrame}, kind READ, session 0). Answered by a {@code ReplyBatch}.
 */
public final class ReadRequest implements Message {
    /** The most bytes of queries in one request. */
    public static final int MAX_BYTES = EntryBody.MAX_CHUNK;
    /** The highest {@link #level}. */
    public static final int MAX_LEVEL = 15;

    /** The batcher. */
    public long batcherId;
    /** Its number of this request, from 1; another one each time that something is sent. */
    public long requestId;
    /** The answer must reflect at least this LSN. */
    public long leastLsn;
    /** How old the answer may be in milliseconds; means something at the level of bounded staleness only. */
    public int maxStaleMillis;
    /** See {@code io.fleet.client.ReadConsistency.Level}: its ordinal. */
    public int level;
    /** Where the queries are. */
    public DirectBuffer buffer;
    /** Index of the first byte in {@link #buffer}. */
    public int bufferOffset;
    /** How many bytes, at most {@link #MAX_BYTES}. */
    public int length;

    @Override
    public MessageType type() {
        return MessageType.READ_REQUEST;
    }
}
