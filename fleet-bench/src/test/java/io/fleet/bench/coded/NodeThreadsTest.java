package io.fleet.bench.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.bench.harness.DiskLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeThreadsTest {
    private static final long LIMIT = 12_000_000;

    @ParameterizedTest
    @CsvSource({"fleet-node-3, 3", "fleet-node-12-f, 12", "fleet-node-0-fl, 0", "fleet-client-1, -1", "main, -1",
        "fleet-node-, -1"})
    void shouldKnowThreadsOfNodes(final String thread, final int node) {
        assertEquals(node, NodeThreads.nodeOf(thread));
    }

    @Test
    void shouldPutThreadsOfNodesUnderALimit(@TempDir final Path directory) throws Exception {
        final Path hierarchy = Path.of("/sys/fs/cgroup/blkio");
        Assumptions.assumeTrue(Files.isWritable(hierarchy),
            "needs root and the controller blkio of control groups version 1");
        final CountDownLatch end = new CountDownLatch(1);
        final CountDownLatch named = new CountDownLatch(1);
        final Thread thread = new Thread(() -> {
            named.countDown();
            await(end);
        }, "fleet-node-61");
        thread.start();
        await(named);
        final Path group = hierarchy.resolve("fleet-bench-" + ProcessHandle.current().pid() + "-61");
        try (DiskLimit limit = new DiskLimit(directory, LIMIT)) {
            NodeThreads.limit(limit);
            assertEquals(1, Files.readAllLines(group.resolve("tasks")).size());
            assertTrue(Files.readString(group.resolve("blkio.throttle.write_bps_device")).trim().endsWith(" " + LIMIT));
        } catch (final IllegalStateException e) {
            Assumptions.abort(e.getMessage());
        } finally {
            end.countDown();
            thread.join();
        }
        assertFalse(Files.exists(group));
    }

    private static void await(final CountDownLatch end) {
        try {
            end.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
