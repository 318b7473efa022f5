package io.fleet.examples.kv.resp;

import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of three replicas, with reads that ask a quorum. */
@Tag("full")
class QuorumReadRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.scattered();
    }

    @Override
    ReadConsistency reads() {
        return ReadConsistency.LINEARIZABLE_QUORUM;
    }
}
