package io.fleet.storage;

/**
 * What names the value of one log sequence number: the entry's id, the digest and length of its body, the log time
 * that the leader gave it, and flags. Two values are the same value exactly when {@link #sameValue} says so.
 *
 * <p>A mutable record that is reused: whoever keeps one copies it with {@link #set(EntryMeta)}.
 */
public final class EntryMeta {
    /**
     * Flag: the entry carries no command; it fills a hole or, with a time, lets log time pass. Its id, digest and
     * length are 0.
     */
    public static final int NO_OP = 1;
    /** {@link #flags}: the body holds no commands but who belongs to the group from the next LSN on. */
    public static final int CONFIGURATION = 2;

    /** The incarnation of the batcher that formed the entry: random, never reused; 0 for a no-op. */
    public long batcherId;
    /** The number of the entry at its batcher, from 1; 0 for a no-op. */
    public long sequence;
    /** 64-bit digest of the body, see {@link Digest}. */
    public long digest;
    /** Log time in milliseconds since the epoch, as the ordering leader proposed it. */
    public long timestamp;
    /** Length of the body in bytes. */
    public int length;
    /** {@link #NO_OP}, {@link #CONFIGURATION} or 0. */
    public int flags;

    /**
     * Copies all fields.
     *
     * @param other where from.
     * @return this.
     */
    public EntryMeta set(final EntryMeta other) {
        batcherId = other.batcherId;
        sequence = other.sequence;
        digest = other.digest;
        timestamp = other.timestamp;
        length = other.length;
        flags = other.flags;
        return this;
    }

    /**
     * Turns this into a no-op.
     *
     * @param noOpTimestamp log time in milliseconds.
     * @return this.
     */
    public EntryMeta setNoOp(final long noOpTimestamp) {
        batcherId = 0;
        sequence = 0;
        digest = 0;
        timestamp = noOpTimestamp;
        length = 0;
        flags = NO_OP;
        return this;
    }

    /** Whether this is a no-op. */
    public boolean isNoOp() {
        return (flags & NO_OP) != 0;
    }

    /** Whether the entry says who belongs to the group. */
    public boolean isConfiguration() {
        return (flags & CONFIGURATION) != 0;
    }

    /**
     * Whether both name the same value.
     *
     * @param other the other.
     */
    public boolean sameValue(final EntryMeta other) {
        return batcherId == other.batcherId && sequence == other.sequence && digest == other.digest
            && timestamp == other.timestamp && length == other.length && flags == other.flags;
    }

    @Override
    public String toString() {
        return isNoOp() ? "no-op" : (isConfiguration() ? "configuration " : "") + Long.toHexString(batcherId) + ":"
            + sequence + "(" + length + " B)";
    }
}
