package io.fleet.ec.consensus;

/**
 * What a slot is decided to hold: the id of an entry with the digest of its value, or null (the slot is forfeited). The
 * digest is part of the id: the same command that two proxies spread with different bytes has two ids, so that segments
 * of one id always belong to one value.
 *
 * <p>A mutable record that is reused: whoever keeps one copies it with {@link #set(EntryId)}.
 */
public final class EntryId {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int HALF = 32;

    /** The incarnation of the batcher that formed the entry, never 0; 0 for null. */
    public long batcherId;
    /** The number of the entry at its batcher. */
    public long sequence;
    /** 64-bit digest of the value. */
    public long digest;

    /** Creates null. */
    public EntryId() {
    }

    /**
     * Creates an id.
     *
     * @param batcherId of the batcher.
     * @param sequence  of the entry.
     * @param digest    of the value.
     */
    public EntryId(final long batcherId, final long sequence, final long digest) {
        set(batcherId, sequence, digest);
    }

    /**
     * Copies an id.
     *
     * @param other where from.
     * @return this.
     */
    public EntryId set(final EntryId other) {
        return set(other.batcherId, other.sequence, other.digest);
    }

    /**
     * Sets all fields.
     *
     * @param newBatcherId of the batcher; 0 for null.
     * @param newSequence  of the entry.
     * @param newDigest    of the value.
     * @return this.
     */
    public EntryId set(final long newBatcherId, final long newSequence, final long newDigest) {
        batcherId = newBatcherId;
        sequence = newSequence;
        digest = newDigest;
        return this;
    }

    /** Turns this into null. */
    public EntryId setNull() {
        return set(0, 0, 0);
    }

    /** Whether this names nothing. */
    public boolean isNull() {
        return batcherId == 0;
    }

    /**
     * Whether both name the same, or both nothing.
     *
     * @param other the other.
     */
    public boolean same(final EntryId other) {
        return batcherId == other.batcherId && sequence == other.sequence && digest == other.digest;
    }

    /** Spreads ids over a table. */
    public int hash() {
        return hash(batcherId, sequence, digest);
    }

    static int hash(final long batcherId, final long sequence, final long digest) {
        long mixed = (batcherId * GOLDEN ^ sequence) * GOLDEN ^ digest;
        mixed *= GOLDEN;
        return (int) (mixed ^ mixed >>> HALF);
    }

    @Override
    public String toString() {
        return isNull() ? "null" : Long.toHexString(batcherId) + ":" + sequence + "#" + Long.toHexString(digest);
    }
}
