package io.fleet.consensus.message.election;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.AcceptedEntry;

/**
 * A storage node's durable promise and a page of what it accepted (S2, S3).
 */
public final class Promise implements Message {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;

    /** The ballot that is promised. */
    public long ballot;
    /** The first LSN of the page, as asked. */
    public long fromLsn;
    /** The first LSN of the next page, or 0 when this page is the last. */
    public long nextLsn;
    /**
     * The sender's floor: the LSN up to which everything is chosen and its replica has recorded it in the ordered log.
     * Nothing is reported up to here (S4).
     */
    public long chosen;
    /** Names the life of the sender as a voter (S15): another one when it has lost its state in between. */
    public long voterId;
    /**
     * The highest ballot of which the sender knows, durably, that it was settled, in the configuration that the sender
     * acts on or in one before (S14); lower than {@link #ballot}.
     */
    public long settled;
    /** How many of {@link #numbers} are in use: the slots of the configuration, or 0 where all of its members vote. */
    public int slots;
    /**
     * By slot, the least number of a life in which the sender counts a learner or an observer; 0 for voters, and where
     * it knows of none (S14, S15).
     */
    public final int[] numbers = new int[Configuration.SLOTS];
    /** How many of {@link #entries} are in use. */
    public int count;
    /** The lines, in LSN order. */
    public final AcceptedEntry[] entries = new AcceptedEntry[MAX_ENTRIES];

    /** Creates an empty message. */
    public Promise() {
        for (int i = 0; i < MAX_ENTRIES; i++) {
            entries[i] = new AcceptedEntry();
        }
    }

    /** Takes the next free line. */
    public AcceptedEntry next() {
        return entries[count++];
    }

    @Override
    public MessageType type() {
        return MessageType.PROMISE;
    }
}
