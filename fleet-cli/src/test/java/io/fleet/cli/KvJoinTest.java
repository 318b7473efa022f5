package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Key-value servers, each a process, as an operator has them: one joins, and one is removed (S14). */
@Tag("full")
class KvJoinTest {
    private static final int NODES = 4;
    private static final int FOUNDERS = 3;

    @TempDir
    Path directory;

    @Test
    void shouldTakeANodeInAndLetAnotherGo() throws Exception {
        try (KvCluster kv = new KvCluster(directory, NODES)) {
            for (int node = 0; node < FOUNDERS; node++) {
                kv.start(node, FOUNDERS);
            }
            kv.await("three nodes are ready",
                () -> kv.admin(0, "ready") == 0 && kv.admin(1, "ready") == 0 && kv.admin(2, "ready") == 0);
            set(kv, 0, "hello");

            kv.start(3, NODES, "--join");
            kv.await("node 3 runs", () -> kv.admin(3, "live") == 0);
            assertEquals(1, kv.admin(3, "ready"));
            assertEquals(0, kv.admin(3, "members"));
            assertEquals("group 0: this node waits to be added to it\n", kv.said());
            final String taken = kv.address(2);
            assertEquals(1, kv.admin(1, "add", "--node", "3", "--address", taken));
            assertEquals("fleet: group 0: members stay: " + taken + " is the address of node 2\n", kv.said());
            assertEquals(0, kv.admin(1, "add", "--node", "3", "--address", kv.address(3), "--timeout", "60"), kv::said);
            assertTrue(kv.said().contains("  node 3 votes, " + kv.address(3) + "\n"), kv.said());
            kv.await("node 3 is ready", () -> kv.admin(3, "ready") == 0);
            assertEquals("hello", get(kv, 3));

            assertEquals(0, kv.admin(3, "remove", "--node", "0", "--timeout", "60"), kv::said);
            kv.await("node 0 says that it is removed",
                () -> kv.admin(0, "ready") == 1 && kv.said().contains("is removed from it"));
            final HttpResponse<String> health = HttpClient.newHttpClient().send(HttpRequest.newBuilder(
                URI.create(kv.health(0) + "/ready")).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(503, health.statusCode());
            assertTrue(health.body().contains("group 0: is removed from it"), health.body());
            kv.await("its log says so",
                () -> kv.log(0).contains("node 0 group 0: does not belong to the group any more"));
            kv.stop(0);
            set(kv, 3, "bye");

            kv.stop(3);
            kv.start(3, NODES, "--join");
            kv.await("node 3 is ready again", () -> kv.admin(3, "ready") == 0);
            assertEquals("bye", get(kv, 3));
            assertEquals(0, kv.admin(3, "members"));
            assertEquals(4, kv.said().lines().count(), kv.said());
        }
    }

    private static void set(final KvCluster kv, final int node, final String value) {
        try (Jedis client = kv.client(node)) {
            assertEquals("OK", client.set("greeting", value));
        }
    }

    private static String get(final KvCluster kv, final int node) {
        try (Jedis client = kv.client(node)) {
            return client.get("greeting");
        }
    }
}
