package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.testkit.local.LocalClient;

/** Redis' clients against a server in front of one machine whose keys and values are outside of the heap. */
class OffHeapRedisClientsTest extends RedisClientsContract {
    private KvMachine machine;
    private LocalClient client;

    @Override
    FleetClient openGroup() {
        machine = new KvMachine(StoreKind.OFFHEAP, new KvBounds(100_000, 1 << 28));
        client = new LocalClient(machine);
        return client;
    }

    @Override
    void closeGroup() throws InterruptedException {
        client.close();
        client.awaitEnd();
        machine.close();
    }
}
