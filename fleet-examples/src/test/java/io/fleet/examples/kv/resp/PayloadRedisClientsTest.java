package io.fleet.examples.kv.resp;

import io.fleet.FleetCluster;
import io.fleet.client.FleetClient;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.StoreKind;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of three replicas of the default mode whose long values are payloads. */
@Tag("full")
class PayloadRedisClientsTest extends RedisClientsContract {
    private FleetCluster cluster;

    @Override
    StoreKind kind() {
        return StoreKind.PAYLOADS;
    }

    @Override
    FleetClient openGroup() {
        cluster = FleetCluster.builder().nodes(3).config(patient(GroupConfig.scattered()))
            .machine(() -> new KvMachine(kind(), KvBounds.NONE)).launch();
        return cluster.client();
    }

    @Override
    void closeGroup() {
        cluster.close();
    }
}
