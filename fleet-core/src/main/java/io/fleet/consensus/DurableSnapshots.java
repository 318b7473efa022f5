package io.fleet.consensus;

/** Up to where the snapshots of the members cover the log, as far as was heard. For the node's thread. */
public interface DurableSnapshots {
    /**
     * This replica has a snapshot, durable and read back.
     *
     * @param lsn up to which it covers the log; 0 when there is none any more.
     */
    void onOwn(long lsn);

    /**
     * The snapshot of this replica.
     *
     * @return its LSN; 0 for none.
     */
    long own();

    /**
     * Up to where the snapshots of so many members cover the log that one is left however many the group may lose, this
     * replica's among them, each as heard lately.
     *
     * @param nowNs the time.
     * @return the LSN.
     */
    long ofQuorum(long nowNs);

    /**
     * Up to where this replica may let go of the order of what it has applied.
     *
     * @param nowNs the time.
     * @return the LSN; {@link #own()} where any other can be given a snapshot instead.
     */
    default long ofOrdered(final long nowNs) {
        return own();
    }

    /**
     * Up to where the snapshots of all members cover the log, as last heard of each.
     *
     * @return the LSN; 0 when one has never been heard of.
     */
    long ofAll();
}
