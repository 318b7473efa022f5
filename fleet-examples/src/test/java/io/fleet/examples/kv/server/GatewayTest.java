package io.fleet.examples.kv.server;

import static io.fleet.fixture.cluster.Clusters.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetNode;
import io.fleet.Member;
import io.fleet.NodeConfig;
import io.fleet.TransportKind;
import io.fleet.client.ReadConsistency;
import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.config.QuorumLayout;
import io.fleet.error.ConfigException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.resp.RespLimits;
import io.fleet.examples.kv.resp.RespServer;
import io.fleet.examples.kv.store.KvBounds;
import io.fleet.examples.kv.store.KvLimits;
import io.fleet.examples.kv.store.StoreKind;
import io.fleet.fixture.cluster.Clusters;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** Gateways in front of three nodes, which speak over UDP, in one process. */
@Tag("slow")
class GatewayTest {
    private static final int NODES = 3;
    private static final int PATIENCE_MILLIS = (int) (Clusters.PATIENCE_SECONDS * 1_000);
    private static final GroupConfig CONFIG = Clusters.patient(GroupConfig.scattered()
        .withMaxCommandBytes(1 << 20));

    @TempDir
    Path directory;
    private List<Member> members;
    private final FleetNode[] nodes = new FleetNode[NODES];
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void launch() throws IOException {
        members = Clusters.freeMembers(NODES);
        for (int i = 0; i < NODES; i++) {
            nodes[i] = FleetNode.launch(NodeConfig.builder().clusterId(1).nodeId(i)
                .transport(TransportKind.MDC).directory(directory.resolve("node-" + i)).members(members)
                .scatteredLog(Clusters.SCATTERED).orderedLog(Clusters.ORDERED)
                .group(0, CONFIG, KvMachine::new).build());
        }
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
        for (final FleetNode node : nodes) {
            node.close();
        }
    }

    private KvOptions options(final long cluster, final List<Member> known, final GroupConfig config) {
        return new KvOptions(cluster, 0, new KvMembership(known.stream().map(each -> each.host() + ":" + each.port())
            .toList(), false, false, Set.of(), QuorumLayout.majority(), Clusters.LOOPBACK), Clusters.LOOPBACK, 0, -1,
            -1,
            List.of(), false, null, null, List.of(), config, StoreKind.HEAP, KvBounds.NONE,
            ReadConsistency.LINEARIZABLE_LOG,
            0, 1,
            RespLimits.standard(1));
    }

    /** A gateway with all that {@code fleet kv --gateway} starts. */
    private final class Started {
        private final Replicas gateway;
        private final RespServer server;
        private final HttpEndpoint http;

        Started(final KvOptions options, final RespLimits limits) throws IOException {
            gateway = FleetReplicas.launch(options);
            open.add(gateway);
            server = RespServer.start(Clusters.LOOPBACK, 0, gateway.client(0), () -> gateway.info(0),
                options.bounds(), options.store(), options.reads(), KvLimits.of(options.config()), limits);
            open.add(server);
            http = HttpEndpoint.start(Clusters.LOOPBACK, 0, gateway, List.of(server));
            open.add(http);
        }

        Jedis jedis() {
            return new Jedis(new HostAndPort(Clusters.LOOPBACK, server.port()), DefaultJedisClientConfig.builder()
                .timeoutMillis(PATIENCE_MILLIS).build());
        }

        HttpResponse<String> get(final String path) {
            try {
                return HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                    URI.create("http://" + Clusters.LOOPBACK + ":" + http.port() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
            } catch (final IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void awaitReady() {
            await("the gateway is ready", () -> get("/ready").statusCode() == 200);
        }
    }

    private Started start() throws IOException {
        return new Started(options(1, members, CONFIG), RespLimits.standard(1));
    }

    @Test
    void shouldServeAsItsNodesDoAndSayWhatItIs() throws Exception {
        final Started gateway = start();
        gateway.awaitReady();
        assertEquals("live\n", gateway.get("/live").body());
        try (Jedis jedis = gateway.jedis()) {
            assertEquals("OK", jedis.set("greeting", "hello"));
            assertEquals("hello", jedis.get("greeting"));
            final String info = jedis.info();
            assertTrue(info.contains(
                "# Replication\r\nrole:master\r\nconnected_slaves:0\r\nnode_role:gateway\r\nleader:" + leader()
                    + "\r\nballot:"), info);
            assertTrue(info.endsWith("# Fleet\r\nstanding:READY\r\n"), info);
            assertFalse(info.contains("_lsn:"), info);
            final String metrics = gateway.get("/metrics").body();
            assertTrue(metrics.contains("fleet_kv_connections{node=\"gateway\"} 1.0"), metrics);
            assertTrue(metrics.contains("fleet_client_opened_sessions_total{node=\"gateway\"} 1.0"), metrics);
            assertTrue(metrics.contains("fleet_kv_commands_refused_total{node=\"gateway\"} 0.0"), metrics);
            assertTrue(metrics.contains("fleet_kv_unanswered_commands{node=\"gateway\"}"), metrics);
        }
        assertThrows(IOException.class, () -> gateway.gateway.listen(0, Clusters.LOOPBACK, 0));
    }

    private int leader() {
        await("a leader is known", () -> nodes[0].status(0).leader() >= 0);
        return nodes[0].status(0).leader();
    }

    @Test
    void shouldLetClientsOfSeveralGatewaysSeeWhatTheOthersWrote() throws Exception {
        final Started one = start();
        final Started other = start();
        try (Jedis first = one.jedis(); Jedis second = other.jedis()) {
            for (int i = 1; i <= 100; i++) {
                assertEquals(2L * i - 1, first.incr("n"));
                assertEquals(2L * i, second.incr("n"));
            }
            first.set("k", "1");
            assertEquals("1", second.get("k"));
        }
    }

    @Test
    void shouldGoOnWhenTheNodeThatLeadsIsGone() throws Exception {
        final Started gateway = start();
        try (Jedis jedis = gateway.jedis()) {
            assertEquals(1, jedis.incr("n"));
            nodes[leader()].close();
            for (int i = 2; i <= 50; i++) {
                assertEquals(i, jedis.incr("n"));
            }
        }
        gateway.awaitReady();
    }

    @Test
    void shouldNotBeReadyWhileNobodyLeads() throws Exception {
        final Started gateway = start();
        gateway.awaitReady();
        nodes[0].close();
        nodes[1].close();
        await("it says that reads are not answered", () -> gateway.get("/ready").body()
            .startsWith("gateway: a read has not been answered for "));
        assertEquals(503, gateway.get("/ready").statusCode());
        nodes[2].close();
        await("it says that it hears nobody", () -> gateway.get("/ready").body()
            .startsWith("gateway: has heard no node for "));
        assertEquals(503, gateway.get("/ready").statusCode());
        try (Jedis jedis = gateway.jedis()) {
            assertEquals("PONG", jedis.ping());
            assertTrue(jedis.info("fleet").contains("standing:has heard no node for "));
        }
        assertEquals("live\n", gateway.get("/live").body());
    }

    @Test
    void shouldSayThatItHasHeardNobody() throws Exception {
        final Started gateway = new Started(options(1, Clusters.freeMembers(1), CONFIG), RespLimits.standard(1));
        assertEquals("gateway: has heard no node yet\n", gateway.get("/ready").body());
        try (Jedis jedis = gateway.jedis()) {
            assertTrue(jedis.info("replication").contains("leader:-1\r\nballot:0\r\n"));
        }
    }

    @Test
    void shouldEndWithWhatNodesSayWhereTheyRefuseIt() throws Exception {
        final Started right = start();
        right.awaitReady();
        final Started wrong = new Started(options(2, members, CONFIG), RespLimits.standard(1));
        final ConfigException cluster = assertThrows(ConfigException.class, wrong.gateway::awaitTermination);
        assertTrue(cluster.getMessage().startsWith("clusterId is 2, but must be 1: that is what node "),
            cluster.getMessage());
        assertTrue(wrong.get("/ready").body().startsWith(
            "gateway: no node listens to it: clusterId is 2, but must be"));
        try (Jedis jedis = wrong.jedis()) {
            final String refused = assertThrows(JedisDataException.class, () -> jedis.set("k", "1")).getMessage();
            assertTrue(refused.startsWith("ERR clusterId is 2, but must be 1: "), refused);
        }
        final Started leased = new Started(options(1, members, CONFIG.withLeases(LeaseConfig.of(200)
            .atEveryReplica())), RespLimits.standard(1));
        final ConfigException settings = assertThrows(ConfigException.class, leased.gateway::awaitTermination);
        assertTrue(settings.getMessage().startsWith("replicaLeaseMillis is 200, but must be 0"), settings.getMessage());
    }

    @Test
    void shouldEndInOrderWhenItIsClosed() throws Exception {
        final Replicas gateway = FleetReplicas.launch(options(1, members, CONFIG));
        final CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
            try {
                gateway.awaitTermination();
            } catch (final Exception e) {
                throw new AssertionError(e);
            }
        });
        gateway.close();
        Clusters.get(ended);
    }

    @Test
    void shouldRefuseWhatIsAboveTheBoundAndApplyNothingOfIt() throws Exception {
        final Started gateway = new Started(options(1, members, CONFIG), new RespLimits(64L << 20, 0, 64, 16L << 20));
        gateway.awaitReady();
        final int floods = 8;
        final int each = 500;
        final List<Connection> flooding = new ArrayList<>();
        for (int i = 0; i < floods; i++) {
            final Connection connection = new Connection(new HostAndPort(Clusters.LOOPBACK, gateway.server.port()),
                DefaultJedisClientConfig.builder().timeoutMillis(PATIENCE_MILLIS).build());
            flooding.add(connection);
            for (int j = 0; j < each; j++) {
                connection.sendCommand(Protocol.Command.INCR, "flood");
            }
        }
        long applied = 0;
        try (Jedis quiet = gateway.jedis()) {
            for (int i = 1; i <= 100; i++) {
                assertEquals(i, quiet.incr("quiet"), "who has one command at a time is always served");
            }
            for (final Connection connection : flooding) {
                for (final Object answer : connection.getMany(each)) {
                    if (answer instanceof JedisDataException refused) {
                        assertTrue(refused.getMessage().startsWith(
                            "TRYAGAIN not applied: 64 commands may be without an"),
                            refused.getMessage());
                    } else {
                        applied++;
                    }
                }
                connection.close();
            }
            assertEquals(Long.toString(applied), quiet.get("flood"));
        }
        assertTrue(applied > 0);
        assertEquals(floods * each - applied, gateway.server.refused());
        assertTrue(gateway.server.refused() > 0, "nothing was refused");
        await("nothing is without an answer", () -> gateway.server.unansweredCommands() == 0);
    }
}
