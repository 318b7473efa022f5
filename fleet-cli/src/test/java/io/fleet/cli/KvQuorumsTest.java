package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Key-value servers, each a process, whose voters count in storage groups of witnesses. */
@Tag("full")
class KvQuorumsTest {
    private static final int FULL = 3;
    private static final int SOME = 300;

    @TempDir
    Path directory;

    /** Three with keys, which count for nothing, and two storage groups; one of each is lost for good. */
    @Test
    void shouldLoseNothingWithOneOfEachStorageGroupAndOneWithKeys() throws Exception {
        final int nodes = 9;
        try (KvCluster cluster = new KvCluster(directory, nodes)) {
            for (int node = 0; node < nodes; node++) {
                cluster.start(node, nodes, "--witnesses", "3,4,5,6,7,8", "--quorums", "groups:3,4,5/6,7,8");
            }
            cluster.await("all are ready", () -> areReady(cluster, 0, nodes));
            assertEquals(0, cluster.admin(0, "members"));
            assertTrue(cluster.said().contains("\n  quorums groups 3,4,5/6,7,8\n  node 0 votes, counts in no quorum, "),
                cluster.said());
            assertTrue(cluster.said().contains("\n  node 8 votes (witness), storage group 2, "), cluster.said());
            try (Jedis client = cluster.client(0)) {
                write(client, 0, SOME);
                cluster.kill(1);
                cluster.kill(4);
                cluster.kill(8);
                write(client, SOME, 2 * SOME);
            }
            for (final int node : new int[] {0, 2}) {
                try (Jedis client = cluster.client(node)) {
                    for (int i = 0; i < 2 * SOME; i++) {
                        assertEquals("value-" + i, client.get("key-" + i), "key-" + i + " at node " + node);
                    }
                }
            }
        }
    }

    private static void write(final Jedis client, final int from, final int to) {
        for (int i = from; i < to; i++) {
            final String key = "key-" + i;
            final String value = "value-" + i;
            while (!set(client, key, value)) {
                assertTrue(client.isConnected(), "the server closed the connection");
            }
        }
    }

    /** A leader may be lost meanwhile: then it is asked for once more, which sets the same. */
    private static boolean set(final Jedis client, final String key, final String value) {
        try {
            return "OK".equals(client.set(key, value));
        } catch (final redis.clients.jedis.exceptions.JedisDataException e) {
            assertTrue(e.getMessage().startsWith("TRYAGAIN"), e.getMessage());
            return false;
        }
    }

    /** Witnesses come one by one; then they are storage groups, and are one again, while clients write. */
    @Test
    void shouldChangeQuorumsWithoutAFailedCommand() throws Exception {
        final int nodes = 6;
        try (KvCluster cluster = new KvCluster(directory, nodes)) {
            for (int node = 0; node < FULL; node++) {
                cluster.start(node, FULL, "--quorums", "groups:0,1,2");
            }
            cluster.await("the founders are ready", () -> areReady(cluster, 0, FULL));
            for (int node = FULL; node < nodes; node++) {
                final int added = node;
                cluster.start(node, node + 1, "--join", "--witnesses", Integer.toString(node));
                cluster.await("node " + node + " runs", () -> cluster.admin(added, "live") == 0);
                assertEquals(0, cluster.admin(0, "add", "--node", Integer.toString(node), "--address",
                    cluster.address(node), "--role", "storage", "--timeout", "120"), cluster.said());
                assertTrue(cluster.said().contains("  node " + node + " votes (witness), counts in no quorum, "),
                    cluster.said());
            }
            cluster.await("all are ready", () -> areReady(cluster, 0, nodes));

            final AtomicBoolean stop = new AtomicBoolean();
            final List<Writer> writers = new ArrayList<>();
            for (int node = 0; node < FULL; node++) {
                writers.add(new Writer(cluster, node, stop));
            }
            awaitWrites(cluster, writers);
            change(cluster, 1, "groups:0,1,2/3,4,5");
            assertTrue(cluster.said().contains("\n  quorums groups 0,1,2/3,4,5\n"), cluster.said());
            assertTrue(cluster.said().contains("\n  node 5 votes (witness), storage group 2, "), cluster.said());
            awaitWrites(cluster, writers);
            change(cluster, 2, "groups:0,1,2");
            assertTrue(cluster.said().contains("\n  quorums groups 0,1,2\n"), cluster.said());
            awaitWrites(cluster, writers);
            stop.set(true);
            for (final Writer writer : writers) {
                writer.done.get(120, TimeUnit.SECONDS);
            }
            try (Jedis client = cluster.client(0)) {
                for (final Writer writer : writers) {
                    assertEquals(Long.toString(writer.written), client.get(writer.key),
                        "none failed, and none is lost");
                }
            }
        }
    }

    private static void change(final KvCluster cluster, final int node, final String layout) {
        assertEquals(0, cluster.admin(node, "quorums", "--layout", layout, "--timeout", "120"),
            () -> cluster.said() + cluster.logs());
    }

    private static void awaitWrites(final KvCluster cluster, final List<Writer> writers) {
        final List<Long> before = writers.stream().map(writer -> writer.written).toList();
        cluster.await("all clients write", () -> writers.stream().anyMatch(writer -> writer.done.isDone())
            || writers.stream().allMatch(writer -> writer.written >= before.get(writers.indexOf(writer)) + SOME));
        assertTrue(writers.stream().noneMatch(writer -> writer.done.isCompletedExceptionally()), "a command failed: "
            + writers + cluster.logs());
    }

    private static boolean areReady(final KvCluster cluster, final int from, final int to) {
        for (int node = from; node < to; node++) {
            if (cluster.admin(node, "ready") != 0) {
                return false;
            }
        }
        return true;
    }

    /** Counts up on a key of its own at one node, and ends at the first command that fails. */
    private static final class Writer {
        private final String key;
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private volatile long written;

        Writer(final KvCluster cluster, final int node, final AtomicBoolean stop) {
            key = "count-" + node;
            final Thread thread = new Thread(() -> run(cluster, node, stop), key);
            thread.setDaemon(true);
            thread.start();
        }

        private void run(final KvCluster cluster, final int node, final AtomicBoolean stop) {
            try (Jedis client = cluster.client(node)) {
                while (!stop.get()) {
                    assertEquals(written + 1, client.incr(key));
                    written++;
                }
                done.complete(null);
            } catch (final Throwable e) {
                done.completeExceptionally(e);
            }
        }

        @Override
        public String toString() {
            return key + " " + written + " " + (done.isCompletedExceptionally()
                ? done.handle((nothing, failure) -> failure.toString()).join() : "");
        }
    }
}
