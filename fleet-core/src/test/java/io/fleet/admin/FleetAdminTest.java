package io.fleet.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.FleetClient;
import io.fleet.FleetCluster;
import io.fleet.FleetNode;
import io.fleet.machine.Command;
import io.fleet.machine.Query;
import io.fleet.machine.Reply;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.machine.StateMachine;
import io.fleet.node.GroupReport;
import io.fleet.node.NodeEvent;
import io.fleet.node.NodeStatus;
import io.fleet.protocol.Role;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of three nodes that is looked after while it works, loses its majority, and ends. */
class FleetAdminTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @Test
    void shouldTellHowARunningClusterStands() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            final FleetClient client = cluster.client();
            for (int i = 0; i < 50; i++) {
                client.submit(new byte[10]).get();
            }
            await(() -> cluster.node(0).health().notReady().isEmpty() && heardAll(cluster.node(0)));

            assertEquals("live\n", get(admin, "/live", 200));
            assertEquals("ready\n", get(admin, "/ready", 200));
            final NodeStatus status = cluster.node(0).status();
            final GroupReport group = status.groups().get(0);
            assertEquals(3, group.members().size());
            assertEquals(0, group.members().get(0).silentMillis());
            assertTrue(group.status().applied() >= 50 && group.members().get(2).applied() > 0, group.toString());
            assertTrue(status.directories().get(0).scatteredBytes() >= 32 << 20, status.toString());
            assertTrue(status.directories().get(0).freeBytes() > 0);
            final String json = get(admin, "/status", 200);
            assertTrue(json.startsWith("{\"clusterId\":1,\"nodeId\":0,\"state\":\"running\",\"live\":true,"), json);
            final String text = get(admin, "/status?format=text", 200);
            assertTrue(text.startsWith("node 0 of cluster 1: running for "), text);
            assertTrue(get(admin, "/events?format=text", 200).contains("  node      started: group 0 recovered up to"));
        }
    }

    @Test
    void shouldTellALostMajorityAndAnEnd() throws Exception {
        try (FleetCluster cluster = launch()) {
            final FleetNode node = cluster.node(2);
            try (FleetAdmin admin = FleetAdmin.listen(node, 0)) {
                await(() -> node.health().notReady().isEmpty());
                cluster.stop(0);
                cluster.stop(1);
                await(() -> !node.health().notReady().isEmpty());
                assertEquals("group 0: hears no leader\n", get(admin, "/ready", 503));
                assertEquals("live\n", get(admin, "/live", 200), "that is no reason to end it");
                await(() -> node.events().stream().anyMatch(event -> event.kind() == NodeEvent.Kind.ROLE
                    && event.state().equals(Role.PRE_CANDIDATE.name())));
                cluster.stop(2);
                assertEquals("stopped\n", get(admin, "/live", 503));
                assertEquals("stopped\n", get(admin, "/ready", 503));
                assertEquals(NodeEvent.Kind.STOPPED, node.events().get(node.events().size() - 1).kind());
                assertTrue(get(admin, "/status", 200).contains("\"state\":\"stopped\",\"live\":false,\"ready\":false"));
            }
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() throws Exception {
        try (FleetCluster cluster = launch(); FleetAdmin admin = FleetAdmin.listen(cluster.node(0), 0)) {
            assertEquals("there is /live, /ready, /status, /events and /metrics\n", get(admin, "/", 404));
            assertEquals("there is /live, /ready, /status, /events and /metrics\n", get(admin, "/status/x", 404));
            assertEquals("this endpoint was started without a source of metrics\n", get(admin, "/metrics", 404));
            assertEquals("format is 'xml', but must be json or text\n", get(admin, "/status?format=xml", 400));
            assertEquals("limit is '-1', but must be a number from 0 to 999999999\n",
                get(admin, "/events?limit=-1", 400));
            assertEquals("/status takes GET\n", send(admin, "/status", "POST").body());
            assertEquals(405, send(admin, "/status", "POST").statusCode());
            assertEquals(200, send(admin, "/live", "HEAD").statusCode());
            final String taken = assertThrows(UncheckedIOException.class,
                () -> FleetAdmin.listen(cluster.node(1), admin.port())).getMessage();
            assertTrue(taken.startsWith("cannot listen on 127.0.0.1:" + admin.port()), taken);
            try (FleetAdmin other = FleetAdmin.listen(cluster.node(1), "127.0.0.1", 0, () -> "fleet_x 1\n")) {
                assertEquals("fleet_x 1\n", get(other, "/metrics", 200));
                assertNotEquals(admin.port(), other.port());
                assertEquals("{\"events\":[]}\n", get(other, "/events?limit=0", 200));
            }
            try (FleetAdmin broken = FleetAdmin.listen(cluster.node(1), "127.0.0.1", 0, () -> {
                throw new IllegalStateException("no registry");
            })) {
                assertEquals("java.lang.IllegalStateException: no registry\n", get(broken, "/metrics", 500));
                assertEquals("live\n", get(broken, "/live", 200));
            }
        }
    }

    private static boolean heardAll(final FleetNode node) {
        return node.health().groups().get(0).members().stream().allMatch(member -> member.applied() > 0);
    }

    private FleetCluster launch() {
        return FleetCluster.builder().nodes(3).machine(Echo::new).directory(directory).launch();
    }

    private static String get(final FleetAdmin admin, final String path, final int expected) throws Exception {
        final HttpResponse<String> response = send(admin, path, "GET");
        assertEquals(expected, response.statusCode(), response.body());
        return response.body();
    }

    private static HttpResponse<String> send(final FleetAdmin admin, final String path, final String method)
        throws Exception {
        return HTTP.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
            .timeout(Duration.ofSeconds(20)).method(method, HttpRequest.BodyPublishers.noBody()).build(),
            HttpResponse.BodyHandlers.ofString());
    }

    private static void await(final BooleanSupplier condition) {
        final long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "not within 30 s");
            Thread.yield();
        }
    }

    private static final class Echo implements StateMachine {
        @Override
        public void apply(final Command command, final Reply reply) {
            reply.writeByte((byte) 1);
        }

        @Override
        public void query(final Query query, final Reply reply) {
            reply.writeByte((byte) 2);
        }

        @Override
        public void writeSnapshot(final SnapshotWriter writer) {
            // it has no state
        }

        @Override
        public void readSnapshot(final SnapshotReader reader) {
            // it has no state
        }
    }
}
