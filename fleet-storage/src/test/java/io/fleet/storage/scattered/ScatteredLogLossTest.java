package io.fleet.storage.scattered;

import static io.fleet.storage.scattered.ScatteredLogs.active;
import static io.fleet.storage.scattered.ScatteredLogs.append;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A log that may lack single records loses those that cannot be read, and no others, and tells of it once. */
class ScatteredLogLossTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);
    private static final ScatteredLogConfig CONFIG = new ScatteredLogConfig(32 * 1024, 16 * 1024);
    private static final int PER_FLUSH = 3;
    private static final int FLUSHES = 14;
    private static final int WRITTEN = PER_FLUSH * FLUSHES;
    private static final int FRAME_HEADER = 64;
    private static final int BLOCK = 4096;

    private final List<String> told = new ArrayList<>();

    @Test
    @Expects({"log-recovery.went-on-behind-damage", "scattered-log.loss-told"})
    void shouldLoseOneRecordForEachBitOfItsBody() throws Exception {
        final FaultDisk disk = written(true);
        for (final String file : disk.list()) {
            for (final int at : records(disk, file)) {
                told.clear();
                final FaultDisk copy = disk.copy("copy");
                copy.flip(file, at + 88 + at % 700, 1 << at / 8 % 8);
                assertEquals(WRITTEN - 1, recovered(copy).size(), file + " at " + at);
                assertEquals(1, told.size());
                assertTrue(told.get(0).contains("copy/" + file), told.get(0));
            }
        }
    }

    @Test
    void shouldLoseOneFlushAtMostForEachBitOfARecordsHeader() throws Exception {
        final FaultDisk disk = written(true);
        for (final String file : disk.list()) {
            for (final int at : records(disk, file)) {
                for (int i = 0; i < 88; i++) {
                    told.clear();
                    final FaultDisk copy = disk.copy("copy");
                    copy.flip(file, at + i, 1 << i % 8);
                    final int found = recovered(copy).size();
                    assertTrue(found >= WRITTEN - PER_FLUSH && found < WRITTEN, file + " at " + (at + i));
                    assertEquals(1, told.size(), file + " at " + (at + i));
                }
            }
        }
    }

    @Test
    void shouldTellOfEveryFlippedBitOfAClosedLogThatLosesARecord() throws Exception {
        final FaultDisk disk = written(true);
        int lost = 0;
        final Random random = new Random(3);
        for (final String file : disk.list()) {
            for (int at = 0; at < disk.bytes(file).length; at += 1 + random.nextInt(at % BLOCK < 160 ? 4 : 200)) {
                told.clear();
                final FaultDisk copy = disk.copy("copy");
                copy.flip(file, at, 1 << random.nextInt(8));
                try {
                    if (recovered(copy).size() < WRITTEN) {
                        lost++;
                        assertFalse(told.isEmpty(), file + " at " + at);
                    }
                } catch (final DamagedStorageException e) {
                    assertTrue(at < BLOCK, file + " at " + at + ": " + e.getMessage());
                }
            }
        }
        assertTrue(lost > 500, "lost " + lost);
    }

    @Test
    void shouldKeepTheRecordsOfAFlushWhoseHeaderIsDamaged() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        for (int at = BLOCK; at < BLOCK + FRAME_HEADER; at++) {
            told.clear();
            final FaultDisk copy = disk.copy("copy");
            copy.flip(file, at, 4);
            assertEquals(WRITTEN, recovered(copy).size(), "at " + at);
            assertEquals(1, told.size(), "who knows what else there was");
        }
    }

    @Test
    @Tag("hazard-S-E4")
    void shouldLoseWhatCannotBeReadOfACompleteFile() throws Exception {
        final FaultDisk disk = written(true);
        int lost = 0;
        for (final String file : disk.list()) {
            for (int at = 0; file.endsWith(".sealed") && at < disk.bytes(file).length; at += BLOCK) {
                told.clear();
                final FaultDisk copy = disk.copy("copy");
                copy.goBad(file, at + 1024, 512);
                final int found = recovered(copy).size();
                assertTrue(found >= WRITTEN - (at == 0 ? 4 : 1) * PER_FLUSH, file + " at " + at + ": " + found);
                assertTrue(found == WRITTEN || told.get(0).contains("copy/" + file), file + " at " + at);
                lost += WRITTEN - found;
            }
        }
        assertTrue(lost > 10, "lost " + lost);
    }

    @Test
    void shouldGoOnBehindALostFile() throws Exception {
        final FaultDisk disk = written(true);
        for (final String file : disk.list()) {
            if (file.endsWith(".sealed")) {
                told.clear();
                final FaultDisk copy = disk.copy("copy");
                copy.zero(file, 0, copy.bytes(file).length);
                final int found = recovered(copy).size();
                assertTrue(found < WRITTEN && found >= WRITTEN - 4 * PER_FLUSH, file + ": " + found);
                assertEquals(1, told.size());
            }
        }
    }

    @Test
    void shouldTellOfEachFlushThatIsLostBehindOneWhoseDamageIsKnown() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        final List<Integer> records = records(disk, file);
        disk.flip(file, records.get(0) + 100, 1);
        assertEquals(WRITTEN - 1, reopened(disk).size());
        assertEquals(1, told.size());
        for (int flush = 1; flush < records.size() / PER_FLUSH; flush++) {
            disk.flip(file, records.get(flush * PER_FLUSH) - FRAME_HEADER, 1);
            assertEquals(WRITTEN - 1 - flush * PER_FLUSH, reopened(disk).size());
            assertEquals(1 + flush, told.size(), "flush " + flush);
        }
    }

    @Test
    void shouldTellOnceAndAnewWhenMoreIsLost() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        final List<Integer> records = records(disk, file);
        disk.flip(file, records.get(0) + 100, 1);
        reopened(disk);
        assertEquals(1, told.size());
        reopened(disk);
        assertEquals(1, told.size());
        assertEquals(WRITTEN - 1, reopened(disk).size());
        disk.flip(file, records.get(1) + 100, 1);
        assertEquals(WRITTEN - 2, reopened(disk).size());
        assertEquals(2, told.size());
        disk.flip(file, records.get(1) + 100, 1);
        assertEquals(WRITTEN - 1, reopened(disk).size());
        disk.flip(file, records.get(1) + 100, 1);
        reopened(disk);
        assertEquals(3, told.size(), "what could be read in between counted as held");
    }

    @Test
    void shouldTellAgainWhereItCouldNotBeActedOn() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        disk.flip(file, records(disk, file).get(0) + 100, 1);
        for (int i = 0; i < 2; i++) {
            assertThrows(StorageException.class, () -> ScatteredLog.openDespiteLoss(CONFIG, IDENTITY, List.of(disk),
                (group, lsn, ballot, stores, meta, position) -> {}, what -> {
                    throw new StorageException("the note fails");
                }));
        }
        reopened(disk);
        assertEquals(1, told.size());
    }

    @Test
    void shouldTakeNothingForARecordThatIsTheBodyOfOne() throws Exception {
        final FaultDisk inner = written(true);
        final String from = sealed(inner);
        final int second = records(inner, from).get(1);
        final byte[] copied = Arrays.copyOfRange(inner.bytes(from), second, second + 88 + 1500);
        final FaultDisk disk = new FaultDisk("disk", new Random(1));
        final ScatteredLog log = open(disk, new TreeSet<>());
        final UnsafeBuffer body = new UnsafeBuffer(new byte[8 + copied.length]);
        body.putBytes(8, copied);
        append(log, 900, body);
        append(log, 901, body);
        flush(log);
        log.close();
        final String file = active(disk);
        for (int bit = 0; bit < 24; bit++) {
            final FaultDisk copy = disk.copy("copy");
            copy.flip(file, BLOCK + FRAME_HEADER + 8 + bit / 8, 1 << bit % 8);
            final TreeSet<Long> found = new TreeSet<>();
            open(copy, found);
            found.removeAll(List.of(900L, 901L));
            assertEquals(new TreeSet<>(), found, "bit " + bit);
        }
    }

    @Test
    void shouldDropTheTornTailAsEver() throws Exception {
        final FaultDisk disk = written(false);
        final String active = active(disk);
        final List<Integer> records = records(disk, active);
        disk.flip(active, records.get(records.size() - 1) + 100, 1);
        final TreeSet<Long> found = new TreeSet<>();
        final ScatteredLog log = open(disk, found);
        assertTrue(log.isTailInDoubt());
        assertEquals(WRITTEN - PER_FLUSH, found.size());
        assertTrue(told.isEmpty(), "never acknowledged, or a suspect's: " + told);
    }

    @Test
    void shouldLetGoOfDamagedFiles() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        disk.flip(file, records(disk, file).get(1) + 100, 1);
        final ScatteredLog log = open(disk, new TreeSet<>());
        log.trim(group -> WRITTEN);
        flush(log);
        log.close();
        assertFalse(disk.exists(file));
        final int before = told.size();
        assertEquals(before, told.size());
        recovered(disk);
        assertEquals(before, told.size());
        ScatteredLog.open(CONFIG, IDENTITY, List.of(disk), (group, lsn, ballot, stores, meta, position) -> {});
    }

    @Test
    @Expects("scattered-log.directory-begun-anew")
    void shouldKeepWhatOtherDirectoriesHold() throws Exception {
        final List<FaultDisk> disks = List.of(new FaultDisk("one", new Random(1)), new FaultDisk("two", new Random(2)));
        final ScatteredLog log = open(disks, new TreeSet<>());
        for (int i = 1; i <= 8; i++) {
            append(log, i, Bodies.body(i, 1500));
            flush(log);
        }
        log.close();
        final List<FaultDisk> left = List.of(disks.get(0), new FaultDisk("new", new Random(3)));
        final TreeSet<Long> found = new TreeSet<>();
        open(left, found).close();
        assertEquals(4, found.size());
        assertTrue(told.get(0).startsWith("new: the scattered log is missing"), told.toString());
        told.clear();
        open(left, new TreeSet<>()).close();
        assertTrue(told.isEmpty(), told.toString());
    }

    /** As when a disk is not mounted for a while: what was written in its place meanwhile is not on it. */
    @Test
    @Expects("scattered-log.older-directory-is-back")
    void shouldTellOfAnOlderDirectoryThatIsBack() throws Exception {
        final FaultDisk one = new FaultDisk("one", new Random(1));
        final FaultDisk old = new FaultDisk("two", new Random(2));
        final FaultDisk begun = new FaultDisk("two", new Random(3));
        long lsn = 0;
        for (final FaultDisk two : List.of(old, begun, begun)) {
            final ScatteredLog log = open(List.of(one, two), new TreeSet<>());
            for (int i = 0; i < 8; i++) {
                append(log, ++lsn, Bodies.body(lsn, 1500));
                flush(log);
            }
            log.close();
        }
        assertEquals(1, told.size(), told.toString());
        for (final FaultDisk two : List.of(old, begun)) {
            final TreeSet<Long> found = new TreeSet<>();
            open(List.of(one, two), found).close();
            assertEquals(lsn / 2, found.size(), "what the first directory holds");
            assertTrue(told.stream().anyMatch(what -> what.contains("is older than the one")), told.toString());
            told.clear();
            open(List.of(one, two), new TreeSet<>()).close();
            assertTrue(told.isEmpty(), told.toString());
        }
    }

    @Test
    void shouldReadWhatItKeeps() throws Exception {
        final FaultDisk disk = written(true);
        final String file = sealed(disk);
        disk.flip(file, records(disk, file).get(1) + 100, 1);
        final ExpandableArrayBuffer target = new ExpandableArrayBuffer();
        final List<Long> positions = new ArrayList<>();
        final List<EntryMeta> metas = new ArrayList<>();
        final ScatteredLog log = ScatteredLog.openDespiteLoss(CONFIG, IDENTITY, List.of(disk),
            (group, lsn, ballot, stores, meta, position) -> {
                positions.add(position);
                metas.add(new EntryMeta().set(meta));
            }, told::add);
        for (int i = 0; i < positions.size(); i++) {
            assertEquals(metas.get(i).length, log.readBody(positions.get(i), metas.get(i), target));
        }
        append(log, WRITTEN + 1, Bodies.body(WRITTEN + 1, 300));
        flush(log);
        log.close();
        assertEquals(WRITTEN, recovered(disk).size());
    }

    /** Where the records of a file begin. */
    private static List<Integer> records(final FaultDisk disk, final String file) {
        final UnsafeBuffer bytes = new UnsafeBuffer(disk.bytes(file));
        final List<Integer> found = new ArrayList<>();
        int frame = BLOCK;
        while (frame < bytes.capacity() && bytes.getInt(frame) == 0x6873_6C46) {
            int at = frame + FRAME_HEADER;
            for (int i = 0; i < bytes.getInt(frame + 28); i++) {
                found.add(at);
                at += bytes.getInt(at + 8) + 7 & ~7;
            }
            frame += bytes.getInt(frame + 24) + BLOCK - 1 & -BLOCK;
        }
        return found;
    }

    private static String sealed(final FaultDisk disk) {
        return disk.list().stream().filter(name -> name.endsWith(".sealed")).sorted().findFirst().orElseThrow();
    }

    private FaultDisk written(final boolean closed) throws Exception {
        final FaultDisk disk = new FaultDisk("disk", new Random(1));
        final ScatteredLog log = open(disk, new TreeSet<>());
        long lsn = 0;
        for (int flush = 0; flush < FLUSHES; flush++) {
            for (int i = 0; i < PER_FLUSH; i++) {
                append(log, ++lsn, Bodies.body(lsn, 1500 + flush * 40));
            }
            flush(log);
        }
        if (closed) {
            log.close();
        }
        return disk;
    }

    private static void flush(final ScatteredLog log) throws Exception {
        for (int i = 0; i < 3; i++) {
            ScatteredLogs.flush(log, (group, number, ballot, position) -> {});
        }
    }

    private TreeSet<Long> recovered(final FaultDisk disk) {
        final TreeSet<Long> found = new TreeSet<>();
        open(disk, found);
        return found;
    }

    private TreeSet<Long> reopened(final FaultDisk disk) {
        final TreeSet<Long> found = new TreeSet<>();
        open(disk, found).close();
        return found;
    }

    private ScatteredLog open(final FaultDisk disk, final TreeSet<Long> found) {
        return open(List.of(disk), found);
    }

    private ScatteredLog open(final List<FaultDisk> disks, final TreeSet<Long> found) {
        return ScatteredLog.openDespiteLoss(CONFIG, IDENTITY, List.copyOf(disks),
            (group, lsn, ballot, stores, meta, position) -> assertTrue(found.add(lsn)), told::add);
    }
}
