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

    /** A number in a file: two copies, a sector apart, of which the second is written once the first is durable. */
    private static final class Register extends StorageWorkload {
        private static final int SECTORS = 2;

        private final boolean syncs;
        private final boolean careful;

        /** Is it durable when it is called so? Does a recovery mend one copy after the other? */
        Register(final boolean syncs, final boolean careful) {
            super("register", 1);
            this.syncs = syncs;
            this.careful = careful;
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
                    changes = value;
                }
            }
        }

        @Override
        public void recover(final CrashMachine machine, final Runnable recovered) {
            final Disk disk = machine.mount().get(0);
            final DiskFile file = disk.exists("value") && disk.open("value").length() == SECTORS * CrashMachine.SECTOR
                ? disk.open("value") : null;
            require(file != null || changes == 0, "the file is gone");
            if (file == null) {
                return;
            }
            final long first = get(file, 0);
            final long second = get(file, 1);
            require(first >= changes && first <= changes + 1, "the value is " + first + ", not " + changes);
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
