package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetCluster;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.draft.ShippingKvMachine;
import io.fleet.examples.kv.draft.SpeculativeKvMachine;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.machine.StateMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;

/** A counter that many connections of several nodes raise by transactions that watch it. */
@Tag("slow")
class WatchClusterTest {
    private static final int NODES = 3;
    private static final int EACH = 40;

    private static StateMachine machine(final StoreKind kind) {
        return switch (kind) {
            case SPECULATIVE -> new SpeculativeKvMachine(KvLimits.STANDARD, System::nanoTime);
            case SHIPPING -> new ShippingKvMachine(KvLimits.STANDARD, System::nanoTime);
            default -> new KvMachine(kind, KvBounds.NONE);
        };
    }

    private static ReadConsistency reads(final int node) {
        return node == 0 ? ReadConsistency.LINEARIZABLE_LOG
            : node == 1 ? ReadConsistency.LINEARIZABLE_QUORUM : ReadConsistency.LOCAL;
    }

    @ParameterizedTest
    @CsvSource({"HEAP", "PAYLOADS", "SPECULATIVE", "SHIPPING"})
    void shouldLoseNoIncrement(final StoreKind kind) throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(2 * NODES);
        final List<RespServer> servers = new ArrayList<>();
        try (FleetCluster cluster = FleetCluster.builder().nodes(NODES)
            .config(RedisClientsContract.patient(GroupConfig.scattered())).machine(() -> machine(kind)).launch()) {
            final List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < NODES; i++) {
                final RespServer server = RespServer.start("127.0.0.1", 0, cluster.client(i),
                    () -> new ReplicaInfo(1, "leader", 1, 3, 12, 11, 10, 9, 1, "VOTER"), KvBounds.NONE, kind, reads(i),
                    KvLimits.STANDARD, RespLimits.standard(NODES));
                servers.add(server);
                tasks.add(() -> raise(server.port()));
                tasks.add(() -> raise(server.port()));
            }
            int aborted = 0;
            for (final Future<Integer> each : threads.invokeAll(tasks, 120, TimeUnit.SECONDS)) {
                aborted += each.get();
            }
            try (Jedis jedis = new Jedis("127.0.0.1", servers.get(0).port())) {
                assertEquals(Integer.toString(2 * NODES * EACH), jedis.get("n"));
            }
            assertTrue(aborted > 0, "nobody came in between");
            servers.forEach(RespServer::close);
        } finally {
            threads.shutdownNow();
        }
    }

    /** How many transactions were aborted. */
    private static int raise(final int port) {
        int aborted = 0;
        try (Jedis jedis = new Jedis("127.0.0.1", port, 60_000)) {
            for (int done = 0; done < EACH;) {
                jedis.watch("n");
                final String before = jedis.get("n");
                final Transaction transaction = jedis.multi();
                transaction.set("n", Integer.toString(before == null ? 1 : Integer.parseInt(before) + 1));
                if (transaction.exec() == null) {
                    aborted++;
                } else {
                    done++;
                }
            }
        }
        return aborted;
    }
}
