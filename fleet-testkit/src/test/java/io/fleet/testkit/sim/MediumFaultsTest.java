package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.DiskFullException;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Each thing that can be wrong with a simulated device. */
class MediumFaultsTest {
    private static final int LENGTH = 16 * 1024;

    private final SimMedium medium = new SimMedium("d0", new SplittableRandom(1));
    private final MediumFaults faults = medium.faults();
    private Disk disk = medium.mount();

    @Test
    void shouldFailSoManyReads() {
        final DiskFile file = written("a", 1);
        faults.failReads(2);
        for (int i = 0; i < 2; i++) {
            final StorageException e = assertThrows(StorageException.class, () -> read(file, 0));
            assertTrue(e.getMessage().contains("d0") && e.getMessage().contains("read of a"), e.getMessage());
        }
        assertEquals(1, read(file, 0));
        assertEquals(2, faults.hits());
    }

    @Test
    void shouldFailAWriteAfterAnyPrefix() {
        final Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < 200; i++) {
            final DiskFile file = disk.create("f" + i, LENGTH);
            faults.failWrites(1, i % 2 == 0);
            final StorageException e = assertThrows(StorageException.class, () -> fill(file, 0, 4, 7));
            assertEquals(i % 2 == 0, e instanceof DiskFullException);
            int length = 0;
            while (length < 4 && read(file, length) == 7) {
                length++;
            }
            lengths.add(length);
            fill(file, 0, 4, 7);
        }
        assertEquals(Set.of(0, 1, 2, 3, 4), lengths);
    }

    @Test
    void shouldLoseAfterPowerLossWhatASyncConfirmed() {
        final DiskFile file = written("a", 1);
        faults.lieInSyncs(1, 1);
        fill(file, 0, LENGTH, 2);
        file.sync();
        assertEquals(2, read(file, 100));
        assertTrue(faults.hasLostWrites());
        medium.killProcess();
        disk = medium.mount();
        assertEquals(2, read(disk.open("a"), 100));
        assertEquals(0, faults.losses());
        powerLoss();
        assertEquals(1, read(disk.open("a"), 100));
        assertFalse(faults.hasLostWrites());
        assertEquals(1, faults.losses());
    }

    @Test
    void shouldKeepWhatWasWrittenAgainAfterTheLie() {
        final DiskFile file = written("a", 1);
        faults.lieInSyncs(1, 1);
        fill(file, 0, 1024, 2);
        file.sync();
        fill(file, 512, 512, 3);
        file.sync();
        assertEquals(2, read(file, 0));
        assertEquals(3, read(file, 512));
        powerLoss();
        assertEquals(1, read(disk.open("a"), 0));
        assertEquals(3, read(disk.open("a"), 512));
    }

    @Test
    void shouldLoseSomeSectorsOfAPartialLie() {
        final Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            final DiskFile file = written("f" + i, 1);
            faults.lieInSyncs(1, 0.5);
            fill(file, 0, 1024, 2);
            file.sync();
            powerLoss();
            seen.add(read(disk.open("f" + i), 0) * 10 + read(disk.open("f" + i), 512));
        }
        assertEquals(Set.of(11, 12, 21, 22), seen);
    }

    @Test
    void shouldPutAMisdirectedWriteElsewhere() {
        int elsewhere = 0;
        for (int i = 0; i < 50; i++) {
            final SimMedium each = new SimMedium("d" + i, new SplittableRandom(i));
            disk = each.mount();
            final DiskFile file = written("a", 1);
            written("b", 1);
            each.faults().misdirectWrites(1);
            fill(file, 0, 512, 2);
            file.sync();
            assertEquals(2, read(file, 0), "the page cache has it");
            each.losePower();
            disk = each.mount();
            int count = 0;
            for (final String name : List.of("a", "b")) {
                for (int at = 0; at < LENGTH; at += 512) {
                    count += read(disk.open(name), at) == 2 ? 1 : 0;
                }
            }
            assertEquals(1, count);
            elsewhere += read(disk.open("a"), 0) == 1 ? 1 : 0;
        }
        assertTrue(elsewhere > 30, "elsewhere " + elsewhere);
    }

    @Test
    void shouldAnswerNothingWhileDead() {
        final DiskFile file = written("a", 1);
        faults.dead(true);
        assertTrue(faults.isDead());
        assertThrows(StorageException.class, () -> disk.list());
        assertThrows(StorageException.class, () -> disk.exists("a"));
        assertThrows(StorageException.class, () -> disk.open("a"));
        assertThrows(StorageException.class, () -> disk.create("b", 1));
        assertThrows(StorageException.class, () -> disk.delete("a"));
        assertThrows(StorageException.class, () -> disk.rename("a", "b"));
        assertThrows(StorageException.class, () -> read(file, 0));
        assertThrows(StorageException.class, () -> fill(file, 0, 1, 1));
        assertThrows(StorageException.class, file::sync);
        faults.end();
        assertEquals(List.of("a"), disk.list());
        assertEquals(1, read(file, 0));
        faults.wipe();
        assertEquals(List.of(), disk.list());
    }

    @Test
    void shouldLeaveAPrefixOfAFileForWhichThereWasNoSpace() {
        final Set<Boolean> left = new HashSet<>();
        medium.capacity(100);
        faults.prefixStays(true);
        for (int i = 0; i < 40; i++) {
            assertThrows(DiskFullException.class, () -> disk.create("f", 200));
            left.add(disk.exists("f"));
            if (disk.exists("f")) {
                assertEquals(100, disk.open("f").length());
                disk.delete("f");
            }
        }
        assertEquals(Set.of(true, false), left);
    }

    @Test
    void shouldDamageWhatLies() {
        final DiskFile open = written("a", 1);
        faults.zero("a", 512, 512);
        assertEquals(1, read(open, 511));
        assertEquals(0, read(open, 512));
        faults.rot("a", 0, 512);
        assertTrue(read(open, 0) != 1 || read(open, 1) != 1 || read(open, 2) != 1);
        faults.copyFrom(medium, "a", "b");
        faults.truncate("a", 600);
        assertEquals(600, disk.open("a").length());
        assertEquals(0, disk.open("a").read(600, new UnsafeBuffer(new byte[1]), 0, 1));
        assertEquals(LENGTH, open.length(), "an open file keeps what it had");
        faults.remove("a");
        assertEquals(List.of("b"), disk.list());
        assertEquals(1, read(disk.open("b"), 2000));
        assertEquals(List.of(0L, 4096L, 8192L, 12288L), faults.usedPages("b"));
    }

    private DiskFile written(final String name, final int value) {
        final DiskFile file = disk.create(name, LENGTH);
        fill(file, 0, LENGTH, value);
        file.sync();
        return file;
    }

    private static void fill(final DiskFile file, final long position, final int length, final int value) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length]);
        buffer.setMemory(0, length, (byte) value);
        file.write(position, buffer, 0, length);
    }

    private static int read(final DiskFile file, final long position) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1]);
        file.read(position, buffer, 0, 1);
        return buffer.getByte(0);
    }

    private void powerLoss() {
        medium.losePower();
        disk = medium.mount();
    }
}
