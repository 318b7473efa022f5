package io.fleet.storage.inspect;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/** The directories of a node as one leaves them, and ways to damage them. */
final class Directories implements AutoCloseable {
    static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    static final int BODY = 1500;
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 * 1024, 16 * 1024, 4 * 1024, 1000);

    final ScatteredLog scattered;
    final OrderedLog ordered;
    final MetaStore meta;
    private final List<Disk> disks = new ArrayList<>();
    private final TreeMap<Long, Long> positions = new TreeMap<>();
    private long lastLsn;
    private long recorded;

    Directories(final List<Path> paths) {
        paths.forEach(path -> disks.add(RealDisk.open(path)));
        meta = MetaStore.open(IDENTITY, paths.size(), new int[] {1, 2, 3}, disks.get(0));
        ordered = OrderedLog.open(ORDERED, IDENTITY, disks.get(0), (position, expected, target) -> scattered().readBody(
            position, expected, target));
        scattered = ScatteredLog.open(SCATTERED, IDENTITY, disks, (g, l, b, s, m, p) -> {});
    }

    private ScatteredLog scattered() {
        return scattered;
    }

    /** A node with 40 entries of group 1, of which every tenth is accepted again, and a snapshot at LSN 20. */
    static void write(final Path... paths) throws Exception {
        try (Directories node = new Directories(List.of(paths))) {
            node.meta.promise(1, 1 << 16);
            node.meta.becomeVoter(1, 4711);
            node.meta.sync();
            node.append(40);
            node.snapshot(20);
        }
    }

    void append(final int count) throws Exception {
        for (int i = 0; i < count; i++) {
            final long lsn = ++lastLsn;
            final UnsafeBuffer body = Bodies.body(lsn, BODY);
            while (!scattered.append(1, lsn, 1 << 16 | 1, 0, Bodies.meta(lsn, body), body, 0)) {
                flush();
            }
            if (lsn % 4 == 0) {
                flush();
            }
            if (lsn % 10 == 0) {
                flush();
                while (!scattered.restamp(1, lsn, 2 << 16 | 1, 0, Bodies.meta(lsn, body), positions.get(lsn))) {
                    flush();
                }
            }
        }
        flush();
    }

    void flush() throws Exception {
        for (int i = 0; i < 3; i++) {
            scattered.poll((group, lsn, ballot, position) -> positions.putIfAbsent(lsn, position));
            for (final var flusher : scattered.flushers()) {
                flusher.doWork();
            }
        }
        scattered.poll((group, lsn, ballot, position) -> positions.putIfAbsent(lsn, position));
        while (positions.containsKey(recorded + 1)) {
            final UnsafeBuffer body = Bodies.body(recorded + 1, BODY);
            if (!ordered.appendReference(1, recorded + 1, Bodies.meta(recorded + 1, body),
                positions.get(recorded + 1))) {
                break;
            }
            recorded++;
        }
        ordered.flush();
        ordered.flushers().get(0).doWork();
        ordered.flush();
    }

    void snapshot(final long lsn) {
        final SnapshotOutput output = SnapshotStore.open(IDENTITY, disks.get(0)).begin(1, lsn);
        output.write(Bodies.body(lsn, 200_000), 0, 200_000);
        output.commit();
    }

    @Override
    public void close() {
        scattered.close();
        ordered.close();
        meta.closed();
        meta.close();
        disks.forEach(Disk::close);
    }

    /** Whether a node would start with these logs as they are; changes them. */
    static boolean starts(final Path path) {
        try (RealDisk disk = RealDisk.open(path)) {
            final OrderedLog ordered = OrderedLog.open(ORDERED, IDENTITY, disk, (position, expected, target) -> 0);
            try {
                final ScatteredLog scattered =
                    ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk), (g, l, b, s, m, p) -> {});
                scattered.abandon();
            } finally {
                ordered.abandon();
            }
            return true;
        } catch (final DamagedStorageException | ForeignStorageException e) {
            return false;
        }
    }

    static Path file(final Path directory, final String pattern) throws Exception {
        try (var all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().matches(pattern)).sorted().findFirst()
                .orElseThrow(() -> new AssertionError("no file " + pattern));
        }
    }

    static void flip(final Path file, final long position) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(position);
            final int old = open.read();
            open.seek(position);
            open.write(old ^ 4);
        }
    }

    static void truncate(final Path file, final int length) throws Exception {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(length);
        }
    }
}
