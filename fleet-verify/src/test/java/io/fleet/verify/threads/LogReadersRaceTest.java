package io.fleet.verify.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.log.LogDirectory;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.LogSettings;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReadersRaceTest {
    private static final int GROUP = 1;
    private static final int RECORDS = 1_000;
    private static final int LENGTH = 600;
    private static final int KEPT = 100;
    private static final LogSettings SETTINGS =
        new LogSettings("scattered", 1, 0, 4 * LogSettings.MIN_FILE_LENGTH, LogSettings.MIN_STAGING_LENGTH);
    private static final StorageIdentity IDENTITY = new StorageIdentity(1, 1);

    private final AtomicLongArray positions = new AtomicLongArray(RECORDS + 1);
    private volatile int durable;
    private volatile int trimmed;
    private volatile boolean done;

    /** An owner appends and trims, a flusher writes and deletes files, two threads read what is durable meanwhile. */
    @Test
    void shouldReadWhatIsDurableUntilItIsTrimmed(@TempDir final Path directory) throws InterruptedException {
        try (Disk disk = RealDisk.open(directory)) {
            LogDirectory.create(SETTINGS, IDENTITY, disk);
            final LogDirectory log = LogDirectory.open(SETTINGS, IDENTITY, disk, (buffer, offset, position) -> {});
            new Race().with(1, () -> {
                try {
                    own(log);
                } finally {
                    done = true;
                }
            }).with(1, () -> {
                while (!done) {
                    if (log.flusher().doWork() == 0) {
                        Thread.yield();
                    }
                }
            }).with(2, () -> {
                while (!done) {
                    readAny(log);
                }
            }).run();
            assertEquals(RECORDS, durable);
            assertTrue(log.lowestFile() > 5, "lowest file " + log.lowestFile());
            log.close();
        }
    }

    private void own(final LogDirectory log) {
        final UnsafeBuffer body = new UnsafeBuffer(new byte[LENGTH]);
        int next = 1;
        while (durable < RECORDS) {
            body.setMemory(0, LENGTH, (byte) next);
            if (next <= RECORDS && log.append(LogRecord.ENTRY, GROUP, 0, next, 1, meta(next), 0, body, 0)) {
                next++;
            } else {
                log.handOver();
            }
            log.complete((buffer, offset, position) -> {
                positions.set(durable + 1, position);
                durable++;
            });
            if (durable - trimmed > 2 * KEPT) {
                trimmed = durable - KEPT;
                log.trim(group -> trimmed);
            }
        }
    }

    private void readAny(final LogDirectory log) {
        final int to = durable;
        final int from = trimmed;
        if (to <= from) {
            return;
        }
        final int lsn = from + 1 + ThreadLocalRandom.current().nextInt(to - from);
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        try {
            log.readRecord(positions.get(lsn), meta(lsn), target);
            assertEquals(lsn, LogRecord.lsn(target, 0));
            assertEquals((byte) lsn, target.getByte(LogRecord.HEADER_LENGTH + LENGTH - 1));
        } catch (final DamagedStorageException e) {
            assertTrue(lsn <= trimmed && e.getMessage().endsWith("is not there any more"), e.getMessage());
        }
    }

    private static EntryMeta meta(final int lsn) {
        final EntryMeta meta = new EntryMeta();
        meta.batcherId = 1;
        meta.sequence = lsn;
        meta.length = LENGTH;
        return meta;
    }
}
