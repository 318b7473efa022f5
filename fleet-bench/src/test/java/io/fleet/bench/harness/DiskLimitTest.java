package io.fleet.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskLimitTest {
    private static final long LIMIT = 12_000_000;

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
    void shouldPutAProcessUnderALimit(@TempDir final Path directory) throws Exception {
        final Path hierarchy = DiskLimit.hierarchy(Files.readAllLines(Path.of("/proc/mounts")));
        Assumptions.assumeTrue(hierarchy != null && Files.isWritable(hierarchy),
            "needs root and the controller blkio of control groups version 1");
        final Process process = new ProcessBuilder("cat").start();
        final Path group = hierarchy.resolve("fleet-bench-" + ProcessHandle.current().pid() + "-62");
        try (DiskLimit limit = new DiskLimit(directory, LIMIT)) {
            limit.limitProcess(62, process.pid());
            assertTrue(Files.readAllLines(group.resolve("cgroup.procs")).contains(Long.toString(process.pid())),
                "it is elsewhere");
            assertTrue(Files.readString(group.resolve("blkio.throttle.write_bps_device")).trim().endsWith(" " + LIMIT));
        } catch (final IllegalStateException e) {
            Assumptions.abort(e.getMessage());
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertFalse(Files.exists(group));
    }
}
