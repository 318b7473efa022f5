package io.fleet.storage.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system that is really full. */
class RealDiskFullTest {
    private static final int PAGE = 4096;

    @TempDir
    private Path temporary;

    @Test
    void shouldSayThatTheDiskIsFullAtEveryPageAndLeaveNothing() throws Exception {
        try (TmpFs small = TmpFs.mount(temporary.resolve("small"), 256);
             RealDisk disk = RealDisk.open(small.path())) {
            for (int pages = 0; pages < 8; pages++) {
                fill(small.path(), pages);
                final DiskFullException e = assertThrows(DiskFullException.class, () -> disk.create("f", 8 * PAGE));
                assertTrue(e.getMessage().contains(small.path().resolve("f") + " of 32768 bytes"), e.getMessage());
                assertFalse(disk.exists("f"));
                disk.delete("filler");
                disk.create("f", 8 * PAGE).close();
                disk.delete("f");
            }
        }
    }

    /** A file system that allocates on writing, such as one with snapshots, may be full in the middle of a write. */
    @Test
    void shouldSayThatTheDiskIsFullWhenAWriteIsCutShort() throws Exception {
        try (TmpFs small = TmpFs.mount(temporary.resolve("small"), 256);
             RealDisk disk = RealDisk.open(small.path());
             DiskFile file = disk.create("f", 8 * PAGE)) {
            try (FileChannel channel = FileChannel.open(small.path().resolve("f"), StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            fill(small.path(), 3);
            final UnsafeBuffer bytes = new UnsafeBuffer(new byte[8 * PAGE]);
            bytes.setMemory(0, bytes.capacity(), (byte) 7);
            final DiskFullException e =
                assertThrows(DiskFullException.class, () -> file.write(0, bytes, 0, bytes.capacity()));
            assertTrue(e.getMessage().contains("32768 bytes at 0 of file " + small.path().resolve("f")),
                e.getMessage());
            disk.delete("filler");
            file.write(0, bytes, 0, bytes.capacity());
            final UnsafeBuffer read = new UnsafeBuffer(new byte[8 * PAGE]);
            assertEquals(bytes.capacity(), file.read(0, read, 0, read.capacity()));
            assertEquals(bytes, read);
        }
    }

    @Test
    void shouldLoseNothingInALogOnAFullDiskAndGoOnWhenThereIsSpace() throws Exception {
        final StorageIdentity identity = new StorageIdentity(7, 1);
        final ScatteredLogConfig sizes = new ScatteredLogConfig(32 * 1024, 16 * 1024);
        try (TmpFs small = TmpFs.mount(temporary.resolve("small"), 256);
             RealDisk disk = RealDisk.open(small.path())) {
            final TreeSet<Long> durable = new TreeSet<>();
            final ScatteredLog log = ScatteredLog.open(sizes, identity, List.of(disk), (g, l, b, s, m, p) -> {});
            fill(small.path(), 12);
            long lsn = 0;
            while (!log.isFull()) {
                lsn = write(log, lsn, durable);
            }
            final int before = durable.size();
            Files.delete(small.path().resolve("filler"));
            for (int cycle = 0; cycle < 1000 && durable.size() < before + 20; cycle++) {
                lsn = write(log, lsn, durable);
            }
            assertTrue(durable.size() >= before + 20, "durable " + durable.size() + " after " + before);
            final TreeSet<Long> found = new TreeSet<>();
            log.close();
            ScatteredLog.open(sizes, identity, List.of(disk), (g, l, b, s, m, p) -> found.add(l)).close();
            assertTrue(found.containsAll(durable));
        }
    }

    private static long write(final ScatteredLog log, final long last, final TreeSet<Long> durable) throws Exception {
        final UnsafeBuffer body = Bodies.body(last + 1, 1000);
        final boolean added = log.append(1, last + 1, 1, 0, Bodies.meta(last + 1, body), body, 0);
        log.poll((group, lsn, ballot, position) -> durable.add(lsn));
        log.flushers().get(0).doWork();
        return added ? last + 1 : last;
    }

    /** Fills the file system up to so many pages. */
    private static void fill(final Path directory, final int pagesLeft) throws Exception {
        final int left = (int) (Files.getFileStore(directory).getUsableSpace() / PAGE) - pagesLeft;
        Files.write(directory.resolve("filler"), new byte[left * PAGE]);
    }
}
