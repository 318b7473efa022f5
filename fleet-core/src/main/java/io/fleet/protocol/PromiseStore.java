package io.fleet.protocol;

/** The durable promise of one group's storage node. */
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
}
