package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.fault.Bodies;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage to real files has the effects that it has on simulated ones. */
class RealDamageTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final int RECORDS = 40;

    @TempDir
    private Path temporary;

    /** Does something to one file. */
    private interface Damage {
        void to(Path file) throws Exception;
    }

    @Test
    void shouldRefuseAMissingFile() throws Exception {
        for (final Path file : written()) {
            assertEquals(true, refused(file, Files::delete).getMessage().contains("missing"));
        }
    }

    @Test
    void shouldRefuseATruncatedFile() throws Exception {
        for (final Path file : written()) {
            for (final int length : new int[] {0, 1, 4096, 5000, 30_000}) {
                refused(file, path -> truncate(path, length));
            }
        }
    }

    @Test
    void shouldRefuseAFlippedBit() throws Exception {
        for (final Path file : written()) {
            for (final int position : new int[] {8, 4096, 4096 + 70, 9000}) {
                refused(file, path -> flip(path, position));
            }
        }
    }

    @Test
    void shouldRefuseAFileOfZeros() throws Exception {
        for (final Path file : written()) {
            refused(file, path -> Files.write(path, new byte[32 * 1024]));
        }
    }

    @Test
    void shouldRefuseADuplicateUnderTheNextNumber() throws Exception {
        for (final Path file : written()) {
            final String name = file.getFileName().toString();
            final int number = Integer.parseInt(name.substring(10, 18));
            refused(file, path -> Files.copy(path, path.resolveSibling(
                String.format("scattered-%08d%s", number + 1, name.substring(18))),
                StandardCopyOption.REPLACE_EXISTING));
        }
    }

    @Test
    void shouldRefuseAFileOfAnotherNode() throws Exception {
        final Path foreign = temporary.resolve("foreign");
        write(foreign, new StorageIdentity(7, 2)).close();
        for (final Path file : written()) {
            final Path other = foreign.resolve(file.getFileName());
            if (Files.exists(other)) {
                assertEquals(ForeignStorageException.class,
                    refused(file, path -> Files.copy(other, path, StandardCopyOption.REPLACE_EXISTING)).getClass());
            }
        }
    }

    @Test
    void shouldNoticeDamageUnderAnOpenLog() throws Exception {
        final Path path = temporary.resolve("open");
        final TreeMap<Long, Long> positions = new TreeMap<>();
        try (RealDisk disk = write(path, IDENTITY);
             ScatteredLog log = ScatteredLog.open(CONFIG, IDENTITY, List.of(disk),
                 (group, lsn, ballot, stores, meta, position) -> positions.put(lsn, position))) {
            assertEquals(RECORDS, positions.size());
            final Path file = files(path).get(0);
            read(log, 1, positions);
            flip(file, 4096 + 64 + 200);
            final DamagedStorageException rot =
                assertThrows(DamagedStorageException.class, () -> read(log, 1, positions));
            assertTrue(rot.getMessage().contains(file.toString()), rot.getMessage());
            truncate(file, 5000);
            assertThrows(DamagedStorageException.class, () -> read(log, 2, positions));
            final Path last = files(path).get(1);
            final long inLast = positions.entrySet().stream()
                .filter(entry -> (entry.getValue() >>> 32 & 0xFFFFFF) == 2).findFirst().orElseThrow().getKey();
            Files.delete(last);
            read(log, inLast, positions);
        }
    }

    private static void read(final ScatteredLog log, final long lsn, final TreeMap<Long, Long> positions) {
        final UnsafeBuffer body = Bodies.body(lsn, 1500);
        assertEquals(1500, log.readBody(positions.get(lsn), Bodies.meta(lsn, body), new ExpandableArrayBuffer()));
    }

    /** The files of a log that was closed, without the one that is not in use yet. */
    private List<Path> written() throws Exception {
        final Path path = temporary.resolve("whole");
        write(path, IDENTITY).close();
        final List<Path> files = files(path);
        assertTrue(files.size() > 2, files.toString());
        return files;
    }

    private static List<Path> files(final Path path) throws Exception {
        try (var all = Files.list(path)) {
            return all.filter(file -> file.toString().matches(".*(log|sealed)")).sorted().toList();
        }
    }

    private StorageException refused(final Path file, final Damage damage) throws Exception {
        final Path copy = temporary.resolve("copy-" + System.nanoTime());
        Files.createDirectories(copy);
        try (var all = Files.list(file.getParent())) {
            for (final Path each : new ArrayList<>(all.toList())) {
                Files.copy(each, copy.resolve(each.getFileName()));
            }
        }
        damage.to(copy.resolve(file.getFileName()));
        try (RealDisk disk = RealDisk.open(copy)) {
            final StorageException e = assertThrows(StorageException.class, () -> ScatteredLog.open(CONFIG, IDENTITY,
                List.of(disk), (g, l, b, s, m, p) -> {}), file.toString());
            assertTrue(e instanceof DamagedStorageException || e instanceof ForeignStorageException, e.toString());
            assertTrue(e.getMessage().contains(copy + "/scattered-"), e.getMessage());
            return e;
        }
    }

    private static void flip(final Path file, final int position) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(position);
            final int old = open.read();
            open.seek(position);
            open.write(old ^ 4);
        }
    }

    private static void truncate(final Path file, final int length) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }

    private static RealDisk write(final Path path, final StorageIdentity identity) throws Exception {
        final RealDisk disk = RealDisk.open(path);
        final ScatteredLog log = ScatteredLog.open(CONFIG, identity, List.of(disk), (g, l, b, s, m, p) -> {});
        for (long lsn = 1; lsn <= RECORDS; lsn++) {
            final UnsafeBuffer body = Bodies.body(lsn, 1500);
            assertTrue(log.append(1, lsn, 1, 0, Bodies.meta(lsn, body), body, 0));
            if (lsn % 4 == 0) {
                log.poll((group, done, ballot, position) -> {});
                log.flushers().get(0).doWork();
                log.poll((group, done, ballot, position) -> {});
            }
        }
        log.close();
        return disk;
    }
}
