package io.fleet.node.store;

import io.fleet.consensus.store.PromiseStore;
import io.fleet.storage.meta.MetaStore;

/** What one group has promised, in the node's meta store. */
record DurablePromise(int groupId, MetaStore meta) implements PromiseStore {
    @Override
    public long promised() {
        return meta.promised(groupId);
    }

    @Override
    public void promise(final long ballot) {
        meta.promise(groupId, ballot);
    }

    @Override
    public long durablePromise() {
        return meta.durablePromise(groupId);
    }

    @Override
    public void lease(final long millis) {
        meta.lease(groupId, (int) millis);
    }

    @Override
    public void forgetLeases(final long millis) {
        meta.forgetLeases(groupId, (int) millis);
    }

    @Override
    public long durableLease() {
        return meta.durableLease(groupId);
    }
}
