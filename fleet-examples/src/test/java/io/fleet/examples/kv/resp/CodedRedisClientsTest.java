package io.fleet.examples.kv.resp;

import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.store.StoreKind;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of five members that store a segment of each value. */
@Tag("slow")
class CodedRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.coded(3, 2).withRetryMillis(2_000);
    }

    @Override
    int nodes() {
        return 5;
    }

    @Override
    StoreKind kind() {
        return StoreKind.PAYLOADS;
    }
}
