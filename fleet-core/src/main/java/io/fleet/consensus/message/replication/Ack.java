package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.ProgressReport;

/**
 * What a storage node holds durably at one ballot, and how far the replica beside it has applied.
 */
public final class Ack implements Message, ProgressReport {
    /** The most ranges one message carries. */
    public static final int MAX_RANGES = 128;
    /** {@link #collector}: nobody tells it to others. */
    public static final int NOBODY = -1;

    /** The ballot at which the LSNs are durable. */
    public long ballot;
    /**
     * Every LSN above the ballot's base and up to here is durable at {@link #ballot} or, as chosen, in the ordered
     * log; the base itself when none is.
     */
    public long cumulative;
    /** The highest LSN that the replica on the sender has applied. */
    public long applied;
    /** What the wall clock of the sender shows, in milliseconds since the epoch; 0 where it does not know. */
    public long clockMillis;
    /** The member that shall tell it to all ({@link CollectedAcks}), or {@link #NOBODY}. */
    public int collector = NOBODY;
    /** How many ranges are in use. */
    public int count;
    /** First LSN of each range above {@link #cumulative}. */
    public final long[] from = new long[MAX_RANGES];
    /** Last LSN of each range. */
    public final long[] to = new long[MAX_RANGES];

    @Override
    public MessageType type() {
        return MessageType.ACK;
    }

    @Override
    public long applied() {
        return applied;
    }
}
