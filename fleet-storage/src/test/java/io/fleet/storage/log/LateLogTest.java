package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.Finding;
import io.fleet.storage.HighestPositions;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of a long life: their file numbers pass all widths that a number has in files and in positions. */
class LateLogTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig SCATTERED = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 * 1024, 16 * 1024, 1, 0);
    private static final long LAST_OF_24_BITS = 0xFF_FFFFL;
    private static final long LAST_OF_28_BITS = (1L << 28) - 1;
    private static final long LAST_OF_32_BITS = (1L << 32) - 1;
    private static final int ENTRIES = 30;
    private static final int BODY = 4000;

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final TreeMap<Long, Long> positions = new TreeMap<>();
    private final ExpandableArrayBuffer target = new ExpandableArrayBuffer();

    @ParameterizedTest
    @Tag("hazard-S-B3")
    @ValueSource(longs = {5, LAST_OF_24_BITS - 1, LAST_OF_24_BITS, LAST_OF_24_BITS + 1, LAST_OF_28_BITS - 1,
        LAST_OF_28_BITS, LAST_OF_28_BITS + LAST_OF_24_BITS, LAST_OF_32_BITS - 1, LAST_OF_32_BITS, 1L << 50})
    void shouldGoOnBehindAnyFileNumber(final long number) throws Exception {
        begin(number);
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            for (long lsn = 1; lsn <= ENTRIES; lsn++) {
                write(scattered, ordered, lsn);
            }
            check(scattered, ordered, 1, ENTRIES);
        }
        assertTrue(highestFile("scattered") >= number + 2, disk.list().toString());
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            assertTrue(scattered.wasClosed() && ordered.wasClosed());
            scattered.requireReached(ordered.references(), "the ordered log");
            ordered.forgetWhatIsGone(scattered::isTrimmed);
            check(scattered, ordered, 1, ENTRIES);
            restamp(scattered, ENTRIES);
            write(scattered, ordered, ENTRIES + 1);
            scattered.trim(group -> ENTRIES / 2);
            ordered.trim(group -> ENTRIES / 2);
            assertTrue(scattered.isTrimmed(positions.get(1L)));
            assertFalse(scattered.isTrimmed(positions.get((long) ENTRIES)));
            for (long lsn = ENTRIES + 2; lsn <= 2 * ENTRIES; lsn++) {
                write(scattered, ordered, lsn);
            }
            check(scattered, ordered, ENTRIES / 2 + 1, 2 * ENTRIES);
        }
        assertTrue(lowestFile("scattered") > number, disk.list().toString());
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            ordered.forgetWhatIsGone(scattered::isTrimmed);
            assertTrue(ordered.first(1) <= ENTRIES / 2 + 1, () -> "first is " + ordered.first(1));
            check(scattered, ordered, ENTRIES / 2 + 1, 2 * ENTRIES);
        }
        assertEquals(List.of(), findings());
    }

    /** Files are those of format 1 up to the last number of 24 bits, at which the versions before this one ended. */
    @Test
    @Tag("hazard-S-B3")
    void shouldWriteTheFormatOfBeforeAsLongAsNumbersFitIn() throws Exception {
        begin(LAST_OF_24_BITS);
        assertEquals(FileHeader.VERSION, version("scattered-16777215.log"));
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            for (long lsn = 1; lsn <= ENTRIES; lsn++) {
                write(scattered, ordered, lsn);
            }
        }
        assertEquals(LAST_OF_24_BITS << 32, positions.get(1L) & ~0xFFFF_FFFFL);
        assertEquals(FileHeader.LONG_NUMBERS, version(disk.list().stream()
            .filter(name -> name.startsWith("scattered-16777216")).findFirst().orElseThrow()));
    }

    @Test
    void shouldNoticeThatALostEndWasReferredTo() throws Exception {
        begin(LAST_OF_28_BITS);
        final TreeMap<String, byte[]> before = new TreeMap<>();
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            for (long lsn = 1; lsn <= 4; lsn++) {
                write(scattered, ordered, lsn);
            }
            disk.list().stream().filter(name -> name.startsWith("scattered"))
                .forEach(name -> before.put(name, disk.bytes(name).clone()));
            for (long lsn = 5; lsn <= ENTRIES; lsn++) {
                write(scattered, ordered, lsn);
            }
        }
        for (final String name : disk.list()) {
            if (name.startsWith("scattered")) {
                disk.delete(name);
            }
        }
        before.forEach((name, bytes) -> {
            disk.create(name, bytes.length).close();
            disk.overwrite(name, bytes);
        });
        try (ScatteredLog scattered = scattered(); OrderedLog ordered = ordered(scattered)) {
            final HighestPositions references = ordered.references();
            assertThrows(DamagedStorageException.class, () -> scattered.requireReached(references, "the ordered log"));
        }
    }

    @Test
    void shouldTellPositionsApart() {
        final long[] numbers = {1, 2, LAST_OF_24_BITS - 1, LAST_OF_24_BITS, LAST_OF_24_BITS + 1, LAST_OF_28_BITS - 1,
            LAST_OF_28_BITS, LAST_OF_28_BITS + 1, LAST_OF_28_BITS + LAST_OF_24_BITS, LAST_OF_32_BITS, 1L << 40,
            LogPosition.MAX_FILE_NUMBER - 1};
        for (final long number : numbers) {
            for (final long offset : new long[] {0, 4096, 4160, (1 << 30) - 8}) {
                for (final int directory : new int[] {0, 1, 255}) {
                    final long position = LogPosition.of(directory, number, offset);
                    assertEquals(directory, LogPosition.directory(position));
                    assertEquals(offset, LogPosition.offset(position));
                    for (final long newest : new long[] {number, number + 1, number + 100_000, number + (1 << 27)}) {
                        assertEquals(number, LogPosition.fileNumber(position, newest), () -> "newest " + newest);
                    }
                    assertEquals(number, LogPosition.fileNumber(position, Math.max(0, number - 60_000)));
                    final long next = LogPosition.of(directory, number + 1, 0);
                    assertTrue(LogPosition.isBehind(next, position));
                    assertFalse(LogPosition.isBehind(position, next));
                    assertFalse(LogPosition.isBehind(position, position));
                    assertFalse(LogPosition.isSameFile(position, next));
                    assertTrue(LogPosition.isSameFile(position, LogPosition.of(directory, number, 64)));
                    assertEquals(number == 1, LogPosition.isInFirstFile(position));
                    if (offset > 0) {
                        assertEquals(LogPosition.of(directory, number, offset - 64), LogPosition.before(position, 64));
                        assertTrue(LogPosition.isBehind(position, LogPosition.before(position, 8)));
                    }
                }
            }
        }
        assertTrue(LogPosition.toString(LogPosition.of(3, 12, 4160)).equals("directory 3 file 12 offset 4160"));
        assertThrows(IllegalArgumentException.class, () -> LogPosition.of(0, 1L << 24, 4));
        assertThrows(IllegalArgumentException.class, () -> LogPosition.of(0, 1L << 24, 1 << 30));
        assertThrows(IllegalArgumentException.class, () -> LogPosition.of(0, 0, 8));
    }

    @Test
    void shouldTellNamesOfFilesWithLongNumbersFromOthers() {
        assertEquals(16_777_216, LogFileName.parse("t", "t-16777216.log").number());
        assertEquals(123_456_789_012L, LogFileName.parse("t", "t-123456789012.next").number());
        final LogFileName sealed = LogFileName.sealed("t", 100_000_000, 1, 2, 4096);
        assertEquals(100_000_000, LogFileName.parse("t", sealed.text()).number());
        assertEquals(null, LogFileName.parse("t", "t-0123456789.log"));
        assertEquals(null, LogFileName.parse("t", "t-1234567.log"));
        assertEquals(null, LogFileName.parse("t", "t-1234567890123456789.log"));
    }

    private void begin(final long number) {
        LateLog.begin(ScatteredLog.settings(SCATTERED, 0), IDENTITY, disk, number);
        LateLog.begin(OrderedLog.settings(ORDERED), IDENTITY, disk, number);
    }

    private ScatteredLog scattered() {
        return ScatteredLog.open(SCATTERED, IDENTITY, List.of(disk), (group, lsn, ballot, storage, meta, position) -> {
            if (!positions.isEmpty()) {
                assertTrue(LogPosition.isSameFile(positions.get(lsn), position));
            }
        });
    }

    private OrderedLog ordered(final ScatteredLog scattered) {
        return OrderedLog.open(ORDERED, IDENTITY, disk, scattered::readBody);
    }

    private void write(final ScatteredLog scattered, final OrderedLog ordered, final long lsn) throws Exception {
        final UnsafeBuffer body = Bodies.body(lsn, BODY);
        assertTrue(scattered.append(1, lsn, 1, 0, Bodies.meta(lsn, body), body, 0));
        flush(scattered);
        assertTrue(ordered.appendReference(1, lsn, Bodies.meta(lsn, body), positions.get(lsn)));
        for (int i = 0; i < 3; i++) {
            ordered.flush();
            ordered.flushers().get(0).doWork();
        }
        ordered.flush();
        assertEquals(lsn, ordered.durable(1));
    }

    private void restamp(final ScatteredLog scattered, final long lsn) throws Exception {
        final long place = positions.get(lsn);
        assertTrue(scattered.restamp(1, lsn, 2, 0, Bodies.meta(lsn, Bodies.body(lsn, BODY)), place));
        flush(scattered);
        assertEquals(place, positions.get(lsn), "where the body is");
    }

    private void flush(final ScatteredLog scattered) throws Exception {
        for (int i = 0; i < 3; i++) {
            scattered.poll((group, lsn, ballot, position) -> positions.put(lsn, position));
            scattered.flushers().get(0).doWork();
        }
        scattered.poll((group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private void check(final ScatteredLog scattered, final OrderedLog ordered, final long from, final long to) {
        for (long lsn = from; lsn <= to; lsn++) {
            final UnsafeBuffer body = Bodies.body(lsn, BODY);
            final EntryMeta meta = Bodies.meta(lsn, body);
            assertEquals(BODY, scattered.readBody(positions.get(lsn), meta, target));
            assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, BODY));
        }
        final List<Long> read = new ArrayList<>();
        long next = from;
        while (next <= to) {
            next += ordered.read(1, next, to, 10_000, (lsn, meta, body, offset, length) -> {
                assertEquals(Bodies.body(lsn, BODY), new UnsafeBuffer(body, offset, length));
                read.add(lsn);
            });
        }
        assertEquals(to - from + 1, read.size());
    }

    private List<Finding> findings() {
        final List<Finding> found = new ArrayList<>();
        new LogScan(ScatteredLog.settings(SCATTERED, 0), IDENTITY, disk, (buffer, offset, position) -> {}, found::add)
            .run();
        new LogScan(OrderedLog.settings(ORDERED), IDENTITY, disk, (buffer, offset, position) -> {}, found::add).run();
        return found;
    }

    private int version(final String file) {
        return new UnsafeBuffer(disk.bytes(file)).getInt(12);
    }

    private long highestFile(final String log) {
        return disk.list().stream().map(name -> LogFileName.parse(log, name)).filter(name -> name != null)
            .mapToLong(LogFileName::number).max().orElseThrow();
    }

    private long lowestFile(final String log) {
        return disk.list().stream().map(name -> LogFileName.parse(log, name)).filter(name -> name != null)
            .mapToLong(LogFileName::number).min().orElseThrow();
    }
}
