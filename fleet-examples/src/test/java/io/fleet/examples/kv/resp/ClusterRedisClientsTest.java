package io.fleet.examples.kv.resp;

import io.fleet.FleetClient;
import io.fleet.FleetCluster;
import io.fleet.examples.kv.KvMachine;

/** Redis' clients against a server in front of three replicas. */
class ClusterRedisClientsTest extends RedisClientsContract {
    private FleetCluster cluster;

    @Override
    FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(3).machine(KvMachine::new).launch();
        return cluster.client();
    }

    @Override
    void closeGroup() {
        cluster.close();
    }
}
