package io.fleet.storage.scattered;

import static io.fleet.storage.scattered.ScatteredLogs.active;
import static io.fleet.storage.scattered.ScatteredLogs.append;
import static io.fleet.storage.scattered.ScatteredLogs.flush;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Damage is reported as damage, wherever it is; only the last flush of a log that was not closed can pass for a torn
 * tail.
 */
@Tag("slow")
class ScatteredLogDamageTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final int PER_FLUSH = 3;

    private long written;

    @Test
    void shouldNoticeEveryFlippedBitOfAClosedLog() throws Exception {
        final FaultDisk disk = written(true);
        int damaged = 0;
        for (final String file : disk.list()) {
            damaged += flipBits(disk, file, 0, disk.bytes(file).length, written);
        }
        assertTrue(damaged > 1000, "damaged " + damaged);
    }

    @Test
    void shouldLoseAtMostTheLastFlushOfALogThatWasNotClosed() throws Exception {
        final FaultDisk disk = written(false);
        for (final String file : disk.list()) {
            flipBits(disk, file, 0, disk.bytes(file).length, written - PER_FLUSH);
        }
    }

    @Test
    @Tag("hazard-S-E4")
    @Expects("patient-reads.place-is-bad")
    void shouldTakeAPlaceThatCannotBeReadForDamage() throws Exception {
        for (final boolean closed : new boolean[] {true, false}) {
            final FaultDisk disk = written(closed);
            int damaged = 0;
            for (final String file : disk.list()) {
                for (int at = 0; at < disk.bytes(file).length; at += 4096) {
                    final FaultDisk copy = disk.copy("copy");
                    copy.goBad(file, at + 512, 512);
                    try {
                        assertEquals(written, recovered(copy).size(), file + " at " + at);
                    } catch (final DamagedStorageException e) {
                        damaged++;
                        assertTrue(e.getMessage().contains("copy/" + file.substring(0, 18)), e.getMessage());
                        assertTrue(e.getMessage().contains("cannot be read"), e.getMessage());
                    }
                }
            }
            assertTrue(damaged > 20, "damaged " + damaged);
        }
    }

    @Test
    @Tag("hazard-S-E4")
    @Expects("patient-reads.disk-does-not-answer")
    void shouldNotTakeADiskThatDoesNotAnswerForDamage() throws Exception {
        final FaultDisk disk = written(true);
        for (int reads = 1; reads < 12; reads++) {
            final FaultDisk copy = disk.copy("copy");
            copy.failReads(reads);
            try {
                assertEquals(written, recovered(copy).size());
            } catch (final ReadFailedException e) {
                assertTrue(e.getMessage().contains("copy/scattered-0000000"), e.getMessage());
                assertTrue(e.getMessage().contains("Nothing was changed. Start the node again"), e.getMessage());
            }
        }
    }

    @Test
    void shouldMissEveryFile() throws Exception {
        final FaultDisk disk = written(true);
        for (final String file : disk.list()) {
            if (!file.endsWith(".next")) {
                final FaultDisk copy = disk.copy("copy");
                copy.remove(file);
                final StorageException e = assertThrows(DamagedStorageException.class, () -> recovered(copy), file);
                assertTrue(e.getMessage().contains("copy/scattered-0000000"), e.getMessage());
            }
        }
    }

    @Test
    void shouldMissTheEndOfEveryFile() throws Exception {
        final FaultDisk disk = written(true);
        for (final String file : disk.list()) {
            for (final int length : new int[] {0, 100, 4096, 8192, 30_000}) {
                final FaultDisk copy = disk.copy("copy");
                copy.truncate(file, length);
                if (file.endsWith(".next")) {
                    assertEquals(written, recovered(copy).size());
                } else {
                    assertThrows(DamagedStorageException.class, () -> recovered(copy), file + " " + length);
                }
            }
        }
    }

    @Test
    void shouldMissEveryFlushThatALaterOneProves() throws Exception {
        final FaultDisk disk = written(true);
        final String active = active(disk);
        final FaultDisk copy = disk.copy("copy");
        copy.zero(active, 4096, 8192);
        final StorageException e = assertThrows(DamagedStorageException.class, () -> recovered(copy));
        assertTrue(e.getMessage().contains(active) && e.getMessage().contains("offset 4096")
            && e.getMessage().contains("proves"), e.getMessage());
    }

    @Test
    void shouldNoticeAFileOfAnotherLogOfTheSameNode() throws Exception {
        final FaultDisk disk = written(true);
        final FaultDisk other = written(true, PER_FLUSH + 1);
        for (final String file : disk.list()) {
            if (!file.endsWith(".next") && !file.startsWith("scattered-00000001")) {
                final FaultDisk copy = disk.copy("copy");
                copy.remove(file);
                final String replacement = other.list().stream()
                    .filter(name -> name.startsWith(file.substring(0, 18)) && !name.endsWith(".next")).findFirst()
                    .orElseThrow();
                copy.create(replacement, other.bytes(replacement).length);
                copy.overwrite(replacement, other.bytes(replacement));
                final StorageException e = assertThrows(DamagedStorageException.class, () -> recovered(copy), file);
                assertTrue(e.getMessage().contains("copy/scattered-0000000"), e.getMessage());
            }
        }
    }

    @Test
    @Expects("log-recovery.unsynced-tail-dropped")
    void shouldSayWhetherTheTailIsInDoubt() throws Exception {
        final FaultDisk clean = written(true);
        assertEquals(false, open(clean, new TreeSet<>()).isTailInDoubt());
        final FaultDisk disk = written(false);
        assertEquals(false, open(disk.copy("copy"), new TreeSet<>()).isTailInDoubt());
        final String active = active(disk);
        final byte[] bytes = disk.bytes(active);
        int last = bytes.length;
        while (bytes[last - 1] == 0) {
            last--;
        }
        disk.flip(active, last - 1, 1);
        final TreeSet<Long> found = new TreeSet<>();
        assertEquals(true, open(disk, found).isTailInDoubt());
        assertEquals(written - PER_FLUSH, found.size());
    }

    private int flipBits(final FaultDisk disk, final String file, final int from, final int to, final long least) {
        int damaged = 0;
        final Random random = new Random(from);
        for (int at = from; at < to; at += at % 4096 < 160 ? 1 + random.nextInt(4) : 1 + random.nextInt(200)) {
            final FaultDisk copy = disk.copy("copy");
            copy.flip(file, at, 1 << random.nextInt(8));
            try {
                final TreeSet<Long> found = recovered(copy);
                assertTrue(found.size() >= least && found.size() <= written, file + " at " + at + ": " + found.size());
                assertEquals(found.size(), found.isEmpty() ? 0L : found.last(), "a prefix");
            } catch (final StorageException e) {
                damaged++;
                assertTrue(e.getMessage().contains("copy/" + file.substring(0, 18)), e.getMessage() + " for " + file);
            }
        }
        return damaged;
    }

    private FaultDisk written(final boolean closed) throws Exception {
        return written(closed, PER_FLUSH);
    }

    private FaultDisk written(final boolean closed, final int perFlush) throws Exception {
        final FaultDisk disk = new FaultDisk("disk", new Random(1));
        final ScatteredLog log = open(disk, new TreeSet<>());
        written = 0;
        for (int flush = 0; flush < 14; flush++) {
            for (int i = 0; i < perFlush; i++) {
                append(log, ++written, Bodies.body(written, 1500 + flush * 40));
            }
            flush(log, (group, lsn, ballot, position) -> {});
        }
        if (closed) {
            log.close();
        }
        return disk;
    }

    private TreeSet<Long> recovered(final FaultDisk disk) {
        final TreeSet<Long> found = new TreeSet<>();
        open(disk, found);
        return found;
    }

    private static ScatteredLog open(final FaultDisk disk, final TreeSet<Long> found) {
        return ScatteredLog.open(CONFIG, IDENTITY, List.of(disk), (group, lsn, ballot, stores, meta, position) -> {
            final EntryMeta expected = Bodies.meta(lsn, Bodies.body(lsn, meta.length));
            assertTrue(expected.sameValue(meta));
            assertTrue(found.add(lsn));
        });
    }
}
