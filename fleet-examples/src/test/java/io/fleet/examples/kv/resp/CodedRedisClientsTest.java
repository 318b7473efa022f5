package io.fleet.examples.kv.resp;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;

/** Redis' clients against a server in front of five members that store a segment of each value. */
class CodedRedisClientsTest extends RedisClientsContract {
    private FleetCluster cluster;

    @Override
    StoreKind kind() {
        return StoreKind.PAYLOADS;
    }

    @Override
    FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(5).config(patient(GroupConfig.coded(3, 2)).withRetryMillis(2_000))
            .machine(() -> new KvMachine(kind(), KvBounds.NONE)).launch();
        return cluster.client();
    }

    @Override
    void closeGroup() {
        cluster.close();
    }
}
