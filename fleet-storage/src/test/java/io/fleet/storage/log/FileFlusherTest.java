package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames of one block each: six fill a file, and the fourth is the one that wants the next file. */
class FileFlusherTest {
    private static final LogSettings SETTINGS = new LogSettings("t", 9, 0, 32 * 1024, 8 * 1024);
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final int TO_WANT_NEXT = 4;
    private static final int FILE = 6;
    private static final int BODY = 1000;
    private static final String FIRST = "t-00000001.log";
    private static final String NEXT = "t-00000002.next";
    private static final String SECOND = "t-00000002.log";
    private static final String SPARE = "spare-t-1";

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final CountedDisk counted = new CountedDisk(disk);
    private final List<Long> durable = new ArrayList<>();
    private LogDirectory log;
    private Flusher flusher;
    private long lsn;
    private int wanted;

    @BeforeEach
    void open() {
        LogDirectory.create(SETTINGS, IDENTITY, counted);
        counted.created.clear();
        openAgain(new ArrayList<>());
    }

    @Test
    void shouldWriteWhatWasHandedOverAndMakeItComplete() {
        stage();
        stage();
        assertTrue(log.handOver());
        assertEquals(List.of(), complete());
        assertTrue(flusher.flush() >= 2 * BODY);
        assertEquals(List.of(1L, 2L), complete());
        assertEquals(1, flusher.counters().syncs());
        disk.powerLoss();
        assertEquals(List.of(1L, 2L), recovered());
    }

    @Test
    void shouldFlushNothingWhenNothingWasHandedOver() {
        assertEquals(0, flusher.flush());
        stage();
        assertEquals(0, flusher.flush(), "staged, and not handed over");
        log.handOver();
        flusher.flush();
        assertEquals(0, flusher.flush(), "flushed, and not reported yet");
        assertEquals(1, complete().size());
        assertEquals(0, flusher.flush(), "reported");
        assertEquals(1, flusher.counters().syncs());
    }

    @Test
    void shouldLeaveNewFilesToDoWork() throws Exception {
        for (int i = 0; i < FILE; i++) {
            write();
        }
        assertEquals(List.of(), counted.created);
        stage();
        log.handOver();
        assertEquals(0, flusher.flush());
        assertEquals(List.of(FIRST), disk.list());
        assertEquals(List.of(), complete());
        assertTrue(flusher.hasWork());
        assertTrue(flusher.doWork() > 0);
        assertEquals(List.of(7L), complete());
        assertTrue(disk.exists(SECOND));
    }

    @Test
    void shouldLeaveTrimmedFilesToDoWork() throws Exception {
        for (int i = 0; i <= FILE; i++) {
            write();
            flusher.doWork();
            complete();
        }
        log.trim(group -> FILE);
        stage();
        log.handOver();
        assertTrue(flusher.flush() > 0);
        assertEquals(2, disk.list().size());
        assertTrue(flusher.hasWork());
        flusher.doWork();
        assertEquals(List.of(SPARE, SECOND), disk.list());
    }

    @Test
    void shouldLeaveTrimmedFilesToWhoeverCreatesFilesElsewhere() throws Exception {
        prepareElsewhere();
        for (int i = 0; i <= FILE; i++) {
            write();
            flusher.doWork();
            flusher.prepare();
            flusher.doWork();
            complete();
        }
        wanted = 0;
        log.trim(group -> FILE);
        flusher.doWork();
        assertEquals(2, disk.list().size(), "the frame that says so comes first, and nobody waits for what follows");
        assertTrue(disk.list().stream().noneMatch(file -> file.startsWith("spare")), disk.list().toString());
        assertEquals(1, wanted);
        assertFalse(flusher.hasWork());
        assertFalse(flusher.prepare(), "no file is created");
        assertEquals(List.of(SPARE, SECOND), disk.list());
    }

    @Test
    void shouldRetireOneFileAtATimeElsewhere() throws Exception {
        prepareElsewhere();
        for (int i = 0; i <= 3 * FILE; i++) {
            write();
            flusher.doWork();
            flusher.prepare();
            flusher.doWork();
            complete();
        }
        log.trim(group -> 3 * FILE);
        flusher.doWork();
        assertEquals(0, spares());
        flusher.prepare();
        assertEquals(1, spares());
        flusher.prepare();
        assertEquals(2, spares());
        log.close();
        assertEquals(3, spares());
        assertEquals(4, disk.list().size());
    }

    @Test
    void shouldRetireWhatIsTrimmedWhenItIsClosed() throws Exception {
        prepareElsewhere();
        for (int i = 0; i <= FILE; i++) {
            write();
            flusher.doWork();
            flusher.prepare();
            flusher.doWork();
            complete();
        }
        log.trim(group -> FILE);
        flusher.doWork();
        log.close();
        assertEquals(List.of(SPARE, SECOND), disk.list());
    }

    @Test
    void shouldReportAFailedFlushToTheOwnerAndDoNothingAnyMore() throws Exception {
        write();
        stage();
        log.handOver();
        disk.failNextSync();
        assertEquals(0, flusher.flush());
        assertEquals(0, flusher.flush());
        assertEquals(0, flusher.doWork());
        assertFalse(flusher.hasWork());
        final StorageException e = assertThrows(StorageException.class, this::complete);
        assertTrue(e.getMessage().contains("sync failed"), e.getMessage());
        log.close();
    }

    @Test
    @Expects("file-flusher.next-made-in-haste")
    void shouldFillTheNextFileSlowlyUntilTheLogComesNear() throws Exception {
        final int second = (int) FileFlusher.AHEAD_BYTES_PER_SECOND;
        prepareElsewhere();
        assertEquals(1_000_000_000, ((FileFlusher) flusher).restNs(second));
        for (int i = 1; i <= TO_WANT_NEXT; i++) {
            write();
        }
        assertEquals(1_000_000_000, ((FileFlusher) flusher).restNs(second), "wanted, with time to spare");
        for (int i = TO_WANT_NEXT; i < FILE; i++) {
            write();
        }
        assertEquals(0, ((FileFlusher) flusher).restNs(second));
    }

    @Test
    void shouldTakeTheNextFileFromWhoeverCreatesItElsewhere() throws Exception {
        prepareElsewhere();
        for (int i = 1; i < TO_WANT_NEXT; i++) {
            write();
            assertFalse(flusher.prepare(), "none is wanted");
        }
        assertEquals(0, wanted);
        write();
        assertEquals(1, wanted);
        assertFalse(flusher.hasWork(), "there is nothing to take");
        assertEquals(0, flusher.doWork());
        assertEquals(List.of(), counted.created);

        assertTrue(flusher.prepare());
        assertFalse(flusher.prepare(), "one is enough");
        assertEquals(List.of(NEXT), counted.created);
        assertTrue(flusher.hasWork());
        assertEquals(1, flusher.doWork());
        assertFalse(flusher.hasWork());
        assertFalse(flusher.prepare(), "taken, and the next is not wanted yet");
        write();
        write();
        stage();
        log.handOver();
        assertTrue(flusher.doWork() > 0);
        assertEquals(List.of(7L), complete());
        assertEquals(List.of(NEXT), counted.created);
        assertTrue(disk.exists(SECOND));
        assertEquals(1, wanted);
    }

    @Test
    void shouldRollWithAFileThatWasPreparedAndNotTakenBefore() throws Exception {
        prepareElsewhere();
        for (int i = 0; i < FILE; i++) {
            write();
        }
        assertTrue(flusher.prepare());
        stage();
        log.handOver();
        assertEquals(0, flusher.flush(), "a flush rolls over nothing");
        assertTrue(flusher.doWork() > 0);
        assertEquals(List.of(7L), complete());
        assertFalse(flusher.prepare());
        assertEquals(List.of(NEXT), counted.created);
    }

    @Test
    @Expects("file-flusher.next-not-prepared")
    void shouldWaitForAFileThatIsNotThereYet() throws Exception {
        prepareElsewhere();
        for (int i = 0; i < FILE; i++) {
            write();
        }
        stage();
        log.handOver();
        assertEquals(0, flusher.doWork());
        assertEquals(0, flusher.doWork());
        assertEquals(List.of(), complete());
        assertFalse(log.isFull(), "it is late, the disk is not full");
        assertEquals(3, wanted, "asked for again");
        assertEquals(List.of(), counted.created);

        assertTrue(flusher.prepare());
        assertTrue(flusher.doWork() > 0);
        assertEquals(List.of(7L), complete());
    }

    @Test
    void shouldSayThatTheDiskIsFullAndGoOnWhenThereIsSpace() throws Exception {
        prepareElsewhere();
        for (int i = 0; i < FILE; i++) {
            write();
        }
        disk.capacity(40 * 1024);
        assertFalse(flusher.prepare());
        assertFalse(log.isFull(), "nothing waits for it");
        stage();
        log.handOver();
        assertEquals(0, flusher.doWork());
        assertTrue(log.isFull());
        assertFalse(flusher.prepare());
        assertEquals(0, flusher.doWork());
        assertTrue(log.isFull());
        assertEquals(List.of(), complete());

        disk.capacity(Long.MAX_VALUE);
        assertTrue(flusher.prepare());
        assertTrue(flusher.doWork() > 0);
        assertFalse(log.isFull());
        assertEquals(List.of(7L), complete());
        log.close();
        assertEquals(upTo(7), recovered());
    }

    /** With a full disk the last block is for the trim that makes space again. */
    @Test
    void shouldNotTakeTheLastBlockToNoteWhatIsLost() throws Exception {
        prepareElsewhere();
        for (int i = 0; i < FILE - 1; i++) {
            write();
        }
        disk.capacity(40 * 1024);
        assertFalse(flusher.prepare());
        final LostPlaces lost = new LostPlaces();
        lost.lose(1, FrameHeader.BLOCK, 2 * FrameHeader.BLOCK, "the first flush");
        assertTrue(((FileFlusher) flusher).note(lost));
        assertFalse(((FileFlusher) flusher).note(lost));
        disk.capacity(Long.MAX_VALUE);
        assertTrue(flusher.prepare());
        assertTrue(((FileFlusher) flusher).note(lost));
    }

    @Test
    void shouldReportAFileThatCannotBeCreatedToTheOwner() {
        prepareElsewhere();
        for (int i = 0; i < TO_WANT_NEXT; i++) {
            write();
        }
        counted.failing = true;
        flusher.prepare();
        assertThrows(StorageException.class, this::complete);
        counted.failing = false;
        assertFalse(flusher.prepare(), "a flusher that failed does nothing any more");
        log.close();
        assertEquals(upTo(4), recovered());
    }

    @Test
    void shouldOpenAgainWithAPreparedFileThatWasNotTaken() throws Exception {
        prepareElsewhere();
        for (int i = 0; i < TO_WANT_NEXT; i++) {
            write();
        }
        assertTrue(flusher.prepare());
        stage();
        log.close();
        assertTrue(disk.exists(NEXT));

        final List<Long> records = new ArrayList<>();
        openAgain(records);
        assertEquals(upTo(5), records);
        assertTrue(log.wasClosed());
        prepareElsewhere();
        while (!disk.exists(SECOND)) {
            write();
            flusher.prepare();
            flusher.doWork();
            complete();
        }
        log.close();
        assertEquals(upTo(lsn), recovered());
    }

    @Test
    void shouldOpenAgainAfterALossOfPowerWithAPreparedFileThatWasNotTaken() {
        prepareElsewhere();
        for (int i = 0; i < TO_WANT_NEXT; i++) {
            write();
        }
        assertTrue(flusher.prepare());
        disk.powerLoss();
        assertEquals(upTo(4), recovered());
    }

    @Test
    void shouldCreateTheNextFileItselfWhenItIsClosed() {
        prepareElsewhere();
        for (int i = 0; i < FILE; i++) {
            write();
        }
        stage();
        log.handOver();
        stage();
        log.close();
        assertEquals(List.of(NEXT), counted.created);
        assertEquals(upTo(8), recovered());
    }

    private long spares() {
        return disk.list().stream().filter(file -> file.startsWith("spare-t-")).count();
    }

    private void prepareElsewhere() {
        flusher.prepareElsewhere(() -> wanted++);
    }

    private void openAgain(final List<Long> records) {
        log = LogDirectory.open(SETTINGS, IDENTITY, counted,
            (buffer, offset, position) -> records.add(LogRecord.lsn(buffer, offset)));
        flusher = log.flusher();
    }

    private List<Long> recovered() {
        final List<Long> records = new ArrayList<>();
        openAgain(records);
        log.close();
        return records;
    }

    private void stage() {
        lsn++;
        final UnsafeBuffer body = Bodies.body(lsn, BODY);
        assertTrue(log.append(LogRecord.ENTRY, 1, 0, lsn, 1, Bodies.meta(lsn, body), 0, body, 0));
    }

    /** One record in a frame of its own, by {@link Flusher#flush()} alone unless that leaves it to others. */
    private void write() {
        stage();
        assertTrue(log.handOver());
        flusher.flush();
        complete();
    }

    private List<Long> complete() {
        durable.clear();
        log.complete((buffer, offset, position) -> durable.add(LogRecord.lsn(buffer, offset)));
        return durable;
    }

    private static List<Long> upTo(final long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
