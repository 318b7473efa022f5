package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Finding;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.disk.ReadOnlyDisk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.LateList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A scan of files that change their names, or go, while it looks. */
class LogScanTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final LogSettings SETTINGS = new LogSettings("scattered", 1, 0, 16 * 1024, 8 * 1024);

    @TempDir
    private Path path;
    private final List<Finding> findings = new ArrayList<>();
    private long lsn;

    @Test
    @Expects("log-scan.file-found-again")
    void shouldFollowAFileThatIsSealedWhileItLooks() throws Exception {
        try (RealDisk disk = RealDisk.open(path); LogDirectory log = create(disk)) {
            append(log, 1);
            final List<String> before = disk.list();
            append(log, 4);
            final LogScan.Summary summary = scan(before);
            assertEquals(List.of(), findings);
            assertTrue(summary.records() > 1, summary.toString());
        }
    }

    @Test
    @Expects("log-scan.file-trimmed-meanwhile")
    void shouldPassOverAFileThatIsTrimmedWhileItLooks() throws Exception {
        try (RealDisk disk = RealDisk.open(path); LogDirectory log = create(disk)) {
            append(log, 10);
            final List<String> before = disk.list();
            log.trim(group -> 3);
            append(log, 1);
            assertTrue(disk.list().stream().noneMatch(name -> name.contains("-00000001-")), disk.list().toString());
            scan(before);
            assertEquals(1, findings.size(), findings.toString());
            assertEquals(Finding.Severity.NOTE, findings.get(0).severity());
        }
    }

    @Test
    void shouldPassOverAFileThatIsWrittenOverWhileItLooks() throws Exception {
        try (RealDisk disk = RealDisk.open(path); LogDirectory log = create(disk)) {
            append(log, 10);
            final List<Long> seen = new ArrayList<>();
            new LogScan(SETTINGS, IDENTITY, ReadOnlyDisk.open(path), (buffer, offset, position) -> {
                seen.add(LogRecord.lsn(buffer, offset));
                if (seen.size() == 1) {
                    writeOverTheFirstFile(disk, log);
                }
            }, findings::add).run();
            assertEquals(1L, seen.get(0));
            assertTrue(!seen.contains(2L) && seen.contains(9L), seen.toString());
            assertTrue(findings.stream().allMatch(finding -> finding.severity() == Finding.Severity.NOTE),
                findings.toString());
        }
    }

    private void writeOverTheFirstFile(final RealDisk disk, final LogDirectory log) {
        try {
            log.trim(group -> 3);
            append(log, 1);
            assertTrue(disk.exists("spare-scattered-1"), disk.list().toString());
            while (disk.exists("spare-scattered-1")) {
                append(log, 1);
            }
            append(log, 3);
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldChangeNothing() throws Exception {
        try (RealDisk disk = RealDisk.open(path); LogDirectory log = create(disk)) {
            append(log, 1);
            final ReadOnlyDisk read = ReadOnlyDisk.open(path);
            assertEquals(disk.list(), read.list());
            final String file = read.list().get(0);
            assertThrows(UnsupportedOperationException.class, () -> read.create("x", 1));
            assertThrows(UnsupportedOperationException.class, () -> read.delete(file));
            assertThrows(UnsupportedOperationException.class, () -> read.rename(file, "x"));
            try (DiskFile opened = read.open(file)) {
                assertThrows(UnsupportedOperationException.class,
                    () -> opened.write(0, new UnsafeBuffer(new byte[1]), 0, 1));
            }
        }
    }

    private LogScan.Summary scan(final List<String> firstLists) {
        final Disk disk = new LateList(ReadOnlyDisk.open(path), firstLists);
        return new LogScan(SETTINGS, IDENTITY, disk, (buffer, offset, position) -> {}, findings::add).run();
    }

    private static LogDirectory create(final Disk disk) {
        LogDirectory.create(SETTINGS, IDENTITY, disk);
        return LogDirectory.open(SETTINGS, IDENTITY, disk, (buffer, offset, position) -> {});
    }

    private void append(final LogDirectory log, final int count) throws Exception {
        for (int i = 0; i < count; i++) {
            final UnsafeBuffer body = Bodies.body(++lsn, 3000);
            final EntryMeta meta = Bodies.meta(lsn, body);
            assertTrue(log.append(LogRecord.ENTRY, 1, 0, lsn, 1, meta, 0, body, 0));
            assertTrue(log.handOver());
            for (int round = 0; round < 3; round++) {
                log.flusher().doWork();
            }
            assertEquals(1, log.complete((buffer, offset, position) -> {}));
        }
    }
}
