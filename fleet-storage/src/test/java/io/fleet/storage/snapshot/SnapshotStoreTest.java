package io.fleet.storage.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.fixture.mark.Expects;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.DiskFullException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.fault.Bodies;
import io.fleet.storage.fault.FaultDisk;
import io.fleet.storage.fault.SimulatedCrash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SnapshotStoreTest {
    private static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);

    private final FaultDisk disk = new FaultDisk("disk", new Random(1));
    private final SnapshotStore store = open();

    @Test
    void shouldReadBackWhatWasWritten() {
        assertNull(store.newest(1));
        final int whole = Chunks.PAYLOAD_LENGTH;
        final int[] lengths = {0, 1, whole - 1, whole, whole + 1, 1_000_000};
        for (int i = 0; i < lengths.length; i++) {
            write(store, 1, 10 + i, lengths[i]).commit();
            check(store, 1, 10 + i, lengths[i]);
            check(open(), 1, 10 + i, lengths[i]);
            assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count(), "the one before is deleted");
        }
        write(store, 2, 5, 100).commit();
        check(store, 1, 15, 1_000_000);
        check(store, 2, 5, 100);
    }

    @Test
    void shouldKeepTheOneBeforeUntilCommitAndAfterAbort() {
        write(store, 1, 10, 1000).commit();
        final int files = disk.list().size();
        final SnapshotOutput next = write(store, 1, 20, 300_000);
        check(store, 1, 10, 1000);
        next.abort();
        assertEquals(files, disk.list().size());
        check(store, 1, 10, 1000);
        assertThrows(IllegalStateException.class, next::commit);
    }

    @Test
    void shouldTellItsPaceOfAllThatIsWrittenAndReadBack() {
        final List<Integer> told = new ArrayList<>();
        final SnapshotOutput output = store.begin(1, 10, told::add);
        output.write(new UnsafeBuffer(new byte[150_000]), 0, 150_000);
        assertEquals(2, told.size(), "two chunks are full");
        output.commit();
        assertEquals(Collections.nCopies(6, Chunks.LENGTH), told, "three chunks, twice");
    }

    @Test
    void shouldTellItsPaceOfEachPartThatItDeletes() {
        write(store, 1, 10, 150_000).commit();
        final List<Integer> told = new ArrayList<>();
        final SnapshotOutput output = store.begin(1, 20, told::add);
        output.commit();
        assertEquals(List.of(Chunks.LENGTH, 2 * Chunks.LENGTH), told, "nothing was written");
        assertEquals(1, disk.list().size());
    }

    @Test
    @Expects("snapshot-store.old-one-deleted-without-waiting")
    void shouldStayCommittedWhenItsPaceEndsTheWaiting() {
        write(store, 1, 10, 150_000).commit();
        final int[] told = {0};
        final SnapshotOutput output = store.begin(1, 20, bytes -> {
            told[0]++;
            throw new IllegalStateException("enough");
        });
        output.commit();
        assertEquals(1, told[0]);
        assertEquals(1, disk.list().size());
        check(store, 1, 20, 0);
    }

    @Test
    void shouldReadNothingOfTheOneBeforeWhileItIsDeleted() {
        write(store, 1, 10, 150_000).commit();
        final SnapshotId before = store.newestId(1);
        final SnapshotOutput output = store.begin(1, 20, bytes -> {
            assertEquals(20, store.newestId(1).lsn());
            assertNull(store.pieces(1, before));
            assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count());
        });
        output.commit();
        check(open(), 1, 20, 0);
    }

    @Test
    void shouldKeepTheOneBeforeWhenItsPaceEndsItWhileItIsReadBack() {
        write(store, 1, 10, 1000).commit();
        final int files = disk.list().size();
        final int[] left = {3};
        final SnapshotOutput output = store.begin(1, 20, bytes -> {
            if (left[0]-- == 0) {
                throw new IllegalStateException("enough");
            }
        });
        output.write(new UnsafeBuffer(new byte[150_000]), 0, 150_000);
        assertEquals("enough", assertThrows(IllegalStateException.class, output::commit).getMessage());
        output.abort();
        assertEquals(files, disk.list().size());
        check(store, 1, 10, 1000);
        check(open(), 1, 10, 1000);
    }

    @Test
    @Expects("snapshot-store.kept-for-its-reader")
    void shouldStayReadableUntilClosed() {
        write(store, 1, 10, 200_000).commit();
        final SnapshotInput input = store.newest(1);
        final byte[] first = new byte[10];
        input.read(first, 0, 10);
        write(store, 1, 20, 1000).commit();
        final byte[] rest = new byte[199_990];
        assertEquals(rest.length, input.read(rest, 0, rest.length));
        assertEquals(-1, input.read(rest, 0, 1));
        assertEquals(2, disk.list().stream().filter(SnapshotName::isManifest).count());
        input.close();
        input.close();
        assertEquals(1, disk.list().stream().filter(SnapshotName::isManifest).count());
        check(store, 1, 20, 1000);
    }

    @Test
    @Expects("snapshot-store.damaged-passed-over")
    void shouldFallBackToTheOneBeforeAndNameTheDamage() {
        final FaultDisk two = twoSnapshots();
        final SnapshotName newest = two.list().stream().filter(SnapshotName::isManifest).map(SnapshotName::parse)
            .max((a, b) -> Integer.compare(a.generation(), b.generation())).orElseThrow();
        two.flip(newest.part(0), 5000, 2);
        try (SnapshotInput input = SnapshotStore.open(IDENTITY, two).newest(1)) {
            assertEquals(10, input.lsn());
            assertEquals(1, input.damaged().size());
            assertTrue(input.damaged().get(0).contains(newest.part(0)), input.damaged().toString());
        }
        for (final String file : two.list()) {
            if (file.endsWith("part000000")) {
                two.flip(file, 100, 1);
            }
        }
        final StorageException e =
            assertThrows(DamagedStorageException.class, () -> SnapshotStore.open(IDENTITY, two).newest(1));
        assertTrue(e.getMessage().contains(newest.part(0)) && e.getMessage().contains("000000000000000a"),
            e.getMessage());
    }

    @Test
    @Tag("hazard-S-E4")
    void shouldFallBackToTheOneBeforeWhereAPlaceCannotBeRead() {
        final FaultDisk two = twoSnapshots();
        final SnapshotName newest = two.list().stream().filter(SnapshotName::isManifest).map(SnapshotName::parse)
            .max((a, b) -> Integer.compare(a.generation(), b.generation())).orElseThrow();
        for (final String file : List.of(newest.manifest(), newest.part(0))) {
            final FaultDisk copy = two.copy("copy");
            copy.goBad(file, copy.bytes(file).length / 2, 512);
            try (SnapshotInput input = SnapshotStore.open(IDENTITY, copy).newest(1)) {
                assertEquals(10, input.lsn());
                assertTrue(input.damaged().get(0).contains("copy/" + file), input.damaged().toString());
            }
        }
        final SnapshotStore store = SnapshotStore.open(IDENTITY, two);
        two.failReads(1_000);
        final StorageException e = assertThrows(ReadFailedException.class, () -> store.newest(1));
        assertTrue(e.getMessage().contains("Nothing was changed"), e.getMessage());
    }

    @Test
    @Expects("snapshot-store.new-one-unsound")
    void shouldKeepTheOneBeforeWhenTheNewOneCannotBeReadBack() {
        write(store, 1, 10, 1000).commit();
        final int files = disk.list().size();
        final SnapshotOutput next = write(store, 1, 20, 300_000);
        final String part = disk.list().stream().filter(file -> SnapshotName.parse(file).lsn() == 20).findFirst()
            .orElseThrow();
        disk.flip(part, 100, 1);
        assertThrows(DamagedStorageException.class, next::commit);
        assertEquals(files, disk.list().size());
        check(store, 1, 10, 1000);
        check(open(), 1, 10, 1000);
    }

    @Test
    void shouldNoticeFlippedBitsAndMissingParts() {
        write(open(), 1, 10, 150_000).commit();
        final Random random = new Random(3);
        int damaged = 0;
        for (final String file : disk.list()) {
            for (int i = 0; i < 100; i++) {
                final FaultDisk copy = disk.copy("copy");
                copy.flip(file, random.nextInt(disk.bytes(file).length), 1 << random.nextInt(8));
                try {
                    check(SnapshotStore.open(IDENTITY, copy), 1, 10, 150_000);
                } catch (final DamagedStorageException e) {
                    damaged++;
                }
            }
            if (!SnapshotName.isManifest(file)) {
                final FaultDisk copy = disk.copy("copy");
                copy.remove(file);
                assertThrows(DamagedStorageException.class, () -> SnapshotStore.open(IDENTITY, copy).newest(1));
            }
        }
        assertTrue(damaged > 100, "damaged " + damaged);
    }

    @Test
    void shouldRefuseForeignSnapshots() {
        write(open(), 1, 10, 100).commit();
        assertThrows(ForeignStorageException.class,
            () -> SnapshotStore.open(new StorageIdentity(7, 2), disk).newest(1));
    }

    @Test
    void shouldReportAFullDiskAndCleanUp() {
        write(store, 1, 10, 1000).commit();
        final int files = disk.list().size();
        disk.capacity(500_000);
        final SnapshotOutput output = store.begin(1, 20);
        final UnsafeBuffer bytes = Bodies.body(1, 1_000_000);
        assertThrows(DiskFullException.class, () -> output.write(bytes, 0, 1_000_000));
        output.abort();
        assertEquals(files, disk.list().size());
        check(store, 1, 10, 1000);
    }

    @Test
    @Expects("snapshot-store.left-over-deleted")
    void shouldKeepTheNewestCommittedOverCrashes() {
        for (int seed = 1; seed <= 300; seed++) {
            final Random random = new Random(seed);
            final FaultDisk faulty = new FaultDisk("disk", random);
            long committed = 0;
            long begun = 0;
            for (int life = 0; life < 8; life++) {
                try {
                    faulty.crashIn(1 + random.nextInt(60));
                    final SnapshotStore store = SnapshotStore.open(IDENTITY, faulty);
                    try (SnapshotInput input = store.newest(1)) {
                        assertTrue(committed == 0 || input != null, "seed " + seed);
                        if (input != null) {
                            assertTrue(input.lsn() >= committed && input.lsn() <= begun, "seed " + seed);
                            committed = input.lsn();
                        }
                    }
                    for (int i = 0; i < 4; i++) {
                        begun++;
                        final SnapshotOutput output = write(store, 1, begun, (int) (begun * 7919 % 200_000));
                        if (random.nextInt(4) == 0) {
                            output.abort();
                        } else {
                            output.commit();
                            committed = begun;
                        }
                        if (committed > 0) {
                            check(store, 1, committed, (int) (committed * 7919 % 200_000));
                        }
                    }
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

    private FaultDisk twoSnapshots() {
        write(open(), 1, 10, 100_000).commit();
        final FaultDisk result = disk.copy("two");
        write(open(), 1, 20, 100_000).commit();
        disk.list().forEach(file -> {
            result.create(file, disk.bytes(file).length).close();
            try (io.fleet.storage.disk.DiskFile target = result.open(file)) {
                target.write(0, new UnsafeBuffer(disk.bytes(file)), 0, disk.bytes(file).length);
                target.sync();
            }
        });
        return result;
    }

    private static SnapshotOutput write(final SnapshotStore store, final int group, final long lsn, final int length) {
        final SnapshotOutput output = store.begin(group, lsn);
        final UnsafeBuffer bytes = Bodies.body(group * 1000 + lsn, length);
        final int half = length / 3;
        output.write(bytes, 0, half);
        output.write(bytes, half, length - half);
        return output;
    }

    private static void check(final SnapshotStore store, final int group, final long lsn, final int length) {
        try (SnapshotInput input = store.newest(group)) {
            assertNotNull(input);
            assertEquals(lsn, input.lsn());
            assertEquals(length, input.remaining());
            final byte[] bytes = new byte[length];
            assertEquals(length, input.read(bytes, 0, length));
            assertEquals(Bodies.body(group * 1000 + lsn, length), new UnsafeBuffer(bytes));
            assertEquals(0, input.remaining());
        }
    }

    private SnapshotStore open() {
        return SnapshotStore.open(IDENTITY, disk);
    }
}
