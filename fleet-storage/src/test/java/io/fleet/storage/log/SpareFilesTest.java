package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.SpareFiles;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Trimmed files become later ones, and nothing of what they held counts. Frames are of one block; six fill a file. */
class SpareFilesTest {
    private static final LogSettings SETTINGS = new LogSettings("t", 9, 0, 32 * 1024, 8 * 1024);
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final int FILE = 6;
    private static final int BODY = 1000;
    private static final int VERSION_OFFSET = 12;
    private static final long FORMER_SALT = 0x1234_5678_9ABC_DEF0L;

    private FaultDisk disk = new FaultDisk("disk", new Random(1));
    private CountedDisk counted = new CountedDisk(disk);
    private final List<Long> durable = new ArrayList<>();
    private LogDirectory log;
    private long lsn;

    @Test
    void shouldUseTrimmedFilesAgainInsteadOfNewOnes() throws Exception {
        create();
        write(3 * FILE);
        log.trim(group -> 2 * FILE);
        write(1);
        final int created = counted.created.size();
        for (int i = 0; i < 20; i++) {
            write(FILE);
            final long trimmed = lsn - FILE;
            log.trim(group -> trimmed);
        }
        assertTrue(counted.created.size() <= created + 1, counted.created.toString());
        assertEquals(FileHeader.REUSED, version(active()));
        log.close();
        assertSuffix(recovered());
        assertTrue(log.wasClosed() && !log.isTailInDoubt());
        disk.powerLoss();
        assertSuffix(recovered());
    }

    /** A rename syncs the directory: the last one of a process that died may have been seen, and not be durable. */
    @Test
    void shouldMakeDurableWhatAFormerProcessRenamedBeforeItUsesThat() { // S15
        disk.create("spare-t-1", FrameHeader.BLOCK).close();
        for (final String renamed : List.of("spare-t-1~", "spare-t-1")) {
            final SpareFiles spares = new SpareFiles(disk, "t");
            assertEquals(renamed, spares.poll());
            assertEquals(List.of(renamed), disk.list());
        }
    }

    @Test
    void shouldTakeNoFlushOfAFormerLifeForOne() throws Exception {
        formerLife("spare-t-77");
        create();
        for (int i = 0; i < FILE; i++) {
            write(1);
            final FaultDisk copy = disk.copy("copy");
            final List<Long> records = new ArrayList<>();
            final LogDirectory opened = open(copy, records);
            assertEquals(upTo(lsn), records);
            assertFalse(opened.isTailInDoubt(), "lsn " + lsn);
            opened.abandon();
        }
        assertEquals(FileHeader.REUSED, version(active()));
        log.close();
        assertEquals(upTo(lsn), recovered());
        assertTrue(log.wasClosed());
    }

    @Test
    void shouldTellWhatWasNotWrittenFromWhatIsNotSound() throws Exception {
        formerLife("spare-t-77");
        create();
        write(2);
        final String active = active();
        assertEquals(FileHeader.REUSED, version(active));
        final FaultDisk torn = disk.copy("torn");
        torn.flip(active, 2L * FrameHeader.BLOCK + FrameHeader.LENGTH + 200, 1);
        final List<Long> records = new ArrayList<>();
        final LogDirectory opened = open(torn, records);
        assertTrue(opened.isTailInDoubt());
        assertEquals(upTo(lsn - 1), records);
        log.close();
        assertEquals(upTo(lsn), recovered());
        assertTrue(log.wasClosed());
    }

    /** The device never wrote the flush: what the file held before is where it should be. */
    @Test
    void shouldTakeNoRecordOfAFormerLifeForOneThatIsLost() throws Exception {
        formerLife("spare-t-77");
        final byte[] former = disk.bytes("spare-t-77").clone();
        create();
        write(4);
        final String active = active();
        assertEquals(FileHeader.REUSED, version(active));
        final byte[] bytes = disk.bytes(active).clone();
        System.arraycopy(former, 2 * FrameHeader.BLOCK, bytes, 2 * FrameHeader.BLOCK, FrameHeader.BLOCK);
        disk.overwrite(active, bytes);
        final List<Long> records = new ArrayList<>();
        final LogDirectory opened = LogDirectory.openDespiteLoss(SETTINGS, IDENTITY, disk,
            (buffer, offset, position) -> records.add(LogRecord.lsn(buffer, offset)));
        assertNotNull(opened.lost());
        final List<Long> expected = new ArrayList<>(upTo(lsn));
        expected.remove(2L);
        assertEquals(expected, records);
    }

    @Test
    void shouldHoldWhatIsDurableOverACrashAtAnyOperation() throws Exception {
        int crashes = 0;
        int reused = 0;
        for (int operation = 1; operation < 260; operation++) {
            for (final boolean isPowerLoss : new boolean[] {false, true}) {
                start(operation);
                final TreeSet<Long> acknowledged = new TreeSet<>();
                long trimmed = 0;
                disk.crashIn(operation);
                try {
                    create();
                    while (lsn < 8 * FILE) {
                        write(1);
                        acknowledged.addAll(durable);
                        final long keep = lsn - FILE - 2;
                        if (lsn % FILE == 2 && keep > trimmed) {
                            trimmed = keep;
                            log.trim(group -> keep);
                            log.flusher().doWork();
                        }
                    }
                } catch (final SimulatedCrash e) {
                    crashes++;
                }
                if (isPowerLoss) {
                    disk.powerLoss();
                } else {
                    disk.kill();
                }
                if (LogDirectory.isNew(SETTINGS, disk)) {
                    assertEquals(0, acknowledged.size());
                    continue;
                }
                reused += disk.list().stream().anyMatch(file -> file.startsWith("spare")) ? 1 : 0;
                final String where = "operation " + operation + " power loss " + isPowerLoss;
                requireAll(acknowledged, trimmed, where);
                lsn = Math.max(lsn, 8 * FILE);
                for (int i = 0; i < 2 * FILE; i++) {
                    write(1);
                    acknowledged.addAll(durable);
                }
                disk.powerLoss();
                requireAll(acknowledged, trimmed, where);
            }
        }
        assertTrue(crashes > 200, "crashes " + crashes);
        assertTrue(reused > 40, "with spare files " + reused);
    }

    @Test
    void shouldNotUseAFileAgainThatSomebodyReads() {
        final FileFactory factory = new FileFactory(SETTINGS, IDENTITY, disk);
        final LogFile first = factory.createNext(1);
        final LogFile second = factory.createNext(2);
        assertTrue(first.hold());
        factory.spares().onPeak(1);
        factory.retire(first, 1);
        assertEquals(List.of(second.name()), disk.list());
        factory.retire(second, 1);
        assertEquals(List.of("spare-t-2"), disk.list());
        factory.retire(factory.createNext(3), 2);
        assertEquals(List.of(), disk.list(), "it would be one too many");
    }

    @Test
    @Expects("file-factory.spare-file-unfit")
    void shouldMakeAnotherFileWhereASpareOneIsNotFit() {
        final FileFactory factory = new FileFactory(SETTINGS, IDENTITY, counted);
        disk.create("spare-t-5", 16 * 1024).close();
        disk.create("spare-t-6", SETTINGS.fileLength()).close();
        disk.create("spare-t-7", SETTINGS.fileLength()).close();
        disk.failNextSync();
        final LogFile next = factory.createNext(9);
        assertEquals(List.of("t-00000009.next"), disk.list());
        assertTrue(next.isReused);
        assertEquals(List.of(), counted.created);
        next.letGo();
        final LogFile other = factory.createNext(10);
        assertFalse(other.isReused);
        assertNotEquals(next.salt, other.salt);
    }

    @Test
    @Expects("file-factory.spare-file-not-opened")
    void shouldKeepSpareFilesThatCannotBeOpenedNow() {
        final FileFactory factory = new FileFactory(SETTINGS, IDENTITY, counted);
        disk.create("spare-t-5", SETTINGS.fileLength()).close();
        disk.create("spare-t-6", SETTINGS.fileLength()).close();
        counted.isClosed = true;
        assertFalse(factory.createNext(9).isReused);
        counted.isClosed = false;
        assertTrue(factory.createNext(10).isReused);
        assertTrue(factory.createNext(11).isReused, "each is still there");
    }

    @Test
    void shouldKeepNoMoreFilesThanTheLogHadOfLate() throws Exception {
        create();
        write(20 * FILE);
        final int most = disk.list().size();
        assertTrue(most >= 20, "files " + most);
        log.trim(group -> 19 * FILE);
        write(1);
        assertEquals(most, disk.list().size());
        assertTrue(log.flusher().storedBytes() <= 2L * SETTINGS.fileLength(), "spare files are not counted");
        int before = most;
        for (int i = 0; i < 100; i++) {
            write(FILE);
            final long trimmed = lsn - FILE;
            log.trim(group -> trimmed);
            log.flusher().doWork();
            assertTrue(disk.list().size() <= before, "it grows again");
            before = disk.list().size();
        }
        assertTrue(before <= 5, disk.list().toString());
    }

    @Test
    @Expects("spare-files.given-up")
    void shouldGiveSpaceToWhateverNeedsIt() throws Exception {
        create();
        write(3 * FILE);
        log.trim(group -> 2 * FILE);
        write(1);
        assertTrue(disk.exists("spare-t-1") && disk.exists("spare-t-2"));
        disk.capacity(disk.list().size() * (long) SETTINGS.fileLength());
        final FileFactory other = new FileFactory(new LogSettings("u", 8, 0, 48 * 1024, 8 * 1024), IDENTITY, disk);
        other.createNext(1).letGo();
        assertTrue(disk.list().stream().noneMatch(file -> file.startsWith("spare")), disk.list().toString());
        disk.capacity(Long.MAX_VALUE);
        write(2 * FILE);
        assertSuffix(recovered());
    }

    @Test
    void shouldGiveSpaceToASnapshot() {
        disk.create("spare-t-9", 16 << 20).close();
        disk.capacity(16 << 20);
        final SnapshotOutput snapshot = SnapshotStore.open(IDENTITY, disk).begin(1, 1);
        snapshot.write(new UnsafeBuffer(new byte[100]), 0, 100);
        snapshot.commit();
        assertFalse(disk.exists("spare-t-9"));
    }

    @Test
    void shouldDeleteSpareFilesOfALogThatIsSetAside() throws Exception {
        create();
        write(3 * FILE);
        log.trim(group -> 2 * FILE);
        write(1);
        log.close();
        assertTrue(disk.list().stream().anyMatch(file -> file.startsWith("spare")));
        LogDirectory.setAside(SETTINGS, disk, true);
        assertTrue(disk.list().stream().allMatch(file -> file.startsWith("damaged-")), disk.list().toString());
    }

    private void start(final int seed) {
        disk = new FaultDisk("disk", new Random(seed));
        counted = new CountedDisk(disk);
        lsn = 0;
    }

    private void create() {
        LogDirectory.create(SETTINGS, IDENTITY, counted);
        log = open(counted, new ArrayList<>());
    }

    private void requireAll(final TreeSet<Long> acknowledged, final long trimmed, final String where) {
        final List<Long> records = new ArrayList<>();
        log = open(counted, records);
        assertEquals(records.size(), new TreeSet<>(records).size(), where);
        assertTrue(records.containsAll(acknowledged.tailSet(trimmed, false)), () -> where + ": " + records);
        assertTrue(records.stream().allMatch(found -> found <= lsn), where);
    }

    /**
     * A file that is full of sound flushes, one in each block, which are later than all of the log; records lie where
     * those of the log do.
     */
    private void formerLife(final String name) {
        final byte[] bytes = new byte[SETTINGS.fileLength()];
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        final Checksum checksum = new Checksum();
        final Checksum all = new Checksum();
        FileHeader.encode(buffer, SETTINGS, IDENTITY, 77, bytes.length, FORMER_SALT, true, checksum);
        int previous = 1;
        for (int at = FrameHeader.BLOCK; at < bytes.length; at += FrameHeader.BLOCK) {
            final long number = 10_000 + at / FrameHeader.BLOCK;
            final UnsafeBuffer body = Bodies.body(number, BODY);
            LogRecord.put(buffer, at + FrameHeader.LENGTH, LogRecord.ENTRY, 1, 0, number, 1,
                Bodies.meta(number, body), 0);
            buffer.putBytes(at + FrameHeader.LENGTH + LogRecord.HEADER_LENGTH, body, 0, BODY);
            all.reset();
            all.update(LogRecord.seal(buffer, at + FrameHeader.LENGTH, LogFile.recordSalt(FORMER_SALT, true),
                checksum));
            final FrameHeader header = new FrameHeader();
            header.salt = FORMER_SALT;
            header.sequence = number;
            header.length = FrameHeader.LENGTH + LogRecord.alignedLength(BODY);
            header.records = 1;
            header.recordsChecksum = all.value();
            header.previousFile = 77;
            header.previousEnd = at;
            header.previousChecksum = previous;
            header.offset = at;
            header.trimBelow = 1;
            header.encode(buffer, at, checksum);
            previous = header.ownChecksum;
        }
        disk.create(name, bytes.length).close();
        disk.overwrite(name, Arrays.copyOf(bytes, bytes.length));
    }

    private static LogDirectory open(final Disk from, final List<Long> records) {
        return LogDirectory.open(SETTINGS, IDENTITY, from,
            (buffer, offset, position) -> records.add(LogRecord.lsn(buffer, offset)));
    }

    private List<Long> recovered() {
        final List<Long> records = new ArrayList<>();
        log = open(counted, records);
        return records;
    }

    /** All up to the last one, from some on. */
    private void assertSuffix(final List<Long> records) {
        assertEquals(LongStream.rangeClosed(records.get(0), lsn).boxed().toList(), records);
    }

    private String active() {
        return disk.list().stream().filter(file -> file.endsWith(".log")).findFirst().orElseThrow();
    }

    private int version(final String file) {
        return new UnsafeBuffer(disk.bytes(file)).getInt(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN);
    }

    private void write(final int count) throws Exception {
        durable.clear();
        for (int i = 0; i < count; i++) {
            lsn++;
            final UnsafeBuffer body = Bodies.body(lsn, BODY);
            assertTrue(log.append(LogRecord.ENTRY, 1, 0, lsn, 1, Bodies.meta(lsn, body), 0, body, 0));
            assertTrue(log.handOver());
            log.flusher().doWork();
            log.flusher().doWork();
            log.complete((buffer, offset, position) -> durable.add(LogRecord.lsn(buffer, offset)));
        }
    }

    private static List<Long> upTo(final long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
