package io.fleet.consensus.store;

/** The durable promise of one group's storage node, and how long it may have bound itself to leaders. */
public interface PromiseStore {
    /** The highest promise made, durable or on its way. */
    long promised();

    /**
     * Raises the promise; durable later.
     *
     * @param ballot higher than {@link #promised()}.
     */
    void promise(long ballot);

    /** The highest durable promise. */
    long durablePromise();

    /**
     * Stages that the node is about to grant leases of a length; durable later (L3).
     *
     * @param millis how long.
     */
    void lease(long millis);

    /**
     * Stages that all leases which the node has granted and that were longer have run out (L3). They are no part of
     * {@link #durableLease()} from now on, though the store may still say so after a restart.
     *
     * @param millis how long those are at most that may be in force, or will be granted; 0 for none.
     */
    void forgetLeases(long millis);

    /**
     * The longest lease that the node may have granted and that may be in force, as far as it will be known after a
     * restart at any moment from now on.
     *
     * @return milliseconds; 0 for none.
     */
    long durableLease();
}
