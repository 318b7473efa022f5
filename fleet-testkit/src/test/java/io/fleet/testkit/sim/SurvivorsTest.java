package io.fleet.testkit.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A crash whose survivors are chosen instead of drawn. */
class SurvivorsTest {
    private final SimMedium medium = new SimMedium("d0", new SplittableRandom(1));

    @Test
    void shouldKeepExactlyTheChosenSectors() {
        for (int mask = 0; mask < 16; mask++) {
            final SimMedium copy = written().copy("copy", new SplittableRandom(1));
            final List<UnsyncedSector> sectors = copy.unsynced();
            assertEquals(List.of(new UnsyncedSector("a", 0, 300, 212), new UnsyncedSector("a", 0, 512, 488),
                new UnsyncedSector("a", 1, 600, 10), new UnsyncedSector("b", 0, 0, 1)), sectors);
            final int chosen = mask;
            copy.losePower(new Choice(sectors, chosen));
            final Disk disk = copy.mount();
            assertEquals(chosen & 1, value(disk, "a", 300));
            assertEquals((chosen & 2) >> 1, value(disk, "a", 512));
            assertEquals((chosen & 4) != 0 ? 2 : (chosen & 2) >> 1, value(disk, "a", 600));
            assertEquals((chosen & 8) != 0 ? 3 : 0, value(disk, "b", 0));
            assertEquals(List.of(), copy.unsynced());
            assertEquals(4, medium.unsynced().size());
        }
    }

    @Test
    void shouldLeaveOfTheCrashedOperationWhatWasChosen() {
        for (final boolean kept : new boolean[] {true, false}) {
            final SimMedium each = new SimMedium("d1", new SplittableRandom(1));
            each.mount().create("a", 100);
            crashIn(each, kept, disk -> disk.rename("a", "b"));
            assertEquals(List.of(kept ? "b" : "a"), list(each));
            crashIn(each, kept, disk -> disk.delete(disk.list().get(0)));
            assertEquals(kept ? 0 : 1, list(each).size());
            crashIn(each, kept, disk -> disk.create("c", 7));
            assertEquals(kept, list(each).contains("c"));
        }
    }

    @Test
    void shouldTellEveryOperationInOrder() {
        final List<String> seen = new ArrayList<>();
        medium.observe((number, operation, file, position, length) -> seen.add(number + " " + operation + " " + file
            + " " + position + " " + length));
        final Disk disk = medium.mount();
        final DiskFile file = disk.create("a", 100);
        file.write(5, new UnsafeBuffer(new byte[10]), 0, 10);
        file.sync();
        disk.rename("a", "b");
        disk.delete("b");
        assertEquals(List.of("1 CREATE a 0 100", "2 WRITE a 5 10", "3 SYNC a 0 0", "4 RENAME a 0 0", "5 DELETE b 0 0"),
            seen);
    }

    private SimMedium written() {
        if (medium.operations() == 0) {
            final Disk disk = medium.mount();
            final DiskFile a = disk.create("a", 2000);
            fill(a, 300, 700, 1);
            fill(a, 600, 10, 2);
            fill(disk.create("b", 10), 0, 1, 3);
        }
        return medium;
    }

    private static void fill(final DiskFile file, final long position, final int length, final int value) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[length]);
        buffer.setMemory(0, length, (byte) value);
        file.write(position, buffer, 0, length);
    }

    private static int value(final Disk disk, final String file, final long position) {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1]);
        disk.open(file).read(position, buffer, 0, 1);
        return buffer.getByte(0);
    }

    private static List<String> list(final SimMedium medium) {
        final List<String> files = medium.mount().list();
        medium.killProcess();
        return files;
    }

    private static void crashIn(final SimMedium medium, final boolean kept,
                                final java.util.function.Consumer<Disk> operation) {
        medium.killProcess();
        medium.crashAtOperation(1, Survivors.all(kept));
        assertThrows(SimulatedCrash.class, () -> operation.accept(medium.mount()));
        medium.losePower(Survivors.all(kept));
    }

    /** Keeps the sectors whose bits are set. */
    private record Choice(List<UnsyncedSector> sectors, int mask) implements Survivors {
        @Override
        public boolean keeps(final UnsyncedSector sector) {
            return (mask & 1 << sectors.indexOf(sector)) != 0;
        }

        @Override
        public boolean takesEffect(final DiskOperation operation, final String file) {
            return false;
        }

        @Override
        public long createdLength(final String file, final long length) {
            return -1;
        }
    }
}
