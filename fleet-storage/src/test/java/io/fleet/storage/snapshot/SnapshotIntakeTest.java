package io.fleet.storage.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SnapshotIntakeTest {
    private static final int GROUP = 3;
    private static final int LENGTH = 5 * Chunks.PAYLOAD_LENGTH + 1234;
    private static final StorageIdentity SENDER = new StorageIdentity(7, 1);
    private static final StorageIdentity RECEIVER = new StorageIdentity(7, 2);

    private final UnsafeBuffer body = Bodies.body(20, LENGTH);
    private final SnapshotStore source = SnapshotStore.open(SENDER, new FaultDisk("source", new Random(1)));
    private final FaultDisk disk = new FaultDisk("target", new Random(2));
    private final UnsafeBuffer piece = new UnsafeBuffer(new byte[SnapshotPieces.MAX_LENGTH]);

    @Test
    void shouldReceiveWhatAnotherStoreHolds() {
        final SnapshotId id = offered();
        final SnapshotStore store = open();
        write(store, 10, Bodies.body(1, 100));
        final SnapshotIntake intake = store.receive(GROUP, id);
        copy(id, intake, Integer.MAX_VALUE);
        assertEquals(10, store.newestId(GROUP).lsn(), "it is not there before it is finished");
        intake.finish(this::check);
        assertEquals(id, store.newestId(GROUP));
        assertEquals(id, open().newestId(GROUP));
        check(open().newest(GROUP));
        assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count(), "the one before is deleted");
        assertTrue(disk.list().stream().noneMatch(file -> SnapshotName.incomingId(file) != null));
    }

    @Test
    @Expects("snapshot-store.found-unsound-later")
    void shouldOfferNothingThatWasFoundUnsoundUntilThereIsAnother() { // S15
        final SnapshotStore store = open();
        write(store, 10, Bodies.body(1, 100));
        final SnapshotId id = store.newestId(GROUP);
        store.distrust(GROUP, 9);
        assertEquals(id, store.newestId(GROUP));
        store.distrust(GROUP, 10);
        assertNull(store.newestId(GROUP));
        assertNull(store.pieces(GROUP, id));
        assertTrue(store.holds(GROUP), "it is still there: the group has a history");
        write(store, 10, Bodies.body(1, 100));
        assertEquals(id, store.newestId(GROUP), "of the same bytes");
        store.pieces(GROUP, id).close();
        assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count(), "the one before is deleted");
    }

    @Test
    void shouldReadAnyPiece() {
        final SnapshotId id = offered();
        try (SnapshotPieces pieces = source.pieces(GROUP, id)) {
            final Random random = new Random(3);
            for (int i = 0; i < 50; i++) {
                final int offset = random.nextInt(LENGTH);
                final int length = pieces.read(offset, piece);
                assertTrue(length > 0);
                assertEquals(-1, mismatch(offset, length));
            }
            assertEquals(0, pieces.read(LENGTH, piece));
            assertEquals(0, pieces.read(Long.MAX_VALUE, piece));
        }
        assertNull(source.pieces(GROUP, new SnapshotId(id.lsn(), id.length(), id.checksum() + 1)));
        for (long chunk = 0; chunk < 3_000; chunk++) {
            final int part = Chunks.partOf(chunk);
            assertTrue(chunk >= Chunks.chunksBefore(part) && chunk < Chunks.chunksBefore(part + 1), "chunk " + chunk);
        }
    }

    @Test
    void shouldKeepWhatIsReadInPiecesUntilItIsClosed() {
        final SnapshotId id = offered();
        final SnapshotPieces pieces = source.pieces(GROUP, id);
        write(source, 30, Bodies.body(5, 10));
        assertTrue(pieces.read(0, piece) > 0);
        assertTrue(pieces.read(LENGTH - 1, piece) > 0);
        pieces.close();
        assertNull(source.pieces(GROUP, id));
    }

    @Test
    @Expects("snapshot-store.reception-continued")
    void shouldGoOnAfterAPowerFailure() {
        final SnapshotId id = offered();
        for (int pieces = 1; pieces < 6; pieces++) {
            copy(id, open().receive(GROUP, id), pieces);
            disk.powerLoss();
        }
        final SnapshotIntake stopped = open().receive(GROUP, id);
        copy(id, stopped, 4);
        final long before = stopped.received();
        stopped.suspend();
        disk.powerLoss();
        final SnapshotIntake intake = open().receive(GROUP, id);
        assertTrue(before >= 3L * Chunks.PAYLOAD_LENGTH);
        assertEquals(before / Chunks.PAYLOAD_LENGTH * Chunks.PAYLOAD_LENGTH, intake.received());
        copy(id, intake, Integer.MAX_VALUE);
        intake.finish(this::check);
        check(open().newest(GROUP));
    }

    @Test
    @Expects("snapshot-store.reception-given-up-for-another")
    void shouldBeginAgainForAnotherOne() {
        final SnapshotId id = offered();
        final SnapshotIntake first = open().receive(GROUP, id);
        copy(id, first, 3);
        first.suspend();
        final SnapshotId other = new SnapshotId(id.lsn() + 1, 50, 1);
        assertEquals(0, open().receive(GROUP, other).received());
        assertEquals(1, disk.list().stream().filter(file -> SnapshotName.incomingId(file) != null).count());
        assertEquals(0, open().receive(GROUP, id).received());
    }

    @Test
    void shouldForgetWhatANewerSnapshotMakesUseless() {
        final SnapshotId id = offered();
        final SnapshotStore store = open();
        final SnapshotIntake intake = store.receive(GROUP, id);
        copy(id, intake, 3);
        intake.suspend();
        write(store, id.lsn(), Bodies.body(5, 10));
        open();
        assertEquals(2, disk.list().size(), disk.list().toString());
    }

    @Test
    void shouldNotTakeWhatIsNotWhatWasAnnounced() {
        final SnapshotId id = offered();
        final SnapshotId announced = new SnapshotId(id.lsn(), id.length(), id.checksum() + 1);
        final SnapshotStore store = open();
        final SnapshotIntake intake = store.receive(GROUP, announced);
        copy(id, intake, Integer.MAX_VALUE);
        assertThrows(DamagedStorageException.class, () -> intake.finish(input -> {
            throw new AssertionError("it is not read");
        }));
        intake.discard();
        assertNull(store.newestId(GROUP));
        assertEquals(0, disk.list().size());
    }

    @Test
    void shouldNotTakeWhatCannotBeRead() {
        final SnapshotId id = offered();
        final SnapshotStore store = open();
        write(store, 10, Bodies.body(1, 100));
        final SnapshotIntake intake = store.receive(GROUP, id);
        copy(id, intake, Integer.MAX_VALUE);
        assertThrows(StorageException.class, () -> intake.finish(input -> {
            throw new StorageException("not by this machine");
        }));
        intake.discard();
        assertEquals(10, store.newest(GROUP).lsn(), "the one before is still there");
    }

    @Test
    void shouldNotTakeMoreThanItsLength() {
        final SnapshotIntake intake = open().receive(GROUP, new SnapshotId(5, 99, 0));
        assertThrows(IllegalArgumentException.class, () -> intake.write(body, 0, 100));
        intake.write(body, 0, 99);
        assertThrows(IllegalArgumentException.class, () -> intake.write(body, 0, 1));
    }

    @Test
    void shouldBearACrashAtAnyOperation() {
        final SnapshotId id = offered();
        for (int seed = 1; seed <= 300; seed++) {
            final FaultDisk faulty = new FaultDisk("disk", new Random(seed));
            boolean done = false;
            for (int life = 0; !done; life++) {
                try {
                    if (life < 12) {
                        faulty.crashIn(1 + new Random(seed * 31L + life).nextInt(25));
                    }
                    done = receive(faulty, id, life % 2 == 0);
                    check(SnapshotStore.open(RECEIVER, faulty).newest(GROUP));
                } catch (final SimulatedCrash crash) {
                    faulty.powerLoss();
                }
            }
        }
    }

    private boolean receive(final FaultDisk faulty, final SnapshotId id, final boolean stops) {
        final SnapshotStore store = SnapshotStore.open(RECEIVER, faulty);
        if (id.equals(store.newestId(GROUP))) {
            return true;
        }
        final SnapshotIntake intake = store.receive(GROUP, id);
        copy(id, intake, stops ? 2 : Integer.MAX_VALUE);
        if (intake.received() < id.length()) {
            intake.suspend();
            return receive(faulty, id, false);
        }
        intake.finish(this::check);
        return true;
    }

    private SnapshotId offered() {
        write(source, 20, body);
        final SnapshotId id = source.newestId(GROUP);
        assertEquals(20, id.lsn());
        assertEquals(LENGTH, id.length());
        assertNotEquals(0, id.checksum());
        return id;
    }

    private void copy(final SnapshotId id, final SnapshotIntake intake, final int pieces) {
        try (SnapshotPieces from = source.pieces(GROUP, id)) {
            for (int i = 0; i < pieces; i++) {
                final int length = from.read(intake.received(), piece);
                if (length == 0) {
                    return;
                }
                intake.write(piece, 0, length);
            }
        }
    }

    private void check(final SnapshotInput input) {
        assertEquals(20, input.lsn());
        final byte[] bytes = new byte[LENGTH];
        assertEquals(LENGTH, input.read(bytes, 0, LENGTH));
        assertEquals(0, input.remaining());
        final byte[] expected = new byte[LENGTH];
        body.getBytes(0, expected);
        assertEquals(-1, java.util.Arrays.mismatch(expected, bytes));
    }

    private int mismatch(final int offset, final int length) {
        for (int i = 0; i < length; i++) {
            if (body.getByte(offset + i) != piece.getByte(i)) {
                return i;
            }
        }
        return -1;
    }

    private static void write(final SnapshotStore store, final long lsn, final UnsafeBuffer content) {
        final SnapshotOutput output = store.begin(GROUP, lsn);
        output.write(content, 0, content.capacity());
        output.commit();
    }

    private SnapshotStore open() {
        return SnapshotStore.open(RECEIVER, disk);
    }
}
