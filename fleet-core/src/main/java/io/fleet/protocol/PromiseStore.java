package io.fleet.protocol;

/** The durable promise of one group's storage node, and how long it may have bound itself to leaders. */
public interface PromiseStore {
    /**
     * The highest promise made, durable or on its way.
     *
     * @return the ballot.
     */
    long promised();

    /**
     * Raises the promise; durable later.
     *
     * @param ballot higher than {@link #promised()}.
     */
    void promise(long ballot);

    /**
     * The highest durable promise.
     *
     * @return the ballot.
     */
    long durablePromise();

    /**
     * Stages that the node is about to grant leases of a length; durable later (L3).
     *
     * @param millis how long.
     */
    void lease(long millis);

    /**
     * The longest lease that the node may ever have granted, as far as that is durable.
     *
     * @return milliseconds; 0 for none.
     */
    long durableLease();
}
