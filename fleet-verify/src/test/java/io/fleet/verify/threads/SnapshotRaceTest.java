package io.fleet.verify.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotName;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotRaceTest {
    private static final int GROUP = 1;
    private static final int SNAPSHOTS = 60;
    private static final int LENGTH = 20_000;

    private volatile boolean done;

    /** Each snapshot is full of its number: whoever reads one reads all of it, while newer ones replace it. */
    @Test
    void shouldKeepWhatIsReadUntilItIsRead(@TempDir final Path directory) throws InterruptedException {
        try (Disk disk = RealDisk.open(directory)) {
            final SnapshotStore store = SnapshotStore.open(new StorageIdentity(1, 1), disk);
            write(store, 1);
            new Race().with(1, () -> {
                try {
                    for (int i = 2; i <= SNAPSHOTS; i++) {
                        write(store, i);
                    }
                } finally {
                    done = true;
                }
            }).with(2, () -> {
                while (!done) {
                    read(store);
                }
            }).run();
            assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count());
            assertEquals(SNAPSHOTS, read(store));
        }
    }

    private static void write(final SnapshotStore store, final int number) {
        final byte[] bytes = new byte[LENGTH];
        Arrays.fill(bytes, (byte) number);
        final SnapshotOutput output = store.begin(GROUP, number);
        output.write(new UnsafeBuffer(bytes), 0, LENGTH);
        output.commit();
    }

    private static long read(final SnapshotStore store) {
        try (SnapshotInput input = store.newest(GROUP)) {
            final byte[] bytes = new byte[LENGTH];
            for (int at = 0; at < LENGTH;) {
                at += input.read(bytes, at, LENGTH - at);
            }
            for (final byte each : bytes) {
                assertEquals((byte) input.lsn(), each);
            }
            return input.lsn();
        }
    }
}
