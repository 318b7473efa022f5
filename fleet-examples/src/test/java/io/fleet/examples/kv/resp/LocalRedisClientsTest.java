package io.fleet.examples.kv.resp;

import io.fleet.FleetClient;
import io.fleet.examples.LocalClient;
import io.fleet.examples.kv.KvMachine;

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
