package io.fleet.examples.kv;

import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;

/** The same of a machine that keeps long values as payloads, with batches that are looked into. */
class PayloadKvMachineTest extends KvMachineTest {
    @Override
    KvDriver driver() {
        return new KvDriver(new KvMachine(StoreKind.PAYLOADS, KvBounds.NONE), KvBounds.NONE);
    }
}
