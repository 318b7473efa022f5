package io.fleet.examples.kv.server;

import static io.fleet.fixture.cluster.Clusters.PATIENCE_SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.client.FleetClient;
import io.fleet.error.NoLeaderException;
import io.fleet.examples.kv.KvMachine;
import io.fleet.examples.kv.resp.ReplicaInfo;
import io.fleet.fixture.cluster.Clusters;
import io.fleet.testkit.local.LocalClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whether {@code /ready} knows what a read will meet. */
class ReadProbeTest {
    private final LocalClient client = new LocalClient(new KvMachine());

    @AfterEach
    void close() {
        client.close();
    }

    private static HttpResponse<String> get(final HttpEndpoint endpoint, final String path) throws Exception {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + endpoint.port() + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    @Tag("hazard-U-ready")
    void shouldBeReadyOnlyWhenAReadIsAnswered() throws Exception {
        final CountDownLatch gate = new CountDownLatch(1);
        try (HttpEndpoint endpoint = HttpEndpoint.start("127.0.0.1", 0, new One(), List.of())) {
            client.block(() -> await(gate));
            final HttpResponse<String> before = get(endpoint, "/ready");
            assertEquals(503, before.statusCode());
            assertTrue(before.body().matches("node 7: a read has not been answered for \\d+ ms\n"), before.body());
            assertEquals(200, get(endpoint, "/live").statusCode());
            gate.countDown();
            HttpResponse<String> after = get(endpoint, "/ready");
            while (after.statusCode() != 200) {
                after = get(endpoint, "/ready");
            }
            assertEquals("ready\n", after.body());
            final int sent = client.sent();
            assertEquals(200, get(endpoint, "/ready").statusCode());
            assertTrue(client.sent() <= sent + 1, "it is not asked at each request");
        }
    }

    @Test
    @Tag("hazard-U-ready")
    void shouldNotBeReadyWhileReadsFail() throws Exception {
        client.failWith(() -> new NoLeaderException("nobody leads"), false);
        final ReadProbe probe = new ReadProbe(new One(), 0);
        assertFalse(Clusters.get(probe.reason()) == null);
        client.failWith(null, false);
        assertTrue(Clusters.get(probe.reason()) == null);
    }

    private static void await(final CountDownLatch gate) {
        try {
            assertTrue(gate.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One replica, which thinks that it is ready. */
    private final class One implements Replicas {
        @Override
        public int count() {
            return 1;
        }

        @Override
        public FleetClient client(final int index) {
            return client;
        }

        @Override
        public ReplicaInfo info(final int index) {
            return new ReplicaInfo(7, "leader", 7, 1, 0, 0, 0, 0, 0, "VOTER");
        }

        @Override
        public List<String> notReady(final int index) {
            return List.of();
        }

        @Override
        public AutoCloseable listen(final int index, final String host, final int port) {
            return () -> {};
        }

        @Override
        public void bindTo(final MeterRegistry registry) {
            registry.getMeters();
        }

        @Override
        public void awaitTermination() {
        }

        @Override
        public void close() {
            client.close();
        }
    }
}
