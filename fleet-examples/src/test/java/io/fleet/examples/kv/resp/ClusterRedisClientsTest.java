package io.fleet.examples.kv.resp;

import io.fleet.config.GroupConfig;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of three replicas. */
@Tag("slow")
class ClusterRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.scattered();
    }
}
