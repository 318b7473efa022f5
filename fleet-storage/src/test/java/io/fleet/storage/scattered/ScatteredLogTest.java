package io.fleet.storage.scattered;

import static io.fleet.storage.scattered.ScatteredLogs.active;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.log.Flusher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScatteredLogTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(64 * 1024, 32 * 1024);

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final Map<Long, Long> positions = new HashMap<>();

    @Test
    void shouldReportOnlyAfterTheSyncOfItsBatch() throws Exception {
        final ScatteredLog log = open(disk);
        final Flusher flusher = log.flushers().get(0);
        append(log, 1, 100);
        assertEquals(0, poll(log));
        append(log, 2, 100);
        assertTrue(flusher.hasWork());
        assertTrue(flusher.doWork() > 0);
        assertEquals(1, poll(log), "lsn 2 was staged after the hand-over");
        assertTrue(positions.containsKey(1L));
        assertFalse(positions.containsKey(2L));
        flusher.doWork();
        assertEquals(1, poll(log));
        assertTrue(positions.containsKey(2L));
        assertEquals(0, flusher.doWork());
    }

    @Test
    void shouldWakeTheFlusherAtEachHandOver() {
        final ScatteredLog log = open(disk);
        final int[] calls = {0};
        log.flushers().get(0).onWakeUp(() -> calls[0]++);
        append(log, 1, 10);
        poll(log);
        poll(log);
        assertEquals(1, calls[0]);
    }

    @Test
    @Expects("scattered-log.restamp-followed-to-its-body")
    void shouldReadBodiesThroughReStamps() throws Exception {
        final ScatteredLog log = open(disk);
        final UnsafeBuffer body = Bodies.body(5, 777);
        final EntryMeta meta = Bodies.meta(5, body);
        log.append(3, 5, 1, 2, meta, body, 0);
        flush(log);
        final long position = positions.get(5L);
        log.restamp(3, 5, 2, 2, meta, position);
        flush(log);
        assertEquals(position, positions.get(5L), "a re-stamp reports where the body is");
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer(8);
        assertEquals(777, log.readBody(position, meta, target));
        assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, 777));
        assertEquals(777, log.readBody(LogPosition.of(0, 1, 4096 * 2 + 64), meta, target), "the re-stamp's own place");
        assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, 777));
        final EntryMeta other = Bodies.meta(6, body);
        assertThrows(DamagedStorageException.class, () -> log.readBody(position, other, target));
        assertThrows(DamagedStorageException.class, () -> log.readBody(position + 8, meta, target));
        assertThrows(DamagedStorageException.class, () -> log.readBody(LogPosition.of(0, 9, 4160), meta, target));
        assertThrows(DamagedStorageException.class, () -> log.readBody(LogPosition.of(4, 1, 4160), meta, target));
        assertThrows(DamagedStorageException.class,
            () -> log.readBody(LogPosition.of(0, 1, 0xFFFF_FFF0L), meta, target));
    }

    @Test
    void shouldNameTheFlippedRecordWhenReadingABody() throws Exception {
        final ScatteredLog log = open(disk);
        final EntryMeta meta = append(log, 9, 300);
        flush(log);
        disk.flip(active(disk), LogPosition.offset(positions.get(9L)) + 150, 4);
        final DamagedStorageException e = assertThrows(DamagedStorageException.class,
            () -> log.readBody(positions.get(9L), meta, new ExpandableArrayBuffer()));
        assertTrue(e.getMessage().contains("scattered-00000001.log") && e.getMessage().contains("lsn 9"),
            e.getMessage());
    }

    @Test
    void shouldRefuseBodiesThatCanNeverFit() {
        final ScatteredLog log = open(disk);
        final UnsafeBuffer body = Bodies.body(1, CONFIG.maxBodyLength() + 1);
        final IllegalArgumentException e = assertThrows(IllegalArgumentException.class,
            () -> log.append(1, 1, 1, 0, Bodies.meta(1, body), body, 0));
        assertTrue(e.getMessage().contains("[0, " + CONFIG.maxBodyLength() + "]"), e.getMessage());
        final UnsafeBuffer longest = Bodies.body(1, CONFIG.maxBodyLength());
        assertTrue(log.append(1, 1, 1, 0, Bodies.meta(1, longest), longest, 0));
    }

    @Test
    void shouldNameSettingValueAndRange() {
        final IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> new ScatteredLogConfig(64 * 1024, 64 * 1024));
        assertTrue(e.getMessage().startsWith("stagingLength 65536") && e.getMessage().contains("61440"),
            e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new ScatteredLogConfig(64 * 1024 + 1, 32 * 1024));
        assertTrue(ScatteredLogConfig.defaults().maxBodyLength() >= 8 * 1024 * 1024);
    }

    @Test
    void shouldStopWithFullStagingAndGoOn() throws Exception {
        final ScatteredLog log = open(disk);
        long lsn = 0;
        while (append(log, lsn + 1, 1000) != null) {
            lsn++;
        }
        poll(log);
        assertTrue(append(log, lsn + 1, 1000) != null, "the other area is free");
        flush(log);
        flush(log);
        assertEquals(lsn + 1, positions.size());
    }

    @Test
    void shouldSpreadOverDirectories() throws Exception {
        final FaultDisk second = new FaultDisk("second", new Random(2));
        final ScatteredLog log = open(disk, second);
        for (int lsn = 1; lsn <= 10; lsn++) {
            append(log, lsn, 1000);
        }
        flush(log);
        assertEquals(5, positions.values().stream().filter(position -> LogPosition.directory(position) == 1).count());
    }

    @Test
    @Expects("file-flusher.rolled-over")
    void shouldTrimTheLowestFilesOnly() throws Exception {
        final ScatteredLog log = open(disk);
        for (int lsn = 1; lsn <= 200; lsn++) {
            append(log, lsn, 3000);
            flush(log);
        }
        final int before = disk.list().size();
        log.trim(group -> 100);
        log.flushers().get(0).doWork();
        final List<String> names = disk.list().stream().filter(file -> file.startsWith("scattered")).toList();
        assertTrue(names.size() < before && !names.get(0).startsWith("scattered-00000001"), names.toString());
        final List<Long> found = new ArrayList<>();
        log.close();
        reopen(found, disk);
        assertTrue(found.get(0) <= 101, "from " + found.get(0));
        assertEquals(200L, found.get(found.size() - 1));
    }

    @Test
    void shouldKeepWhatOtherGroupsNeed() throws Exception {
        final ScatteredLog log = open(disk);
        for (int lsn = 1; lsn <= 100; lsn++) {
            final UnsafeBuffer body = Bodies.body(lsn, 3000);
            log.append(lsn == 1 ? 2 : 1, lsn, 1, 0, Bodies.meta(lsn, body), body, 0);
            flush(log);
        }
        final int before = disk.list().size();
        log.trim(group -> group == 1 ? 100 : 0);
        log.flushers().get(0).doWork();
        assertEquals(before, disk.list().size());
    }

    @Test
    @Expects({"file-flusher.disk-full", "file-flusher.space-again"})
    void shouldStopAcceptingOnAFullDiskAndLoseNothing() throws Exception {
        final ScatteredLog log = open(disk);
        disk.capacity(64 * 1024);
        long lsn = 0;
        while (!log.isFull()) {
            lsn += append(log, lsn + 1, 8000) != null ? 1 : 0;
            flush(log);
        }
        assertTrue(append(log, lsn + 1, 10) == null);
        disk.capacity(Long.MAX_VALUE);
        for (int i = 0; i < 1001; i++) {
            log.flushers().get(0).doWork();
        }
        flush(log);
        assertFalse(log.isFull());
        assertEquals(lsn, positions.size());
        assertTrue(append(log, lsn + 1, 10) != null);
    }

    @Test
    @Expects("file-flusher.failed")
    void shouldEndAtAFailedSync() throws Exception {
        final ScatteredLog log = open(disk);
        append(log, 1, 10);
        poll(log);
        disk.failNextSync();
        log.flushers().get(0).doWork();
        final StorageException e = assertThrows(StorageException.class, () -> poll(log));
        assertTrue(e.getMessage().contains("sync failed"), e.getMessage());
        assertFalse(log.flushers().get(0).hasWork());
        assertEquals(0, log.flushers().get(0).doWork());
        assertThrows(StorageException.class, () -> poll(log));
        log.close();
        assertTrue(positions.isEmpty());
        assertFalse(open(disk).wasClosed(), "it says that it was closed in good order");
    }

    @Test
    @Expects("log-recovery.last-frame-written-again")
    void shouldNotTrustThePageCacheAfterAFailedSync() throws Exception {
        final ScatteredLog log = open(disk);
        append(log, 1, 10);
        poll(log);
        disk.failNextSync();
        log.flushers().get(0).doWork();
        disk.kill();
        final List<Long> recovered = new ArrayList<>();
        reopen(recovered, disk);
        disk.powerLoss();
        final List<Long> again = new ArrayList<>();
        reopen(again, disk);
        assertEquals(List.of(1L), recovered);
        assertEquals(recovered, again, "what a recovery reported is durable");
    }

    @Test
    void shouldRefuseForeignDirectories() {
        open(disk).close();
        final StorageException node = assertThrows(ForeignStorageException.class, () -> ScatteredLog.open(CONFIG,
            new StorageIdentity(7, 2), List.of(disk), (group, lsn, ballot, storage, meta, position) -> {}));
        assertTrue(node.getMessage().contains("node 1") && node.getMessage().contains("node 2"), node.getMessage());
        assertThrows(ForeignStorageException.class, () -> ScatteredLog.open(CONFIG,
            new StorageIdentity(8, 1), List.of(disk), (group, lsn, ballot, storage, meta, position) -> {}));
        final FaultDisk first = new FaultDisk("first", new Random(1));
        final FaultDisk second = new FaultDisk("second", new Random(1));
        open(first, second).close();
        assertThrows(ForeignStorageException.class, () -> open(second, first));
    }

    @Test
    void shouldMissADirectoryThatLostItsLog() {
        final FaultDisk second = new FaultDisk("second", new Random(2));
        final ScatteredLog log = open(disk, second);
        assertTrue(log.isNew());
        log.close();
        assertFalse(open(disk, second).isNew());
        final DamagedStorageException e = assertThrows(DamagedStorageException.class,
            () -> open(disk, new FaultDisk("empty", new Random(3))));
        assertTrue(e.getMessage().contains("empty") && e.getMessage().contains("directory 1"), e.getMessage());
    }

    @Test
    void shouldLoseNothingWithAFlusherOnItsOwnThread(@TempDir final Path path) throws Exception {
        try (RealDisk first = RealDisk.open(path.resolve("0")); RealDisk second = RealDisk.open(path.resolve("1"))) {
            final ScatteredLogConfig config = new ScatteredLogConfig(1024 * 1024, 256 * 1024);
            final List<Long> none = new ArrayList<>();
            final ScatteredLog log = open(config, none, first, second);
            final AtomicBoolean stop = new AtomicBoolean();
            final List<Thread> threads = new ArrayList<>();
            for (final Flusher flusher : log.flushers()) {
                final Thread thread = new Thread(() -> {
                    while (!stop.get()) {
                        run(flusher);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            final int count = 20_000;
            final EntryMeta[] metas = new EntryMeta[count + 1];
            int lsn = 0;
            while (positions.size() < count) {
                if (lsn < count) {
                    final UnsafeBuffer body = Bodies.body(lsn + 1, (lsn + 1) % 500);
                    metas[lsn + 1] = Bodies.meta(lsn + 1, body);
                    lsn += log.append(1, lsn + 1, 1, 0, metas[lsn + 1], body, 0) ? 1 : 0;
                }
                poll(log);
            }
            stop.set(true);
            for (final Thread thread : threads) {
                thread.join();
            }
            checkBodies(log, metas);
            log.close();
            final List<Long> found = new ArrayList<>();
            final ScatteredLog again = open(config, found, first, second);
            assertEquals(count, found.stream().distinct().count());
            assertEquals(count, found.size());
            checkBodies(again, metas);
            again.close();
        }
    }

    private void checkBodies(final ScatteredLog log, final EntryMeta[] metas) {
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        for (int lsn = 1; lsn < metas.length; lsn++) {
            final int length = log.readBody(positions.get((long) lsn), metas[lsn], target);
            assertEquals(Bodies.body(lsn, lsn % 500), new UnsafeBuffer(target.byteArray(), 0, length));
        }
    }

    private static void run(final Flusher flusher) {
        try {
            if (flusher.doWork() == 0) {
                Thread.yield();
            }
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private EntryMeta append(final ScatteredLog log, final long lsn, final int length) {
        final UnsafeBuffer body = Bodies.body(lsn, length);
        final EntryMeta meta = Bodies.meta(lsn, body);
        return log.append(1, lsn, 1, 0, meta, body, 0) ? meta : null;
    }

    private int poll(final ScatteredLog log) {
        return log.poll((group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private void flush(final ScatteredLog log) throws Exception {
        ScatteredLogs.flush(log, (group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private static ScatteredLog open(final Disk... disks) {
        return open(CONFIG, new ArrayList<>(), disks);
    }

    private static void reopen(final List<Long> found, final Disk... disks) {
        open(CONFIG, found, disks);
    }

    private static ScatteredLog open(final ScatteredLogConfig config, final List<Long> found, final Disk... disks) {
        return ScatteredLog.open(config, IDENTITY, List.of(disks),
            (group, lsn, ballot, storageGroup, meta, position) -> found.add(lsn));
    }
}
