package io.fleet.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessSampleTest {
    @TempDir
    private Path proc;

    private void io(final long pid, final long reads, final long writes, final long written) throws IOException {
        final Path process = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(process.resolve("io"), "rchar: 9\nwchar: 8\nsyscr: " + reads + "\nsyscw: " + writes
            + "\nread_bytes: 7\nwrite_bytes: " + written + "\ncancelled_write_bytes: 6\n");
    }

    private void thread(final long pid, final long tid, final long voluntary, final long involuntary)
        throws IOException {
        final Path task = Files.createDirectories(proc.resolve(pid + "/task/" + tid));
        Files.writeString(task.resolve("status"), "Name:\tjava: x 5\nPid:\t" + tid + "\nVmRSS:\t  10 kB\n"
            + "Seccomp:\t0\nvoluntary_ctxt_switches:\t" + voluntary + "\nnonvoluntary_ctxt_switches:\t" + involuntary
            + "\n");
    }

    private ProcessSample sample(final Long... pids) {
        return ProcessSample.of(proc, List.of(pids));
    }

    @Test
    void shouldAddUpProcessesAndTheirThreads() throws IOException {
        io(1, 10, 20, 4_096);
        thread(1, 1, 100, 1);
        thread(1, 11, 50, 2);
        io(2, 1, 2, 0);
        thread(2, 2, 7, 3);
        final ProcessSample before = sample(1L, 2L);
        io(1, 15, 22, 12_288);
        thread(1, 1, 110, 1);
        thread(1, 11, 51, 4);
        io(2, 1, 3, 100);
        thread(2, 2, 8, 3);
        assertEquals(new ProcessCost(8_192 + 100, ProcessCost.UNKNOWN, 7 + 1, 10 + 1 + 1, 2),
            sample(1L, 2L).since(before));
    }

    @Test
    void shouldCountNewThreadsFromTheirBeginAndForgetThoseThatHaveEnded() throws IOException {
        io(1, 0, 0, 0);
        thread(1, 1, 100, 1);
        thread(1, 5, 1_000, 1_000);
        thread(1, 6, 500, 500);
        final ProcessSample before = sample(1L);
        Files.delete(proc.resolve("1/task/5/status"));
        thread(1, 6, 4, 2);
        thread(1, 7, 30, 3);
        assertEquals(new ProcessCost(0, ProcessCost.UNKNOWN, 0, 30 + 4, 3 + 2), sample(1L).since(before),
            "6 is another thread by now");
    }

    @Test
    void shouldNotKnowWhatTheSystemDoesNotTell() throws IOException {
        final ProcessSample nothing = sample(1L);
        assertEquals(ProcessCost.NONE, nothing.since(nothing));
        io(1, 5, 5, 5);
        thread(1, 1, 2, 2);
        final ProcessSample one = sample(1L);
        thread(2, 2, 3, 3);
        final ProcessCost cost = sample(1L, 2L).since(one);
        assertEquals(new ProcessCost(ProcessCost.UNKNOWN, ProcessCost.UNKNOWN, ProcessCost.UNKNOWN, 3, 3), cost,
            "2 has no file io");
        assertEquals(ProcessCost.NONE, sample().since(sample()));
    }

    @Test
    void shouldReadOnlyLinesThatAreNumbers() throws IOException {
        final Path file = Files.writeString(proc.resolve("file"), "a: 1\nb:\t2\nc: 3 kB\nd: -1\ne\n: 4\n");
        assertEquals(Map.of("a", 1L, "b", 2L), ProcessSample.numbers(file));
        assertEquals(Map.of(), ProcessSample.numbers(proc.resolve("none")));
    }

    @Test
    void shouldReadWhatPerfCounted() {
        assertEquals(2_427, SystemCalls.parse(List.of("", "2427,,raw_syscalls:sys_enter,23170463,100.00,,")));
        assertEquals(0, SystemCalls.parse(List.of("<not counted>,,raw_syscalls:sys_enter,0,100.00,,")));
        assertEquals(ProcessCost.UNKNOWN, SystemCalls.parse(List.of("event syntax error: 'raw_syscalls:sys_enter'")));
        assertEquals(ProcessCost.UNKNOWN, SystemCalls.parse(List.of("<not supported>,,raw_syscalls:sys_enter,0,0,,")));
    }

    @Test
    void shouldReadWhatWasWrittenToADisk() {
        assertEquals(67 * 512, DeviceWrites.bytes("  11 22 33 44   55 66 67 88 0 1 2 3 4 5 6 7 8\n"));
        assertEquals(ProcessCost.UNKNOWN, DeviceWrites.bytes(proc.resolve("none")));
        Assumptions.assumeTrue(Files.isReadable(ProcessSample.PROC.resolve("self/io")), "needs Linux");
        final long before = DeviceWrites.bytes(proc);
        assertTrue(before == ProcessCost.UNKNOWN || before <= DeviceWrites.bytes(proc), "it never shrinks");
    }

    @Test
    void shouldSeeWhatThisProcessDoes() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(ProcessSample.PROC.resolve("self/io")), "needs Linux");
        final List<Long> self = List.of(ProcessHandle.current().pid());
        final ProcessSample before = ProcessSample.of(ProcessSample.PROC, self);
        for (int i = 0; i < 1_000; i++) {
            Files.writeString(proc.resolve("some"), "more");
        }
        final ProcessCost cost = ProcessSample.of(ProcessSample.PROC, self).since(before);
        assertTrue(cost.calls() >= 1_000, cost.toString());
        assertTrue(cost.voluntary() >= 0 && cost.involuntary() >= 0, cost.toString());
    }
}
