package io.fleet.storage.scattered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.PassingDisk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ScatteredBodiesTest {
    private static final int LENGTH = 1000;

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final Reads reads = new Reads(disk);
    private final Map<Long, Long> positions = new HashMap<>();
    private ScatteredLog log = open();
    private ScatteredBodies bodies = log.bodiesInOrder();
    private final ExpandableArrayBuffer target = new ExpandableArrayBuffer();

    @Test
    @Expects("read-ahead.piece-read")
    void shouldReadManyBodiesAtOnce() throws Exception {
        for (long lsn = 1; lsn <= 100; lsn += 10) {
            append(lsn, lsn + 9);
        }
        reads.count = 0;
        for (long lsn = 1; lsn <= 100; lsn++) {
            read(lsn);
        }
        assertEquals(4, reads.count, "the first by itself, then pieces of 32, 64 and 128 KiB");
    }

    @Test
    @Expects("read-ahead.record-is-not-in-the-piece")
    void shouldReadFromTheFileWhatWasWrittenSince() throws Exception {
        append(1, 2);
        read(1);
        read(2);
        append(3, 5);
        for (long lsn = 1; lsn <= 5; lsn++) {
            read(lsn);
        }
    }

    @Test
    @Expects("read-ahead.piece-cannot-be-read")
    void shouldReadOnWhereAnotherPlaceIsBad() throws Exception {
        append(1, 50);
        disk.goBad(ScatteredLogs.active(disk), (int) LogPosition.offset(positions.get(20L)) + 200, 1);
        reads.count = 0;
        for (long lsn = 1; lsn < 20; lsn++) {
            read(lsn);
        }
        assertEquals(20, reads.count, "one piece in vain");
    }

    @Test
    void shouldNameTheFlippedRecord() throws Exception {
        append(1, 9);
        read(1);
        read(2);
        disk.flip(ScatteredLogs.active(disk), LogPosition.offset(positions.get(9L)) + 150, 4);
        read(8);
        final ScatteredBodies others = log.bodiesInOrder();
        others.readBody(positions.get(7L), Bodies.meta(7, Bodies.body(7, LENGTH)), target);
        others.readBody(positions.get(8L), Bodies.meta(8, Bodies.body(8, LENGTH)), target);
        final DamagedStorageException e = assertThrows(DamagedStorageException.class,
            () -> others.readBody(positions.get(9L), Bodies.meta(9, Bodies.body(9, LENGTH)), target));
        assertTrue(e.getMessage().contains("lsn 9"), e.getMessage());
    }

    @Test
    void shouldReadWhatTookThePlaceOfATornFlush() throws Exception { // S15: a flush that a crash cut short is no damage
        append(1, 3);
        append(4, 5);
        final long place = positions.get(4L);
        disk.flip(ScatteredLogs.active(disk), LogPosition.offset(positions.get(5L)) + 150, 4);
        disk.kill();
        log = open();
        bodies = log.bodiesInOrder();
        read(1);
        read(2);
        final UnsafeBuffer other = Bodies.body(44, LENGTH);
        assertTrue(log.append(1, 4, 2, 0, Bodies.meta(44, other), other, 0));
        flush();
        assertEquals(place, positions.get(4L), "where the first record of the torn flush was, and is in the piece");
        assertEquals(LENGTH, bodies.readBody(place, Bodies.meta(44, other), target));
        assertEquals(other, new UnsafeBuffer(target.byteArray(), 0, LENGTH));
    }

    @Test
    void shouldNotTakeOneValueForAnother() throws Exception {
        append(1, 3);
        read(1);
        read(2);
        assertThrows(DamagedStorageException.class,
            () -> bodies.readBody(positions.get(3L), Bodies.meta(2, Bodies.body(2, LENGTH)), target));
    }

    private void append(final long from, final long to) throws Exception {
        for (long lsn = from; lsn <= to; lsn++) {
            ScatteredLogs.append(log, lsn, Bodies.body(lsn, LENGTH));
        }
        flush();
    }

    private void flush() throws Exception {
        ScatteredLogs.flush(log, (group, lsn, ballot, position) -> positions.put(lsn, position));
    }

    private ScatteredLog open() {
        return ScatteredLog.open(new ScatteredLogConfig(1 << 20, 64 * 1024), new StorageIdentity(7, 1),
            List.of(reads), (group, lsn, ballot, storageGroup, meta, position) -> {});
    }

    private void read(final long lsn) {
        final UnsafeBuffer body = Bodies.body(lsn, LENGTH);
        assertEquals(LENGTH, bodies.readBody(positions.get(lsn), Bodies.meta(lsn, body), target));
        assertEquals(body, new UnsafeBuffer(target.byteArray(), 0, LENGTH));
    }

    /** A disk of which reads of files are counted. */
    private static final class Reads extends PassingDisk {
        private int count;

        Reads(final Disk disk) {
            super(disk);
        }

        @Override
        public DiskFile create(final String file, final long length) {
            return new Counted(super.create(file, length));
        }

        @Override
        public DiskFile open(final String file) {
            return new Counted(super.open(file));
        }

        private final class Counted implements DiskFile {
            private final DiskFile file;

            Counted(final DiskFile file) {
                this.file = file;
            }

            @Override
            public String name() {
                return file.name();
            }

            @Override
            public long length() {
                return file.length();
            }

            @Override
            public void write(final long position, final DirectBuffer source, final int offset, final int length) {
                file.write(position, source, offset, length);
            }

            @Override
            public int read(final long position, final MutableDirectBuffer target, final int offset,
                            final int length) {
                count++;
                return file.read(position, target, offset, length);
            }

            @Override
            public void sync() {
                file.sync();
            }

            @Override
            public void close() {
                file.close();
            }
        }
    }
}
