package io.fleet.examples.kv.resp;

import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.store.StoreKind;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of three replicas of the default mode whose long values are payloads. */
@Tag("full")
class PayloadRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.scattered();
    }

    @Override
    StoreKind kind() {
        return StoreKind.PAYLOADS;
    }
}
