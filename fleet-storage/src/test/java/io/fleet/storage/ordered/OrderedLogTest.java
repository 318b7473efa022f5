package io.fleet.storage.ordered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class OrderedLogTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final OrderedLogConfig CONFIG = new OrderedLogConfig(32 * 1024, 16 * 1024, 4 * 1024, 1000);

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));

    @Test
    void shouldFlushByBytesOrAge() throws Exception {
        final OrderedLog log = open(disk);
        append(log, 1, 1, 100);
        assertEquals(0, log.poll(5_000));
        assertEquals(0, log.poll(5_999));
        assertEquals(1, log.poll(6_000));
        assertEquals(0, log.durable(1));
        log.flushers().get(0).doWork();
        assertEquals(1, log.poll(6_001));
        assertEquals(1, log.durable(1));
        for (int lsn = 2; lsn <= 5; lsn++) {
            append(log, 1, lsn, 1000);
        }
        assertEquals(1, log.poll(6_002), "4 KiB are enough at any age");
    }

    @Test
    void shouldTellOfWhichGroupsEntriesAreDurableAndNotWhatIsHandedOver() throws Exception {
        final OrderedLog log = open(disk);
        final List<Integer> told = new ArrayList<>();
        append(log, 1, 1, 100);
        append(log, 4, 1, 100);
        log.poll(0, told::add);
        assertEquals(1, log.poll(6_000, told::add));
        assertEquals(List.of(), told);
        append(log, 2, 1, 100);
        log.flushers().get(0).doWork();
        log.poll(6_001, told::add);
        assertEquals(List.of(1, 4), told);
        log.flush();
        log.flushers().get(0).doWork();
        log.poll(12_000);
        assertEquals(List.of(1, 4), told, "who does not ask is not told");
        assertEquals(1, log.durable(2));
    }

    @Test
    void shouldKeepWhatWasSetAsideBeforeUntilItIsToBeReplaced() { // S15
        for (int i = 0; i < 2; i++) {
            open(disk).close();
            OrderedLog.setAside(CONFIG, disk, false);
            assertTrue(OrderedLog.isNew(CONFIG, disk));
        }
        assertTrue(disk.exists("damaged-ordered-00000001.log") && disk.exists("damaged-2-ordered-00000001.log"),
            () -> "one of the two is gone: " + disk.list());
        open(disk).close();
        OrderedLog.setAside(CONFIG, disk, true);
        assertTrue(disk.exists("damaged-ordered-00000001.log"), () -> disk.list().toString());
        assertFalse(disk.exists("damaged-2-ordered-00000001.log"), () -> disk.list().toString());
    }

    @Test
    void shouldFlushAtOnceWhatSomebodyWaitsFor() {
        final OrderedLog log = open(disk);
        append(log, 1, 1, 100);
        assertEquals(0, log.poll(5_000));
        log.hasten();
        assertEquals(1, log.poll(5_001));
        append(log, 1, 2, 100);
        assertEquals(0, log.poll(5_002), "nobody waits for this one");
    }

    @Test
    void shouldFlushAtOnceWhatLeavesNoRoom() throws Exception {
        final OrderedLogConfig late = new OrderedLogConfig(32 * 1024, 16 * 1024, 16 * 1024, 60_000_000_000L);
        final OrderedLog log = OrderedLog.open(late, IDENTITY, disk, null);
        int lsn = 1;
        while (tryAppend(log, 1, lsn, 5000)) {
            assertEquals(0, log.poll(lsn), "neither old nor enough");
            lsn++;
        }
        assertEquals(1, log.poll(lsn));
        log.flushers().get(0).doWork();
        log.poll(lsn);
        assertEquals(lsn - 1, log.durable(1));
        assertTrue(tryAppend(log, 1, lsn, 5000));
        assertEquals(0, log.poll(lsn), "there is room again");
    }

    @Test
    void shouldKeepEntriesWhoseBodiesOthersHold() {
        final OrderedLog log = open(disk);
        append(log, 1, 1, 100);
        final EntryMeta elsewhere = new EntryMeta();
        elsewhere.sequence = 4711;
        elsewhere.length = 1 << 20;
        assertTrue(log.appendWithoutBody(1, 2, elsewhere));
        assertEquals(2, log.lastWithoutBody(1));
        assertTrue(log.appendWithoutBody(1, 3, elsewhere));
        append(log, 1, 4, 100);
        assertEquals(3, log.lastWithoutBody(1));
        assertEquals(0, log.lastWithoutBody(2));
        assertThrows(IllegalArgumentException.class, () -> log.appendWithoutBody(1, 6, elsewhere));
        log.close();
        assertTrue(log.flushers().get(0).counters().bytes() < 1 << 16, "and not the body");

        final OrderedLog again = open(disk);
        assertEquals(3, again.lastWithoutBody(1));
        final List<Integer> lengths = new ArrayList<>();
        assertEquals(4, again.read(1, 1, 4, 1000, (lsn, meta, body, offset, length) -> {
            lengths.add(length);
            assertEquals(length == OrderedEntryHandler.NO_BODY, body == null);
            assertEquals(length == OrderedEntryHandler.NO_BODY, meta.sequence == 4711 && meta.length == 1 << 20);
        }));
        assertEquals(List.of(100, OrderedEntryHandler.NO_BODY, OrderedEntryHandler.NO_BODY, 100), lengths);
        again.close();
    }

    @Test
    void shouldRefuseGapsAndRepetitions() {
        final OrderedLog log = open(disk);
        append(log, 1, 1, 10);
        final IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> append(log, 1, 3, 10));
        assertTrue(e.getMessage().contains("lsn 3 of group 1 does not follow 1"), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> append(log, 1, 1, 10));
        assertThrows(IllegalArgumentException.class, () -> append(log, 2, 2, 10));
        append(log, 2, 1, 10);
        assertEquals(1, log.appended(2));
        assertThrows(IllegalArgumentException.class, () -> log.appendReference(1, 2, new EntryMeta(), 4711));
    }

    @Test
    void shouldReadInOrderWithinBytesAndFromAnyPlace() throws Exception {
        final OrderedLog log = open(disk);
        final Random random = new Random(3);
        for (int lsn = 1; lsn <= 2000; lsn++) {
            for (int group = 1; group <= 3; group++) {
                append(log, group, lsn, length(group, lsn));
                flush(log, random.nextInt(5) == 0);
            }
        }
        flush(log, true);
        for (int i = 0; i < 500; i++) {
            final int group = 1 + random.nextInt(3);
            final long from = 1 + random.nextInt(2000);
            final long to = from + random.nextInt(200);
            final int maxBytes = random.nextInt(6000);
            final int count = check(log, group, from, to, maxBytes);
            long bytes = length(group, from);
            int expected = 1;
            while (from + expected <= Math.min(to, 2000)
                && (bytes += length(group, from + expected)) <= maxBytes) {
                expected++;
            }
            assertEquals(expected, count);
            if (count > 0 && from + count <= 2000) {
                assertTrue(check(log, group, from + count, 2000, maxBytes) > 0, "goes on where it stopped");
            }
        }
        assertEquals(0, check(log, 1, 2001, 2005, 100));
        assertEquals(0, check(log, 9, 1, 5, 100));
    }

    @Test
    void shouldReadAgainWhatItsReaderHasNotTaken() throws Exception {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 9; lsn++) {
            append(log, 1, lsn, 10);
        }
        flush(log, true);
        assertEquals(3, check(log, 1, 1, 3, 1_000));
        assertThrows(IllegalStateException.class,
            () -> log.read(1, 4, 9, 1_000, (lsn, meta, buffer, offset, length) -> {
                if (lsn == 6) {
                    throw new IllegalStateException("no room");
                }
            }));
        assertEquals(1, check(log, 1, 4, 4, 1_000));
        assertEquals(5, check(log, 1, 5, 9, 1_000));
        assertEquals(2, check(log, 1, 8, 9, 1_000));
    }

    @Test
    void shouldGoOnWhereAPlaceInBetweenCouldNotBeRead() throws Exception {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 12; lsn++) {
            append(log, 1, lsn, 10);
            flush(log, lsn % 6 == 0);
        }
        assertEquals(3, check(log, 1, 1, 3, 1_000));
        disk.failReads(1_000);
        assertThrows(ReadFailedException.class, () -> check(log, 1, 9, 12, 1_000));
        disk.failReads(0);
        assertEquals(9, check(log, 1, 4, 12, 1_000));
    }

    @Test
    void shouldNotShowWhatIsNotDurable() throws Exception {
        final OrderedLog log = open(disk);
        append(log, 1, 1, 10);
        log.poll(0);
        log.poll(1_000_000);
        assertEquals(0, check(log, 1, 1, 1, 100));
        log.flushers().get(0).doWork();
        assertEquals(0, check(log, 1, 1, 1, 100), "not published to the owner yet");
        log.poll(1_000_001);
        assertEquals(1, check(log, 1, 1, 1, 100));
    }

    @Test
    void shouldReadReferencesAndNoticeDamagedBodies() throws Exception {
        final FaultDisk bodyDisk = new FaultDisk("bodies", new Random(2));
        final ScatteredLog bodies = ScatteredLog.open(new ScatteredLogConfig(32 * 1024, 16 * 1024), IDENTITY,
            List.of(bodyDisk), (group, lsn, ballot, storageGroup, meta, position) -> {});
        final UnsafeBuffer body = Bodies.body(1, 100);
        final EntryMeta meta = Bodies.meta(1, body);
        bodies.append(1, 1, 1, 0, meta, body, 0);
        bodies.poll((group, lsn, ballot, position) -> {});
        bodies.flushers().get(0).doWork();
        final long[] place = {0};
        bodies.poll((group, lsn, ballot, position) -> place[0] = position);
        OrderedLog log = OrderedLog.open(CONFIG, IDENTITY, disk, bodies::readBody);
        log.appendReference(1, 1, meta, place[0]);
        append(log, 1, 2, 50);
        log.close();
        log = OrderedLog.open(CONFIG, IDENTITY, disk, bodies::readBody);
        final List<UnsafeBuffer> found = new ArrayList<>();
        assertEquals(2, log.read(1, 1, 9, 1000, (lsn, m, buffer, offset, length) -> {
            final byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            found.add(new UnsafeBuffer(bytes));
        }));
        assertEquals(body, found.get(0));
        assertEquals(Bodies.body(seed(1, 2), 50), found.get(1));
        bodyDisk.flip("scattered-00000001.log", LogPosition.offset(place[0]) + 100, 1);
        final OrderedLog damaged = log;
        assertThrows(DamagedStorageException.class,
            () -> damaged.read(1, 1, 9, 1000, (lsn, m, buffer, offset, length) -> {}));
        final OrderedLog alone = OrderedLog.open(CONFIG, IDENTITY, disk.copy("copy"), null);
        assertThrows(DamagedStorageException.class,
            () -> alone.read(1, 1, 9, 1000, (lsn, m, buffer, offset, length) -> {}));
    }

    @Test
    void shouldTellNamesWithoutReadingBodies() {
        final OrderedLog log = OrderedLog.open(CONFIG, IDENTITY, disk, (position, expected, target) -> {
            throw new AssertionError("a body is read");
        });
        final UnsafeBuffer body = Bodies.body(1, 100);
        log.appendReference(1, 1, Bodies.meta(1, body), 4096);
        log.appendWithoutBody(1, 2, Bodies.meta(2, body));
        append(log, 1, 3, 50);
        log.close();
        final OrderedLog again = OrderedLog.open(CONFIG, IDENTITY, disk, (position, expected, target) -> {
            throw new AssertionError("a body is read");
        });
        final List<Integer> lengths = new ArrayList<>();
        assertEquals(3, again.readNames(1, 1, 9, (lsn, meta, buffer, offset, length) -> {
            assertEquals(lengths.size() + 1, lsn);
            assertNull(buffer);
            lengths.add(length);
        }));
        assertEquals(List.of(100, OrderedEntryHandler.NO_BODY, 50), lengths);
        assertEquals(0, again.readNames(1, 4, 9, (lsn, meta, buffer, offset, length) -> {}));
        again.close();
    }

    @Test
    void shouldGoOnBehindASnapshot() throws Exception {
        OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 10; lsn++) {
            append(log, 1, lsn, 10);
        }
        flush(log, true);
        assertTrue(log.skipTo(1, 100));
        assertThrows(IllegalArgumentException.class, () -> append(open(disk.copy("other")), 1, 101, 10));
        append(log, 1, 101, 10);
        flush(log, true);
        assertEquals(101, log.durable(1));
        assertEquals(0, check(log, 1, 5, 10, 100));
        assertEquals(1, check(log, 1, 101, 101, 100));
        log.close();
        log = open(disk);
        assertEquals(101, log.appended(1));
        assertEquals(101, log.first(1));
        assertEquals(0, log.letGo(1), "what is below never was here");
        assertEquals(1, check(log, 1, 101, 101, 100));
        final OrderedLog again = log;
        assertThrows(IllegalArgumentException.class, () -> again.skipTo(1, 101));
    }

    @Test
    void shouldKeepEverythingAboveTheTrimLsnReadable() throws Exception {
        OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 1000; lsn++) {
            append(log, 1, lsn, length(1, lsn));
            append(log, 2, lsn, length(2, lsn));
            flush(log, lsn % 3 == 0);
        }
        flush(log, true);
        log.trim(group -> group == 1 ? 700 : 650);
        flush(log, true);
        for (int life = 0; life < 2; life++) {
            assertTrue(log.first(2) > 1 && log.first(2) <= 651, "first " + log.first(2));
            assertTrue(log.first(1) <= 701, "first " + log.first(1));
            assertEquals(log.first(2) - 1, log.letGo(2), "also after a start");
            for (int group = 1; group <= 2; group++) {
                for (long lsn = log.first(group); lsn <= 1000; lsn += 7) {
                    assertTrue(check(log, group, lsn, lsn + 6, 1_000_000) > 0);
                }
                assertEquals(0, check(log, group, log.first(group) - 1, 1000, 100));
            }
            log.close();
            log = open(disk);
        }
        append(log, 1, 1001, 10);
    }

    @Test
    void shouldReadNothingThatWasTrimmedThoughItsFileIsThere() throws Exception {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 10; lsn++) {
            append(log, 1, lsn, 10);
        }
        flush(log, true);
        log.trim(group -> 4);
        assertEquals(5, log.first(1));
        assertEquals(0, check(log, 1, 4, 10, 1000));
        assertEquals(6, check(log, 1, 5, 10, 1000));
        log.trim(group -> 1_000);
        assertEquals(11, log.first(1), "not above what is durable");
        assertEquals(10, log.letGo(1));
        append(log, 1, 11, 10);
        flush(log, true);
        assertEquals(1, check(log, 1, 11, 11, 1000));
    }

    @Test
    void shouldKeepTheNewestRecordOfEachGroup() throws Exception { // S4: what a group has recorded outlives every trim
        OrderedLog log = open(disk);
        append(log, 2, 1, 100);
        for (int lsn = 1; lsn <= 300; lsn++) {
            append(log, 1, lsn, 800);
            flush(log, lsn % 3 == 0);
        }
        flush(log, true);
        assertFalse(log.isHoldingUp(1));
        log.trim(group -> 1_000);
        flush(log, true);
        assertTrue(log.isHoldingUp(2));
        assertTrue(disk.list().size() > 5, "the group that rests keeps its file, and so all behind");
        assertTrue(log.restate(2));
        flush(log, true);
        assertFalse(log.isHoldingUp(2));
        log.trim(group -> 1_000);
        flush(log, true);
        flush(log, true);
        assertTrue(files() <= 3, disk.list().toString());
        log.close();
        log = open(disk);
        assertEquals(1, log.appended(2));
        assertEquals(2, log.first(2));
        assertEquals(300, log.appended(1));
        append(log, 2, 2, 100);
        append(log, 1, 301, 100);
        flush(log, true);
        assertEquals(1, check(log, 2, 2, 2, 1000));
    }

    @Test
    void shouldForgetWhatRefersToBodiesThatAreGone() throws Exception {
        OrderedLog log = OrderedLog.open(CONFIG, IDENTITY, disk, (position, expected, target) -> 0);
        final EntryMeta meta = new EntryMeta();
        for (int lsn = 1; lsn <= 9; lsn++) {
            assertTrue(log.appendReference(1, lsn, meta, LogPosition.of(0, 1 + lsn / 4, 4096)));
        }
        flush(log, true);
        log.close();
        log = OrderedLog.open(CONFIG, IDENTITY, disk, (position, expected, target) -> 0);
        assertEquals(1, log.first(1));
        log.forgetWhatIsGone(position -> LogPosition.fileNumber(position, 0) < 2);
        assertEquals(4, log.first(1));
        log.forgetWhatIsGone(position -> LogPosition.fileNumber(position, 0) < 3);
        assertEquals(8, log.first(1));
    }

    /** Of the log, without spare ones. */
    private long files() {
        return disk.list().stream().filter(file -> file.startsWith("ordered")).count();
    }

    @Test
    void shouldFinishATrimThatACrashCutShort() throws Exception {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 600; lsn++) {
            append(log, 1, lsn, 800);
            flush(log, lsn % 3 == 0);
        }
        flush(log, true);
        final long files = files();
        log.trim(group -> 500);
        disk.crashIn(5);
        assertThrows(SimulatedCrash.class, () -> {
            for (int i = 0; i < 10; i++) {
                log.flushers().get(0).doWork();
            }
        });
        disk.kill();
        final OrderedLog again = open(disk);
        assertTrue(files() < files, "some are gone");
        assertTrue(again.flushers().get(0).hasWork());
        final long first = again.first(1);
        assertTrue(first > 400 && first <= 501, "first " + first);
        again.flushers().get(0).doWork();
        assertTrue(check(again, 1, first, 600, 1_000_000) == 601 - first);
        assertFalse(again.flushers().get(0).hasWork());
    }

    @Test
    void shouldNoticeFlippedBits() throws Exception {
        final OrderedLog log = open(disk);
        for (int lsn = 1; lsn <= 100; lsn++) {
            append(log, 1, lsn, 400);
            flush(log, lsn % 5 == 0);
        }
        log.close();
        final Random random = new Random(4);
        int damaged = 0;
        for (final String file : disk.list()) {
            for (int i = 0; i < 300; i++) {
                final FaultDisk copy = disk.copy("copy");
                copy.flip(file, random.nextInt(disk.bytes(file).length), 1 << random.nextInt(8));
                try {
                    final OrderedLog opened = open(copy);
                    assertEquals(100, opened.durable(1));
                    assertEquals(100, check(opened, 1, 1, 100, 1_000_000));
                } catch (final StorageException e) {
                    damaged++;
                }
            }
        }
        assertTrue(damaged > 100, "damaged " + damaged);
    }

    @Test
    void shouldKeepEverythingDurableOverCrashes() throws Exception {
        for (int seed = 1; seed <= 300; seed++) {
            final Random random = new Random(seed);
            final FaultDisk faulty = new FaultDisk("disk", random);
            final Map<Integer, Long> durable = new HashMap<>();
            final Map<Integer, Long> staged = new HashMap<>();
            for (int life = 0; life < 6; life++) {
                try {
                    if (life < 5) {
                        faulty.crashIn(1 + random.nextInt(50));
                    }
                    live(open(faulty), random, durable, staged, seed);
                } catch (final SimulatedCrash e) {
                    // expected: the next life recovers
                }
                if (random.nextBoolean()) {
                    faulty.powerLoss();
                } else {
                    faulty.kill();
                }
            }
        }
    }

    private void live(final OrderedLog log, final Random random, final Map<Integer, Long> durable,
                      final Map<Integer, Long> staged, final int seed) throws Exception {
        for (int group = 1; group <= 3; group++) {
            final long least = durable.getOrDefault(group, 0L);
            assertTrue(log.durable(group) >= least, "seed " + seed + " lost " + least);
            assertTrue(log.durable(group) <= staged.getOrDefault(group, 0L), "seed " + seed);
            assertEquals(log.appended(group), log.durable(group));
            for (long lsn = log.first(group); lsn <= log.durable(group); lsn++) {
                assertEquals(1, check(log, group, lsn, lsn, 10));
            }
        }
        final int steps = random.nextInt(150);
        for (int i = 0; i < steps; i++) {
            final int group = 1 + random.nextInt(3);
            final long lsn = log.appended(group) + 1;
            staged.merge(group, lsn, Math::max);
            if (random.nextInt(40) == 0 && log.skipTo(group, lsn + 20)) {
                staged.put(group, lsn + 20);
            } else {
                tryAppend(log, group, lsn, length(group, lsn));
            }
            flush(log, random.nextInt(4) == 0);
            for (int g = 1; g <= 3; g++) {
                durable.put(g, Math.max(durable.getOrDefault(g, 0L), log.durable(g)));
            }
            if (random.nextInt(30) == 0) {
                log.trim(g -> durable.get((int) g) - 5);
            }
        }
    }

    private static int length(final int group, final long lsn) {
        return (int) ((lsn * 131 + group * 17) % 900);
    }

    private static long seed(final int group, final long lsn) {
        return group * 100_000L + lsn;
    }

    private static void append(final OrderedLog log, final int group, final long lsn, final int length) {
        assertTrue(tryAppend(log, group, lsn, length));
    }

    private static boolean tryAppend(final OrderedLog log, final int group, final long lsn, final int length) {
        final UnsafeBuffer body = Bodies.body(seed(group, lsn), length);
        return log.append(group, lsn, Bodies.meta(seed(group, lsn), body), body, 0);
    }

    private static int check(final OrderedLog log, final int group, final long from, final long to,
                             final int maxBytes) {
        final long[] next = {from};
        final int count = log.read(group, from, to, maxBytes, (lsn, meta, buffer, offset, length) -> {
            assertEquals(next[0]++, lsn);
            final UnsafeBuffer body = Bodies.body(seed(group, lsn), meta.length);
            assertTrue(meta.sameValue(Bodies.meta(seed(group, lsn), body)));
            assertEquals(body, new UnsafeBuffer(buffer, offset, length));
        });
        assertEquals(next[0] - from, count);
        return count;
    }

    private static void flush(final OrderedLog log, final boolean now) throws Exception {
        log.poll(0);
        log.poll(now ? 1_000_000 : 0);
        log.flushers().get(0).doWork();
        log.poll(0);
        if (now) {
            log.poll(1_000_000);
            log.flushers().get(0).doWork();
            log.poll(1_000_000);
        }
        assertFalse(log.isFull());
    }

    private static OrderedLog open(final FaultDisk disk) {
        return OrderedLog.open(CONFIG, IDENTITY, disk, null);
    }
}
