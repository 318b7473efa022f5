package io.fleet.storage.golden;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Directories as a certain version of the formats left them, packed into one file each. {@link #main} wrote those that
 * are checked in; when a format changes, what it writes then is checked in beside them under the next number, and the
 * old ones stay as they are.
 */
final class GoldenFiles {
    static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(64 * 1024, 32 * 1024);
    static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 * 1024, 16 * 1024, 4 * 1024, 1000);
    static final int ENTRIES = 20;
    static final int SNAPSHOT_LENGTH = 100_000;
    static final long SNAPSHOT_LSN = 4711;

    private GoldenFiles() {
    }

    /**
     * Writes the files of the versions that the code has now.
     *
     * @param arguments a directory for them.
     * @throws Exception when they cannot be written.
     */
    public static void main(final String[] arguments) throws Exception {
        final Path directory = Path.of(arguments[0]);
        final FaultDisk logs = new FaultDisk("logs", new Random(1));
        writeLogs(logs);
        pack(logs, directory.resolve("logs-1.zip"));
        final FaultDisk snapshots = new FaultDisk("snapshots", new Random(1));
        writeSnapshot(snapshots);
        pack(snapshots, directory.resolve("snapshots-1.zip"));
    }

    /** The length of the body of an entry; the first one is empty. */
    static int length(final long lsn) {
        return (int) (lsn - 1) * 37;
    }

    static EntryMeta meta(final long lsn) {
        return Bodies.meta(lsn, Bodies.body(lsn, length(lsn)));
    }

    /** What a snapshot holds at a place. */
    static byte payload(final int index) {
        return (byte) (index / 1000 * 31);
    }

    /**
     * Group 3 has bodies in the scattered log, the fifth re-stamped for ballot 9, and refers to them in the ordered
     * log. Group 4 has bodies in the ordered log, and none of the last.
     */
    private static void writeLogs(final FaultDisk disk) throws Exception {
        final Map<Long, Long> positions = new HashMap<>();
        final ScatteredLog scattered = ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk),
            (group, lsn, ballot, storageGroup, meta, position) -> {});
        for (long lsn = 1; lsn <= ENTRIES; lsn++) {
            scattered.append(3, lsn, 2, 1, meta(lsn), Bodies.body(lsn, length(lsn)), 0);
        }
        flush(scattered, positions);
        scattered.restamp(3, 5, 9, 1, meta(5), positions.get(5L));
        flush(scattered, positions);
        final OrderedLog ordered = OrderedLog.open(ORDERED, IDENTITY, disk, scattered::readBody);
        for (long lsn = 1; lsn <= ENTRIES; lsn++) {
            ordered.appendReference(3, lsn, meta(lsn), positions.get(lsn));
            if (lsn < ENTRIES) {
                ordered.append(4, lsn, meta(lsn), Bodies.body(lsn, length(lsn)), 0);
            } else {
                ordered.appendWithoutBody(4, lsn, meta(lsn));
            }
        }
        ordered.close();
        scattered.close();
    }

    private static void flush(final ScatteredLog log, final Map<Long, Long> positions) throws Exception {
        for (int i = 0; i < 2; i++) {
            log.poll((group, lsn, ballot, position) -> positions.put(lsn, position));
            log.flushers().get(0).doWork();
        }
        log.poll((group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private static void writeSnapshot(final FaultDisk disk) {
        final byte[] bytes = new byte[SNAPSHOT_LENGTH];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = payload(i);
        }
        final SnapshotOutput output = SnapshotStore.open(IDENTITY, disk).begin(6, SNAPSHOT_LSN);
        output.write(new UnsafeBuffer(bytes), 0, bytes.length);
        output.commit();
    }

    private static void pack(final FaultDisk disk, final Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (final String each : disk.list()) {
                final ZipEntry entry = new ZipEntry(each);
                entry.setTime(0);
                zip.putNextEntry(entry);
                zip.write(disk.bytes(each));
                zip.closeEntry();
            }
        }
    }

    /**
     * A disk with the files of a golden one.
     *
     * @param name of the golden one.
     * @return a copy that may be written to.
     */
    static FaultDisk unpack(final String name) {
        final FaultDisk disk = new FaultDisk("golden", new Random(1));
        try (InputStream in = GoldenFiles.class.getResourceAsStream(name);
             ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                final byte[] bytes = zip.readAllBytes();
                disk.create(entry.getName(), bytes.length).close();
                disk.overwrite(entry.getName(), bytes);
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return disk;
    }
}
