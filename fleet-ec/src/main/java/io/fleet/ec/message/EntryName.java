package io.fleet.ec.message;

/** Names an entry, or nothing: then all is 0. */
public final class EntryName {
    /** The incarnation of the batcher that formed the entry; 0 for nothing. */
    public long batcherId;
    /** The number of the entry at its batcher. */
    public long sequence;
    /** 64-bit digest of its header and value. */
    public long digest;

    /** Creates one that names nothing. */
    public EntryName() {
    }

    /**
     * Sets all fields.
     *
     * @param newBatcherId of the batcher; 0 for nothing.
     * @param newSequence  of the entry; 0 for nothing.
     * @param newDigest    of header and value; 0 for nothing.
     * @return this.
     */
    public EntryName set(final long newBatcherId, final long newSequence, final long newDigest) {
        batcherId = newBatcherId;
        sequence = newSequence;
        digest = newDigest;
        return this;
    }
}
