package io.fleet.examples.kv.resp;

import io.fleet.config.GroupConfig;

/** Redis' clients against a server in front of three replicas. */
class ClusterRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.scattered();
    }
}
