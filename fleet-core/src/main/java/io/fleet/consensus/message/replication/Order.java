package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * What the leader ships: which value has which LSN, and never a body. Also its heartbeat, with no lines.
 */
public final class Order implements Message {
    /** The most lines one message carries. */
    public static final int MAX_ENTRIES = 256;
    /** The longest that a leader may be quiet. */
    public static final int MAX_QUIET_MILLIS = 240_000;

    /** The ballot of the leader. */
    public long ballot;
    /** The LSN up to which everything was chosen before this ballot; the ballot proposes only above it. */
    public long base;
    /**
     * The LSN up to which the leader knows that its own proposals of this ballot are chosen; the base before any is.
     * What it learnt as chosen from elsewhere counts only where it has proposed the same value (S6).
     */
    public long chosen;
    /** The highest LSN that the leader has ordered. */
    public long highest;
    /** The version of the configuration that the ballot belongs to (S14). */
    public long configuration;
    /** How often the leader has come to know a voter in a life with another number since its ballot began (S15). */
    public int lives;
    /**
     * Whether the ballot orders new entries, and has found no configuration that follows the one that it belongs to: so
     * none that was ordered at a lower ballot was chosen, or ever will be (S14).
     */
    public boolean settled;
    /** Up to where answers may show what was applied, where replicas hold leases (L8); 0 elsewhere. */
    public long released;
    /**
     * For how many milliseconds the leader may say nothing as long as its node is heard; 0 where it is not quiet. At
     * most {@link #MAX_QUIET_MILLIS}.
     */
    public int quietMillis;
    /** The leader's log time in milliseconds. */
    public long timestamp;
    /**
     * How much each client may have without an answer, see {@code Credit}; it counts until another ORDER says another
     * one. Means something where {@link #creditNumber} is above 0.
     */
    public int credit;
    /** Grows with each other {@link #credit} of the ballot, from 1; 0 where the leader bounds nobody. */
    public long creditNumber;
    /** How many of {@link #entries} are in use. */
    public int count;
    /** The lines. */
    public final OrderEntry[] entries = new OrderEntry[MAX_ENTRIES];

    /** Creates an empty message. */
    public Order() {
        for (int i = 0; i < MAX_ENTRIES; i++) {
            entries[i] = new OrderEntry();
        }
    }

    /** Takes the next free line. */
    public OrderEntry next() {
        return entries[count++];
    }

    @Override
    public MessageType type() {
        return MessageType.ORDER;
    }
}
