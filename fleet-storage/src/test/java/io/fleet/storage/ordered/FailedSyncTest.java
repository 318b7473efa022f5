package io.fleet.storage.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A sync fails and the process ends, so what was written is in the page cache, as clean, and not on the device. The
 * process is started again and reads it, and then the power fails before anything else is written.
 */
@Tag("hazard-S-scenes")
class FailedSyncTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 * 1024, 16 * 1024, 4 * 1024, 1000);
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(64 * 1024, 32 * 1024);
    private static final int[] MEMBERS = {0, 1, 2};
    private static final int SEEDS = 20;

    @Test
    void shouldHoldWhatAnOrderedLogTold() throws Exception { // S7
        for (int seed = 1; seed <= SEEDS; seed++) {
            final FaultDisk disk = new FaultDisk("disk", new Random(seed));
            final OrderedLog log = openOrdered(disk);
            append(log, 1, 100);
            flush(log);
            log.poll(1);
            assertEquals(1, log.durable(1));
            append(log, 2, 40 * seed);
            log.hasten();
            log.poll(2);
            disk.failNextSync();
            log.flushers().get(0).doWork();
            assertThrows(StorageException.class, () -> log.poll(3));
            assertEquals(1, log.durable(1), "what was not synced is told");

            disk.kill();
            final long told = openOrdered(disk).durable(1);
            assertTrue(told >= 1, "what was acknowledged is lost");
            disk.powerLoss();
            assertEquals(told, openOrdered(disk).durable(1), "seed " + seed);
        }
    }

    @Test
    void shouldHoldWhatAScatteredLogTold() throws Exception { // S2, S6
        for (int seed = 1; seed <= SEEDS; seed++) {
            final FaultDisk disk = new FaultDisk("disk", new Random(seed));
            final int[] count = new int[1];
            final ScatteredLog log = openScattered(disk, count);
            append(log, 1, 100);
            poll(log, count);
            log.flushers().get(0).doWork();
            poll(log, count);
            assertEquals(1, count[0]);
            append(log, 2, 40 * seed);
            poll(log, count);
            disk.failNextSync();
            log.flushers().get(0).doWork();
            assertThrows(StorageException.class, () -> poll(log, count));
            assertEquals(1, count[0], "what was not synced is told");

            disk.kill();
            final int[] told = new int[1];
            openScattered(disk, told);
            assertTrue(told[0] >= 1, "what was acknowledged is lost");
            disk.powerLoss();
            final int[] held = new int[1];
            openScattered(disk, held);
            assertEquals(told[0], held[0], "seed " + seed);
        }
    }

    @Test
    void shouldHoldWhatAMetaStoreTold() throws Exception { // S1
        for (int seed = 1; seed <= SEEDS; seed++) {
            final FaultDisk disk = new FaultDisk("disk", new Random(seed));
            final MetaStore store = openMeta(disk);
            store.promise(1, 5);
            store.sync();
            assertEquals(5, store.durablePromise(1));
            store.promise(1, 9);
            store.poll();
            disk.failNextSync();
            store.flusher().doWork();
            assertThrows(StorageException.class, store::poll);
            assertEquals(5, store.durablePromise(1), "what was not synced is told");

            disk.kill();
            final long told = openMeta(disk).durablePromise(1);
            assertTrue(told >= 5, "a promise that was told is forgotten");
            disk.powerLoss();
            assertEquals(told, openMeta(disk).durablePromise(1), "seed " + seed);
        }
    }

    private static MetaStore openMeta(final FaultDisk disk) {
        return MetaStore.open(IDENTITY, 1, MEMBERS, disk);
    }

    private static OrderedLog openOrdered(final FaultDisk disk) {
        return OrderedLog.open(ORDERED, IDENTITY, disk, null);
    }

    private static ScatteredLog openScattered(final FaultDisk disk, final int[] count) {
        return ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk),
            (group, lsn, ballot, storage, meta, position) -> count[0]++);
    }

    private static void append(final OrderedLog log, final int lsn, final int length) {
        final UnsafeBuffer body = Bodies.body(lsn, length);
        assertTrue(log.append(1, lsn, Bodies.meta(lsn, body), body, 0));
    }

    private static void append(final ScatteredLog log, final int lsn, final int length) {
        final UnsafeBuffer body = Bodies.body(lsn, length);
        log.append(3, lsn, 1, 2, Bodies.meta(lsn, body), body, 0);
    }

    private static void poll(final ScatteredLog log, final int[] count) {
        log.poll((group, lsn, ballot, position) -> count[0]++);
    }

    private static void flush(final OrderedLog log) throws Exception {
        log.hasten();
        log.poll(0);
        log.flushers().get(0).doWork();
    }
}
