package io.fleet.bench.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskLimitTest {
    private static final long LIMIT = 12_000_000;

    @ParameterizedTest
    @CsvSource({"fleet-node-3, 3", "fleet-node-12-f, 12", "fleet-node-0-fl, 0", "fleet-client-1, -1", "main, -1",
        "fleet-node-, -1"})
    void shouldKnowThreadsOfNodes(final String thread, final int node) {
        assertEquals(node, DiskLimit.nodeOf(thread));
    }

    @Test
    void shouldFindTheController() {
        assertEquals(Path.of("/c/blkio"), DiskLimit.hierarchy(List.of("tmpfs /c tmpfs rw 0 0",
            "cgroup /c/cpu cgroup rw,cpu 0 0", "cgroup /c/blkio cgroup rw,relatime,blkio 0 0")));
        assertNull(DiskLimit.hierarchy(List.of("cgroup2 /c cgroup2 rw,blkio 0 0", "none")));
    }

    @ParameterizedTest
    @CsvSource({"0xFD00, 253:0", "0x801, 8:1", "0x10305, 259:5", "0x110305, 259:261"})
    void shouldWriteNumbersOfDevicesAsTheKernelDoes(final String device, final String numbers) {
        assertEquals(numbers, DiskLimit.numbers(Long.decode(device)));
    }

    @Test
    void shouldPutThreadsOfNodesUnderALimit(@TempDir final Path directory) throws Exception {
        final Path hierarchy = DiskLimit.hierarchy(Files.readAllLines(Path.of("/proc/mounts")));
        Assumptions.assumeTrue(hierarchy != null && Files.isWritable(hierarchy),
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
            limit.apply();
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
