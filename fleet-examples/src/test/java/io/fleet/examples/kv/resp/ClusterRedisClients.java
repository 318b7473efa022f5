package io.fleet.examples.kv.resp;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;

/** What Redis' clients expect of a server in front of a cluster; a subclass says of which. */
abstract class ClusterRedisClients extends RedisClientsContract {
    private FleetCluster cluster;

    abstract GroupConfig config();

    int nodes() {
        return 3;
    }

    @Override
    final FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(nodes()).config(patient(config()))
            .machine(() -> new KvMachine(kind(), KvBounds.NONE)).launch();
        return cluster.client();
    }

    @Override
    final void closeGroup() {
        cluster.close();
    }
}
