package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.HighestPositions;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.ordered.OrderedLogConfig;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The end of a log that a disk lost after it had confirmed it is noticed where something refers to it. */
class LostEndTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final OrderedLogConfig ORDERED = new OrderedLogConfig(32 * 1024, 16 * 1024, 1, 0);
    private static final int BLOCK = 4096;

    private final FaultDisk first = new FaultDisk("first", new Random(1));
    private final FaultDisk second = new FaultDisk("second", new Random(2));
    private final TreeMap<Long, Long> positions = new TreeMap<>();

    @Test
    @Expects("scattered-log.confirmed-end-missing")
    void shouldNoticeThatARestampRefersBeyondTheEnd() throws Exception {
        try (ScatteredLog log = open()) {
            append(log, 1);
            append(log, 2);
            final UnsafeBuffer body = Bodies.body(2, 1000);
            assertTrue(log.restamp(1, 2, 9, 0, Bodies.meta(2, body), positions.get(2L)));
            flush(log);
            flush(log);
        }
        assertEquals(1, LogPosition.directory(positions.get(2L)), "the body is on the second disk, the re-stamp not");
        loseEnd(second, positions.get(2L));
        final DamagedStorageException e = assertThrows(DamagedStorageException.class, this::open);
        assertTrue(e.getMessage().startsWith("second: the scattered log ends at directory 1 file 1 offset 4096, but a "
            + "re-stamp refers to a record at directory 1 file 1 offset "), e.getMessage());
    }

    @Test
    void shouldNoticeThatTheOrderedLogRefersBeyondTheEnd() throws Exception {
        try (ScatteredLog log = open(); OrderedLog ordered = OrderedLog.open(ORDERED, IDENTITY, first, log::readBody)) {
            append(log, 1);
            assertTrue(ordered.appendReference(1, 1, Bodies.meta(1, Bodies.body(1, 1000)), positions.get(1L)));
            ordered.flush();
            ordered.flushers().get(0).doWork();
        }
        try (ScatteredLog log = open(); OrderedLog ordered = OrderedLog.open(ORDERED, IDENTITY, first, log::readBody)) {
            log.requireReached(ordered.references(), "the ordered log");
        }
        loseEnd(first, positions.get(1L));
        try (ScatteredLog log = open(); OrderedLog ordered = OrderedLog.open(ORDERED, IDENTITY, first, log::readBody)) {
            final DamagedStorageException e = assertThrows(DamagedStorageException.class,
                () -> log.requireReached(ordered.references(), "the ordered log"));
            assertTrue(e.getMessage().startsWith("first: ") && e.getMessage().contains("the ordered log refers to"),
                e.getMessage());
        }
    }

    @Test
    void shouldKeepTheHighestPositionOfEachDirectory() {
        final HighestPositions highest = new HighestPositions();
        assertEquals(0, highest.in(0));
        for (final int directory : new int[] {0, 7, 200, 255}) {
            highest.note(LogPosition.of(directory, 2, 104));
            highest.note(LogPosition.of(directory, 1, 4_000_000_000L));
            highest.note(LogPosition.of(directory, 2, 96));
            assertEquals(LogPosition.of(directory, 2, 104), highest.in(directory));
        }
        assertEquals(0, highest.note(0));
        assertEquals(LogPosition.of(0, 2, 104), highest.in(0));
        assertEquals(0, highest.in(1));
    }

    private ScatteredLog open() {
        return ScatteredLog.open(CONFIG, IDENTITY, List.of(first, second), (g, lsn, b, s, m, p) -> {});
    }

    private void append(final ScatteredLog log, final long lsn) throws Exception {
        ScatteredLogs.append(log, lsn, Bodies.body(lsn, 1000));
        flush(log);
        flush(log);
    }

    private void flush(final ScatteredLog log) throws Exception {
        ScatteredLogs.flush(log, (group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    /** Everything from the flush of a record on is zeros, as if the disk had never written it. */
    private static void loseEnd(final FaultDisk disk, final long position) {
        final String file = disk.list().stream().filter(name -> name.matches("scattered-.*log")).findFirst()
            .orElseThrow();
        disk.zero(file, (int) LogPosition.offset(position) / BLOCK * BLOCK, disk.bytes(file).length);
    }
}
