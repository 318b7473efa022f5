package io.fleet.examples.kv.resp;

import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.draft.SpeculativeKvMachine;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.StateMachine;
import org.junit.jupiter.api.Tag;

/** Redis' clients against a server in front of three replicas that prepare commands before they are chosen. */
@Tag("slow")
class SpeculativeRedisClientsTest extends ClusterRedisClients {
    @Override
    GroupConfig config() {
        return GroupConfig.scattered();
    }

    @Override
    StoreKind kind() {
        return StoreKind.SPECULATIVE;
    }

    @Override
    StateMachine machine() {
        return new SpeculativeKvMachine(KvLimits.STANDARD, System::nanoTime);
    }
}
