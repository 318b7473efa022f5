package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import org.agrona.DirectBuffer;

/**
 * What came of the commands of a chosen entry where the leader executed them, for replicas to insert (V8). The bytes
 * are a view into the receive buffer, valid during the call.
 */
public final class Effects implements Message {
    /** The most bytes of records in one message. */
    public static final int MAX_CHUNK = 64 * 1024;
    /** The most bytes of records of one entry. */
    public static final int MAX_BYTES = 1024 * 1024;

    /** The entry. */
    public long lsn;
    /** Who sent the entry. */
    public long batcherId;
    /** The number that its sender gave it. */
    public long sequence;
    /** What the leader had made of the log before the first command of the entry; not 0. */
    public long digest;
    /** What effects look like; see {@code ShippedEffects}. */
    public int format;
    /** How many bytes of the entry's records went before. */
    public int offset;
    /** Whether no more records of the entry follow. */
    public boolean isLast;
    /** Where the records are; whole ones, ascending by the places of their commands. */
    public DirectBuffer buffer;
    /** Index of the first byte in {@link #buffer}. */
    public int bufferOffset;
    /** Length of the records in bytes; 0 for none. */
    public int length;

    @Override
    public MessageType type() {
        return MessageType.EFFECTS;
    }
}
