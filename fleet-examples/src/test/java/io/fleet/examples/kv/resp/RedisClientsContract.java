package io.fleet.examples.kv.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.protocol.ProtocolVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.GetExParams;
import redis.clients.jedis.params.LCSParams;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.LCSMatchResult;
import redis.clients.jedis.resps.ScanResult;

/**
 * What Redis' clients expect of the server, whatever is behind it. A subclass says what is: {@link #openGroup()} gives
 * a client of an empty store, {@link #closeGroup()} ends it.
 */
abstract class RedisClientsContract {
    /** How long what shares its processors with other work may take; these tests ask for answers, not for speed. */
    private static final int PATIENCE_MILLIS = 60_000;

    private RespServer server;

    /** Groups wait for a large value as long as their clients do here: 6 MiB are written three times and more. */
    static GroupConfig patient(final GroupConfig config) {
        return config.withRequestTimeoutMillis(PATIENCE_MILLIS);
    }

    /** A client of a group of key-value machines that hold nothing. */
    abstract FleetClient openGroup() throws Exception;

    /** What reads may see. */
    ReadConsistency reads() {
        return ReadConsistency.LINEARIZABLE_LOG;
    }

    /** Ends what {@link #openGroup()} began. */
    abstract void closeGroup() throws Exception;

    /** Where its machines keep their values. */
    StoreKind kind() {
        return StoreKind.HEAP;
    }

    @BeforeEach
    void startServer() throws Exception {
        server = RespServer.start("127.0.0.1", 0, openGroup(),
            () -> new ReplicaInfo(1, "leader", 1, 3, 12, 11, 10, 9, 1, "VOTER"), KvBounds.NONE, kind(),
            reads(), KvLimits.STANDARD, RespLimits.standard(1));
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
        closeGroup();
    }

    final RespServer server() {
        return server;
    }

    private Jedis jedis(final RedisProtocol protocol) {
        return new Jedis(new HostAndPort("127.0.0.1", server.port()),
            DefaultJedisClientConfig.builder().protocol(protocol)
                .clientName("test").socketTimeoutMillis(PATIENCE_MILLIS).build());
    }

    @ParameterizedTest
    @EnumSource(RedisProtocol.class)
    void shouldServeJedis(final RedisProtocol protocol) {
        try (Jedis jedis = jedis(protocol)) {
            assertEquals("PONG", jedis.ping());
            assertEquals("OK", jedis.set("a", "1"));
            assertEquals("1", jedis.get("a"));
            assertNull(jedis.get("none"));
            assertEquals(2, jedis.incr("a"));
            assertNull(jedis.set("a", "x", SetParams.setParams().nx()));
            assertEquals("OK", jedis.set("b", "x", SetParams.setParams().px(60_000)));
            assertTrue(jedis.pttl("b") > 50_000);
            final List<String> values = jedis.mget("a", "none", "b");
            assertEquals("2", values.get(0));
            assertNull(values.get(1));
            assertEquals("x", values.get(2));
            assertEquals(2, jedis.dbSize());
            assertEquals(2, jedis.del("a", "b", "c"));
            assertEquals("none", jedis.type("a"));
            assertEquals("test", jedis.clientGetname());
            assertEquals("", jedis.configGet("save").get("save"));
            assertTrue(jedis.info("replication").contains("node_role:leader"));
            assertThrows(JedisDataException.class, () -> jedis.select(1));
            assertEquals("ERR value is not an integer or out of range", assertThrows(JedisDataException.class, () -> {
                jedis.set("a", "x");
                jedis.incr("a");
            }).getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(RedisProtocol.class)
    void shouldServeJedisWithPartsOfValues(final RedisProtocol protocol) {
        try (Jedis jedis = jedis(protocol)) {
            final String large = "0123456789".repeat(50);
            jedis.set("large", large);
            assertEquals("789", jedis.getrange("large", -3, -1));
            assertEquals("OK", jedis.rename("large", "other"));
            assertTrue(jedis.copy("other", "large", false));
            assertEquals(502, jedis.setrange("large", 499, "xyz"));
            assertTrue(jedis.setbit("other", 0, true) != jedis.getbit("other", 2));
            assertEquals(large.substring(0, 499) + "xyz", jedis.get("large"));
            assertEquals(10.6, jedis.incrByFloat("f", 10.6));
            assertEquals("10.6", jedis.getEx("f", GetExParams.getExParams().ex(100)));
            assertTrue(jedis.expireTime("f") > 0);
            assertEquals(0, jedis.msetnx("f", "1", "new", "2"));
            assertEquals("embstr", jedis.objectEncoding("f"));
            assertTrue(Set.of("f", "large", "other").contains(jedis.randomKey()));
            jedis.mset("o", "ohmytext", "m", "mynewtext");
            assertEquals("mytext", jedis.lcs("o", "m", LCSParams.LCSParams()).getMatchString());
            final LCSMatchResult matches = jedis.lcs("o", "m", LCSParams.LCSParams().idx().withMatchLen());
            assertEquals(6, matches.getLen());
            assertEquals(4, matches.getMatches().get(0).getMatchLen());
            assertEquals("ERR unknown subcommand 'X'. Try OBJECT HELP.", assertThrows(JedisDataException.class,
                () -> jedis.sendCommand(Protocol.Command.OBJECT, "X", "f")).getMessage());
            assertEquals("ERR DB index is out of range", assertThrows(JedisDataException.class,
                () -> jedis.move("f", 1)).getMessage());
            assertEquals("ERR DB index is out of range", assertThrows(JedisDataException.class,
                () -> jedis.swapDB(0, 1)).getMessage());
            final Transaction transaction = jedis.multi();
            transaction.setrange("large", 0, "z");
            transaction.getbit("large", 0);
            transaction.lcs("o", "m", LCSParams.LCSParams().len());
            assertEquals(3, transaction.exec().size());
        }
    }

    @ParameterizedTest
    @EnumSource(RedisProtocol.class)
    void shouldRunJedisPipelinesAndTransactions(final RedisProtocol protocol) {
        try (Jedis jedis = jedis(protocol)) {
            final Pipeline pipeline = jedis.pipelined();
            final List<Response<Long>> counts = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                counts.add(pipeline.incr("n"));
            }
            final Response<String> value = pipeline.get("n");
            pipeline.sync();
            for (int i = 0; i < counts.size(); i++) {
                assertEquals(i + 1L, counts.get(i).get());
            }
            assertEquals("3000", value.get());

            final Transaction transaction = jedis.multi();
            transaction.set("t", "1");
            transaction.incr("t");
            transaction.get("t");
            assertEquals(List.of("OK", 2L, "2"), transaction.exec());
            final Transaction dropped = jedis.multi();
            dropped.set("t", "lost");
            dropped.discard();
            assertEquals("2", jedis.get("t"));
        }
    }

    @Test
    void shouldScanWithJedis() {
        try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
            final Set<String> expected = new HashSet<>();
            for (int i = 0; i < 300; i++) {
                jedis.set("k" + i, "v");
                expected.add("k" + i);
            }
            final Set<String> found = new HashSet<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            do {
                final ScanResult<String> page = jedis.scan(cursor, new ScanParams().match("k*").count(20));
                found.addAll(page.getResult());
                cursor = page.getCursor();
            } while (!"0".equals(cursor));
            assertEquals(expected, found);
            assertEquals(expected, jedis.keys("k*"));
            assertEquals("OK", jedis.flushAll());
            assertEquals(0, jedis.dbSize());
        }
    }

    @ParameterizedTest
    @EnumSource(ProtocolVersion.class)
    void shouldServeLettuce(final ProtocolVersion version) throws Exception {
        final RedisClient lettuce = RedisClient.create(RedisURI.create("127.0.0.1", server.port()));
        lettuce.setOptions(io.lettuce.core.ClientOptions.builder().protocolVersion(version).build());
        try (StatefulRedisConnection<String, String> connection = lettuce.connect()) {
            final RedisCommands<String, String> redis = connection.sync();
            assertEquals("PONG", redis.ping());
            assertEquals("OK", redis.set("a", "1", SetArgs.Builder.ex(100)));
            final long secondsLeft = redis.ttl("a");
            assertTrue(0 < secondsLeft && secondsLeft <= 100, secondsLeft + " s");
            assertEquals("1", redis.setGet("a", "2", SetArgs.Builder.keepttl()));
            assertEquals(3, redis.incr("a"));
            assertEquals(List.of("a"), redis.keys("*"));
            redis.multi();
            redis.append("a", "0");
            redis.get("none");
            final TransactionResult result = redis.exec();
            assertEquals(2L, (Long) result.get(0));
            assertNull(result.get(1));
            final ScanIterator<String> scan = ScanIterator.scan(redis, ScanArgs.Builder.limit(1));
            assertEquals("a", scan.next());
            final List<RedisFuture<Long>> counts = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                counts.add(connection.async().incr("n"));
            }
            for (int i = 0; i < counts.size(); i++) {
                assertEquals(i + 1L, counts.get(i).get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS));
            }
            assertTrue(redis.commandCount() > 30);
            assertTrue(redis.clientList().contains("addr="));
        } finally {
            lettuce.shutdown(0, 2, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldLoseNoIncrementOfManyConnections() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            final List<Callable<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                tasks.add(() -> {
                    try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
                        for (int j = 0; j < 200; j++) {
                            jedis.incr("n");
                        }
                    }
                    return null;
                });
            }
            for (final Future<Void> each : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
                each.get();
            }
            try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
                assertEquals("800", jedis.get("n"));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void shouldCarryAnyBytesAndLargeValues() throws IOException {
        try (Jedis jedis = jedis(RedisProtocol.RESP2)) {
            final byte[] key = new byte[256];
            for (int i = 0; i < key.length; i++) {
                key[i] = (byte) i;
            }
            jedis.set(key, key);
            assertEquals(List.of(key.length), List.of(jedis.get(key).length));
            final String large = "v".repeat(6 * 1024 * 1024);
            jedis.set("large", large);
            assertEquals(large, jedis.get("large"));
            final JedisDataException refused = assertThrows(JedisDataException.class,
                () -> jedis.set("larger", "v".repeat(9 * 1024 * 1024)));
            assertTrue(refused.getMessage().startsWith("ERR command of "), refused.getMessage());
            assertEquals(2, jedis.dbSize());
            assertInstanceOf(String.class, jedis.get("large"));
        }
    }
}
