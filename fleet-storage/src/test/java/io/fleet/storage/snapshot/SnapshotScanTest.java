package io.fleet.storage.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.Finding;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.ReadOnlyDisk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.LateList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotScanTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);

    @TempDir
    private Path path;
    private final List<Finding> findings = new ArrayList<>();

    @Test
    @Expects("snapshot-scan.replaced-meanwhile")
    void shouldPassOverASnapshotThatIsReplacedWhileItLooks() {
        try (RealDisk disk = RealDisk.open(path)) {
            final SnapshotStore store = SnapshotStore.open(IDENTITY, disk);
            write(store, 10);
            final List<String> before = disk.list();
            write(store, 20);
            final Disk late = new LateList(ReadOnlyDisk.open(path), before);
            assertEquals(List.of(), SnapshotScan.run(IDENTITY, late, findings::add));
            assertEquals(List.of(), findings);
            late.list();
            assertEquals(20, SnapshotScan.run(IDENTITY, late, findings::add).get(0).lsn());
        }
    }

    @Test
    void shouldNoteWhatWasNeverCommitted() {
        try (RealDisk disk = RealDisk.open(path)) {
            final SnapshotStore store = SnapshotStore.open(IDENTITY, disk);
            store.begin(1, 5).write(Bodies.body(1, 100_000), 0, 100_000);
            assertEquals(List.of(), SnapshotScan.run(IDENTITY, ReadOnlyDisk.open(path), findings::add));
            assertEquals(Finding.Severity.NOTE, findings.get(0).severity());
            assertEquals(1, findings.size());
        }
    }

    private static void write(final SnapshotStore store, final long lsn) {
        final SnapshotOutput output = store.begin(1, lsn);
        output.write(Bodies.body(lsn, 100_000), 0, 100_000);
        output.commit();
    }
}
