package io.fleet.examples.kv.resp;

import io.fleet.FleetClient;
import io.fleet.FleetCluster;
import io.fleet.examples.kv.KvMachine;
import io.fleet.machine.GroupConfig;

/** Redis' clients against a server in front of three replicas. */
class ClusterRedisClientsTest extends RedisClientsContract {
    private FleetCluster cluster;

    @Override
    FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(3).config(patient(GroupConfig.scattered())).machine(KvMachine::new)
            .launch();
        return cluster.client();
    }

    @Override
    void closeGroup() {
        cluster.close();
    }
}
