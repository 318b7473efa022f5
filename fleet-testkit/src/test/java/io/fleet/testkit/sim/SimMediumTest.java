package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class SimMediumTest {
    private static final int LENGTH = 64 * 1024;

    private final SimMedium medium = new SimMedium("d0", new SplittableRandom(1));
    private Disk disk = medium.mount();

    @Test
    void shouldTakeTheSpaceOfAFileThatIsWrittenOnceWhenItIsWritten() {
        final SimMedium medium = new SimMedium("d", new java.util.SplittableRandom(1));
        final UnsafeBuffer source = new UnsafeBuffer(new byte[1_000]);
        source.setMemory(0, 1_000, (byte) 7);
        medium.capacity(1_500);
        try (Disk disk = medium.mount(); DiskFile file = disk.createUnwritten("f", 4_000)) {
            assertEquals(4_000, file.length());
            assertEquals(0, medium.usedBytes());
            file.write(0, source, 0, 1_000);
            file.write(0, source, 0, 1_000);
            assertEquals(1_000, medium.usedBytes());
            assertThrows(DiskFullException.class, () -> file.write(1_000, source, 0, 1_000));
            assertEquals(1_500, medium.usedBytes(), "what there is space for");
            medium.capacity(Long.MAX_VALUE);
            file.write(1_500, source, 0, 1_000);
            assertEquals(2_500, medium.usedBytes());
            assertEquals(2_500, medium.copy("copy", new java.util.SplittableRandom(1)).usedBytes());
        }
    }

    @Test
    void shouldReadWhatWasWrittenLikeAnArrayDoes() {
        final DiskFile file = disk.create("a", LENGTH);
        final byte[] expected = new byte[LENGTH];
        final Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            final int position = random.nextInt(LENGTH);
            final byte[] bytes = new byte[1 + random.nextInt(Math.min(9000, LENGTH - position))];
            if (random.nextBoolean()) {
                random.nextBytes(bytes);
            }
            System.arraycopy(bytes, 0, expected, position, bytes.length);
            file.write(position, new UnsafeBuffer(bytes), 0, bytes.length);
            if (random.nextInt(10) == 0) {
                file.sync();
            }
            final int from = random.nextInt(LENGTH);
            final int count = random.nextInt(9000);
            final byte[] read = new byte[count];
            final int length = file.read(from, new UnsafeBuffer(read), 0, count);
            assertEquals(Math.min(count, LENGTH - from), length);
            assertTrue(Arrays.equals(expected, from, from + length, read, 0, length));
        }
    }

    @Test
    void shouldKeepSyncedDataThroughPowerLoss() {
        write("a", 100, 5000, 7);
        disk.open("a").sync();
        restart(true);
        assertTrue(isFilled("a", 100, 5000, 7));
    }

    @Test
    void shouldKeepUnsyncedDataThroughKillButNotForGranted() {
        write("a", 0, 8192, 7);
        restart(false);
        assertTrue(isFilled("a", 0, 8192, 7));
        final Set<Boolean> kept = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            write("f" + i, 0, 512, 9);
            restart(true);
            kept.add(isFilled("f" + i, 0, 512, 9));
        }
        assertEquals(Set.of(true, false), kept);
    }

    @Test
    void shouldTearWritesBetweenSectorsOnly() {
        int torn = 0;
        for (int i = 0; i < 100; i++) {
            final String name = "f" + i;
            write(name, 0, 4096, 1);
            disk.open(name).sync();
            write(name, 256, 3000, 2);
            restart(true);
            final byte[] bytes = read(name, 0, 4096);
            for (int at = 0; at < 4096; at++) {
                final boolean inside = at >= 256 && at < 3256;
                final int firstOfSector = Math.max(256, at / 512 * 512);
                assertEquals(inside ? bytes[firstOfSector] : 1, bytes[at], "byte " + at);
            }
            torn += new HashSet<>(List.of(bytes[600], bytes[1100], bytes[1600], bytes[2100])).size() == 2 ? 1 : 0;
        }
        assertTrue(torn > 10, "torn " + torn);
    }

    @Test
    void shouldLoseEarlierAndKeepLaterWriteSometimes() {
        boolean laterAlone = false;
        for (int i = 0; i < 200; i++) {
            write("f" + i, 0, 512, 1);
            write("f" + i, 512, 512, 2);
            restart(true);
            laterAlone |= !isFilled("f" + i, 0, 512, 1) && isFilled("f" + i, 512, 512, 2);
        }
        assertTrue(laterAlone);
    }

    @Test
    void shouldStopAtTheNamedOperationAndStayDown() {
        final DiskFile file = disk.create("a", LENGTH);
        medium.crashAtOperation(3);
        file.write(0, new UnsafeBuffer(new byte[10]), 0, 10);
        file.sync();
        assertThrows(SimulatedCrash.class, file::sync);
        assertThrows(SimulatedCrash.class, file::sync);
        assertThrows(SimulatedCrash.class, () -> disk.list());
        restart(true);
        assertEquals(List.of("a"), disk.list());
        assertThrows(SimulatedCrash.class, file::sync, "a file of the process that died");
    }

    @Test
    void shouldLeaveNoFileOrAnyPrefixWhenCreateIsCutShort() {
        final Set<String> seen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            medium.crashAtOperation(1);
            final String name = "f" + i;
            assertThrows(SimulatedCrash.class, () -> disk.create(name, 1000));
            restart(true);
            final long length = disk.exists(name) ? disk.open(name).length() : -1;
            seen.add(length == -1 ? "none" : length == 1000 ? "whole" : "prefix");
        }
        assertEquals(Set.of("none", "whole", "prefix"), seen);
    }

    @Test
    void shouldRenameAndDeleteWhollyOrNotAtAll() {
        final Set<List<String>> afterRename = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            write("old", 0, 10, i);
            medium.crashAtOperation(1);
            assertThrows(SimulatedCrash.class, () -> disk.rename("old", "new"));
            restart(false);
            afterRename.add(disk.list());
            assertTrue(isFilled(disk.list().get(0), 0, 10, i));
            medium.crashAtOperation(1);
            assertThrows(SimulatedCrash.class, () -> disk.delete(disk.list().get(0)));
            restart(false);
            disk.list().forEach(disk::delete);
        }
        assertEquals(Set.of(List.of("old"), List.of("new")), afterRename);
    }

    @Test
    void shouldReplaceOnRenameAndKeepOpenFileOpen() {
        write("a", 0, 10, 1);
        write("b", 0, 10, 2);
        final DiskFile file = disk.open("a");
        disk.rename("a", "b");
        assertEquals(List.of("b"), disk.list());
        file.write(5, new UnsafeBuffer(new byte[] {3}), 0, 1);
        assertEquals(3, read("b", 5, 1)[0]);
        assertEquals(1, read("b", 4, 1)[0]);
    }

    @Test
    void shouldRefuseFilesBeyondCapacity() {
        medium.capacity(LENGTH + 100);
        disk.create("a", LENGTH);
        final DiskFullException failure = assertThrows(DiskFullException.class, () -> disk.create("b", 101));
        assertTrue(failure.getMessage().contains("b of 101 bytes"), failure.getMessage());
        disk.create("c", 100);
        disk.delete("a");
        disk.create("b", 101);
    }

    @Test
    void shouldFailSyncAndKeepAnySubset() {
        final Set<Boolean> kept = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            write("f" + i, 0, 512, 1);
            medium.failSyncs(1);
            final DiskFile file = disk.open("f" + i);
            assertThrows(StorageException.class, file::sync);
            file.sync();
            kept.add(isFilled("f" + i, 0, 512, 1));
        }
        assertEquals(Set.of(true, false), kept);
    }

    @Test
    void shouldRefuseMisuse() {
        final DiskFile file = disk.create("a", 100);
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[101]);
        assertThrows(StorageException.class, () -> disk.create("a", 5));
        assertThrows(StorageException.class, () -> disk.open("b"));
        assertThrows(StorageException.class, () -> disk.delete("b"));
        assertThrows(StorageException.class, () -> file.write(0, buffer, 0, 101));
        assertThrows(StorageException.class, () -> file.write(-1, buffer, 0, 1));
        assertEquals(0, file.read(100, buffer, 0, 10));
        file.close();
        assertThrows(StorageException.class, file::sync);
        assertThrows(IllegalStateException.class, medium::mount);
    }

    @Test
    void shouldSpendNoMemoryOnPreallocatedZeros() {
        final DiskFile file = disk.create("a", 256 << 20);
        file.write(0, new UnsafeBuffer(new byte[1 << 20]), 0, 1 << 20);
        file.sync();
        assertEquals(0, medium.pagesInUse());
        assertEquals(256 << 20, medium.usedBytes());
        write("b", 4095, 2, 1);
        disk.open("b").sync();
        assertEquals(2, medium.pagesInUse());
    }

    @Test
    void shouldTurnOverBits() {
        write("a", 0, 10, 1);
        disk.open("a").sync();
        medium.flipBit("a", 3, 7);
        assertEquals((byte) 0x81, read("a", 3, 1)[0]);
        assertSame("d0", disk.name());
        assertFalse(disk.exists("z"));
    }

    @Test
    void shouldShowNothingOfACopyOnTheOtherDisk() {
        write("a", 0, 3 * SparseImage.PAGE, 1);
        disk.open("a").sync();
        final SimMedium copy = medium.copy("copy", new SplittableRandom(2));
        final SimMedium another = copy.copy("another", new SplittableRandom(3));
        write("a", 0, 10, 2);
        disk.open("a").sync();
        copy.flipBit("a", SparseImage.PAGE, 7);
        medium.flipBit("a", 0, 7);
        assertEquals((byte) 0x82, read("a", 0, 1)[0]);
        assertEquals(1, read("a", SparseImage.PAGE, 1)[0]);
        disk = copy.mount();
        assertEquals(1, read("a", 0, 1)[0]);
        assertEquals((byte) 0x81, read("a", SparseImage.PAGE, 1)[0]);
        disk = another.mount();
        write("a", SparseImage.PAGE, 1, 3);
        disk.open("a").sync();
        assertEquals(1, read("a", 0, 1)[0]);
        assertEquals(3, read("a", SparseImage.PAGE, 1)[0]);
        disk = copy.copy("last", new SplittableRandom(4)).mount();
        assertEquals((byte) 0x81, read("a", SparseImage.PAGE, 1)[0]);
    }

    private void write(final String name, final long position, final int length, final int value) {
        final DiskFile file = disk.exists(name) ? disk.open(name) : disk.create(name, LENGTH);
        final byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        file.write(position, new UnsafeBuffer(bytes), 0, length);
        file.close();
    }

    private byte[] read(final String name, final long position, final int length) {
        final byte[] bytes = new byte[length];
        disk.open(name).read(position, new UnsafeBuffer(bytes), 0, length);
        return bytes;
    }

    private boolean isFilled(final String name, final long position, final int length, final int value) {
        for (final byte found : read(name, position, length)) {
            if (found != (byte) value) {
                return false;
            }
        }
        return true;
    }

    private void restart(final boolean powerLost) {
        if (powerLost) {
            medium.losePower();
        } else {
            medium.killProcess();
        }
        disk = medium.mount();
    }
}
