package io.fleet.examples.kv.resp;

import io.fleet.client.FleetClient;
import io.fleet.examples.kv.KvMachine;
import io.fleet.testkit.local.LocalClient;

/** Redis' clients against a server in front of one machine in this process. */
class LocalRedisClientsTest extends RedisClientsContract {
    private LocalClient client;

    @Override
    FleetClient openGroup() {
        client = new LocalClient(new KvMachine());
        return client;
    }

    @Override
    void closeGroup() {
        client.close();
    }
}
