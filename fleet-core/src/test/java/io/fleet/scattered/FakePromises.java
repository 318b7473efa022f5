package io.fleet.scattered;

import io.fleet.consensus.store.PromiseStore;

/** A promise whose test says when it becomes durable. */
public final class FakePromises implements PromiseStore {
    private long promised;
    private long durable;
    private long lease;
    private long durableLease;

    @Override
    public long promised() {
        return promised;
    }

    @Override
    public void promise(final long ballot) {
        if (ballot <= promised) {
            throw new AssertionError("promised " + ballot + " after " + promised);
        }
        promised = ballot;
    }

    @Override
    public long durablePromise() {
        return durable;
    }

    @Override
    public void lease(final long millis) {
        lease = Math.max(lease, millis);
    }

    @Override
    public void forgetLeases(final long millis) {
        lease = Math.min(lease, millis);
        durableLease = Math.min(durableLease, millis);
    }

    @Override
    public long durableLease() {
        return durableLease;
    }

    public void flush() {
        durable = promised;
        durableLease = lease;
    }

    void crash() {
        promised = durable;
        lease = durableLease;
    }
}
