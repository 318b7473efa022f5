package io.fleet.consensus.message.replication;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;

/**
 * Acknowledgements of several members at one ballot, as a collector heard them: for whoever receives it, as if the
 * members had sent theirs on a slow way, but for their clocks, which nobody tells of others (S11). The collector adds
 * nothing of its own, and vouches for nothing: a receiver counts for itself, and takes the acknowledgement of a member
 * only in the life in which it listens to that (S15).
 */
public final class CollectedAcks implements Message {
    /** The most acknowledgements in one message. */
    public static final int MAX_ACKS = 63;
    /** The most ranges of all of them together. */
    public static final int MAX_RANGES = 512;

    /** The ballot of all of them. */
    public long ballot;
    /** How many acknowledgements there are. */
    public int count;
    /** Who has sent each. */
    public final int[] node = new int[MAX_ACKS];
    /** In which life the collector heard each. */
    public final long[] life = new long[MAX_ACKS];
    /** {@link Ack#cumulative} of each. */
    public final long[] cumulative = new long[MAX_ACKS];
    /** {@link Ack#applied} of each. */
    public final long[] applied = new long[MAX_ACKS];
    /** How many ranges each has; those of the first come first. */
    public final int[] ranges = new int[MAX_ACKS];
    /** How many ranges there are of all. */
    public int rangeCount;
    /** First LSN of each range. */
    public final long[] from = new long[MAX_RANGES];
    /** Last LSN of each range. */
    public final long[] to = new long[MAX_RANGES];

    /**
     * Whether there is room for one more.
     *
     * @param ack which.
     * @return whether {@link #add} may be called for it.
     */
    public boolean hasRoom(final Ack ack) {
        return count < MAX_ACKS && rangeCount + ack.count <= MAX_RANGES;
    }

    /**
     * Adds an acknowledgement.
     *
     * @param sender who has sent it.
     * @param inLife in which life.
     * @param ack    at {@link #ballot}; nothing is kept of it.
     */
    public void add(final int sender, final long inLife, final Ack ack) {
        node[count] = sender;
        life[count] = inLife;
        cumulative[count] = ack.cumulative;
        applied[count] = ack.applied;
        ranges[count++] = ack.count;
        System.arraycopy(ack.from, 0, from, rangeCount, ack.count);
        System.arraycopy(ack.to, 0, to, rangeCount, ack.count);
        rangeCount += ack.count;
    }

    /**
     * Reads one acknowledgement.
     *
     * @param index       which.
     * @param firstRange  how many ranges those before it have.
     * @param ack         is filled in, for nobody to collect.
     */
    public void read(final int index, final int firstRange, final Ack ack) {
        ack.ballot = ballot;
        ack.cumulative = cumulative[index];
        ack.applied = applied[index];
        ack.clockMillis = 0;
        ack.collector = Ack.NOBODY;
        ack.count = ranges[index];
        System.arraycopy(from, firstRange, ack.from, 0, ack.count);
        System.arraycopy(to, firstRange, ack.to, 0, ack.count);
    }

    @Override
    public MessageType type() {
        return MessageType.COLLECTED_ACKS;
    }
}
