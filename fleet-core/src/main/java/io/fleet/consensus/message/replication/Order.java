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

    /** Of {@link #openParts}: the leader says which parts are open, or that none is. */
    public static final long PARTS_TOLD = 1L << 63;

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
    /**
     * The member that is asked to gather acknowledgements and tell them to all, or {@link Ack#NOBODY}; whoever
     * acknowledges with {@link io.fleet.config.Learning#COLLECTOR} tells that one.
     */
    public int collector = Ack.NOBODY;
    /** Whether the leader has sent it to the {@link #collector} alone, which passes it on to all others. */
    public boolean passedOn;
    /** In which life whoever passes it on has heard its leader; 0 elsewhere. */
    public long leaderLife;
    /** The leader's log time in milliseconds. */
    public long timestamp;
    /**
     * How much each client may have without an answer, see {@code Credit}; it counts until another ORDER says another
     * one. Means something where {@link #creditNumber} is above 0.
     */
    public int credit;
    /** Grows with each other {@link #credit} of the ballot, from 1; 0 where the leader bounds nobody. */
    public long creditNumber;
    /**
     * Bit i: batchers may send bodies to the i-th part of the voters alone, beside all members that execute, since the
     * leader would let that part persist them; with {@link #PARTS_TOLD}. Without a part bodies go to all. It counts
     * until another ORDER says other ones; 0 where the leader never says any.
     */
    public long openParts;
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

    /**
     * Takes over all that another one says.
     *
     * @param other the other one; nothing is kept of it.
     */
    public void set(final Order other) {
        ballot = other.ballot;
        base = other.base;
        chosen = other.chosen;
        highest = other.highest;
        configuration = other.configuration;
        lives = other.lives;
        settled = other.settled;
        released = other.released;
        quietMillis = other.quietMillis;
        collector = other.collector;
        passedOn = other.passedOn;
        leaderLife = other.leaderLife;
        credit = other.credit;
        creditNumber = other.creditNumber;
        openParts = other.openParts;
        timestamp = other.timestamp;
        count = other.count;
        for (int i = 0; i < count; i++) {
            entries[i].set(other.entries[i]);
        }
    }

    @Override
    public MessageType type() {
        return MessageType.ORDER;
    }
}
