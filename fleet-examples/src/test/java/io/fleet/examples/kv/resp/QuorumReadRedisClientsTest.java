package io.fleet.examples.kv.resp;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;

/** Redis' clients against a server in front of three replicas, with reads that ask a quorum. */
class QuorumReadRedisClientsTest extends RedisClientsContract {
    private FleetCluster cluster;

    @Override
    FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(3).config(patient(GroupConfig.scattered())).machine(KvMachine::new)
            .launch();
        return cluster.client();
    }

    @Override
    ReadConsistency reads() {
        return ReadConsistency.LINEARIZABLE_QUORUM;
    }

    @Override
    void closeGroup() {
        cluster.close();
    }
}
