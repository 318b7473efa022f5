package io.fleet.verify.crashpoint;

import static io.fleet.verify.crashpoint.workload.StorageWorkload.require;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.verify.crashpoint.machine.CrashMachine;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import io.fleet.verify.crashpoint.workload.StorageWorkload;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** That the exploration finds what is wrong with storage that breaks its word. */
class StorageExplorerTest {
    @Test
    void shouldPassAStoreThatSyncsBeforeItSaysSo() {
        final WorkloadResult result = explore(new Register(true, true));
        assertEquals(List.of(), result.failures());
        assertTrue(result.secondPoints() > 0);
    }

    @Test
    void shouldFindAWriteThatIsCalledDurableBeforeItsSync() {
        final WorkloadResult result = explore(new Register(false, true));
        assertTrue(result.failed() > 0);
        final String failure = result.failures().get(0);
        final String point = failure.substring(0, failure.indexOf(' '));
        assertTrue(failure.contains("operation ") && failure.contains("register/disk-0/value"), failure);
        final WorkloadResult again =
            new StorageExplorer(new Register(false, true), true, PointFilter.of(point)).explore();
        assertEquals(List.of(failure), again.failures());
    }

    @Test
    void shouldFindARecoveryThatDoesNotBearACrash() {
        final WorkloadResult result = explore(new Register(true, false));
        assertTrue(result.failed() > 0);
        result.failures().forEach(failure -> assertTrue(failure.split(" ")[0].split("/").length == 4, failure));
    }

    private static WorkloadResult explore(final StorageWorkload workload) {
        return new StorageExplorer(workload, true, PointFilter.all()).explore();
    }

    /**
     * A number in a file: two copies, a sector apart, of which the second is written once the first is durable.
     *
     * @param syncs   whether it is durable when it is called so.
     * @param careful whether a recovery mends one copy after the other.
     */
    private record Register(boolean syncs, boolean careful, long[] known) implements StorageWorkload {
        private static final int SECTORS = 2;

        Register(final boolean syncs, final boolean careful) {
            this(syncs, careful, new long[1]);
        }

        @Override
        public String name() {
            return "register";
        }

        @Override
        public int disks() {
            return 1;
        }

        @Override
        public long expectation() {
            return known[0];
        }

        @Override
        public void run(final CrashMachine machine) {
            try (DiskFile file = machine.mount().get(0).create("value", SECTORS * CrashMachine.SECTOR)) {
                for (long value = 1; value <= 3; value++) {
                    for (int copy = 0; copy < SECTORS; copy++) {
                        put(file, copy, value);
                        if (syncs) {
                            file.sync();
                        }
                    }
                    known[0] = value;
                }
            }
        }

        @Override
        public void recover(final CrashMachine machine, final Runnable recovered) {
            final Disk disk = machine.mount().get(0);
            final DiskFile file = disk.exists("value") && disk.open("value").length() == SECTORS * CrashMachine.SECTOR
                ? disk.open("value") : null;
            require(file != null || known[0] == 0, "the file is gone");
            if (file == null) {
                return;
            }
            final long first = get(file, 0);
            final long second = get(file, 1);
            require(first >= known[0] && first <= known[0] + 1, "the value is " + first + ", not " + known[0]);
            require(second >= first - 1, "the copy is " + second + " of " + first);
            if (!careful) {
                put(file, 0, 0);
                file.sync();
            }
            put(file, 0, first);
            put(file, 1, first);
            file.sync();
            recovered.run();
        }

        private static void put(final DiskFile file, final int copy, final long value) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[Long.BYTES]);
            bytes.putLong(0, value);
            file.write((long) copy * CrashMachine.SECTOR, bytes, 0, Long.BYTES);
        }

        private static long get(final DiskFile file, final int copy) {
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[Long.BYTES]);
            file.read((long) copy * CrashMachine.SECTOR, bytes, 0, Long.BYTES);
            return bytes.getLong(0);
        }
    }
}
