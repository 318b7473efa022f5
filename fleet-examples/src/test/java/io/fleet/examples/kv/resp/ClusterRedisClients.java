package io.fleet.examples.kv.resp;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.machine.StateMachine;

/** What Redis' clients expect of a server in front of a cluster; a subclass says of which. */
abstract class ClusterRedisClients extends RedisClientsContract {
    private FleetCluster cluster;

    abstract GroupConfig config();

    int nodes() {
        return 3;
    }

    StateMachine machine() {
        return new KvMachine(kind(), KvBounds.NONE);
    }

    @Override
    final FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(nodes()).config(patient(config()))
            .machine(this::machine).launch();
        return cluster.client();
    }

    @Override
    final void closeGroup() {
        cluster.close();
    }
}
