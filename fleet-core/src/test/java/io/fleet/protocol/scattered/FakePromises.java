package io.fleet.protocol.scattered;

import io.fleet.protocol.PromiseStore;

/** A promise whose test says when it becomes durable. */
final class FakePromises implements PromiseStore {
    private long promised;
    private long durable;

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

    void flush() {
        durable = promised;
    }

    void crash() {
        promised = durable;
    }
}
