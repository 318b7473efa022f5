package io.fleet.verify.crashpoint.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.testkit.sim.SimulatedCrash;
import java.util.BitSet;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CrashMachineTest {
    private final CrashMachine machine = new CrashMachine("machine", 1);
    private final Disk disk = machine.mount().get(0);

    @Test
    void shouldKeepExactlyTheChosenSectors() {
        final DiskFile file = disk.create("file", 4_096);
        write(file, 0, 1_536, 1);
        assertEquals(3, machine.units());
        machine.losePower(new Survival(BitSet.valueOf(new long[] {0b101}), -1), 0);
        final DiskFile after = machine.mount().get(0).open("file");
        assertEquals(List.of(1, 0, 1, 0), List.of(at(after, 0), at(after, 512), at(after, 1_024), at(after, 1_536)));
    }

    @Test
    void shouldNotCountASectorThatIsThereAlready() {
        final DiskFile file = disk.create("file", 4_096);
        write(file, 0, 1_024, 1);
        file.sync();
        write(file, 0, 1_536, 1);
        assertEquals(1, machine.units());
        write(file, 0, 512, 2);
        assertEquals(2, machine.units());
        write(file, 0, 512, 1);
        assertEquals(3, machine.units());
    }

    @Test
    void shouldShowUnsyncedWritesToReadersAndAfterTheEndOfTheProcess() {
        final DiskFile file = disk.create("file", 4_096);
        write(file, 100, 700, 3);
        assertEquals(3, at(file, 100));
        assertEquals(0, at(file, 800));
        machine.kill();
        assertThrows(SimulatedCrash.class, () -> write(file, 0, 1, 1));
        assertEquals(3, at(machine.mount().get(0).open("file"), 799));
    }

    @Test
    void shouldCopyWhatIsThereAndNoMore() {
        final DiskFile file = disk.create("file", 8_192);
        write(file, 4_096, 512, 1);
        file.sync();
        write(file, 0, 512, 2);
        final CrashMachine copy = machine.copy();
        write(file, 0, 512, 3);
        file.sync();
        disk.delete("file");
        final DiskFile copied = copy.mount().get(0).open("file");
        assertEquals(List.of(2, 1), List.of(at(copied, 0), at(copied, 4_096)));
        final long fingerprint = copy.copy().fingerprint();
        copied.sync();
        assertNotEquals(fingerprint, copy.fingerprint());
    }

    @Test
    void shouldRefuseWhatADiskRefuses() {
        disk.create("file", 512).close();
        assertThrows(StorageException.class, () -> disk.create("file", 512));
        assertThrows(StorageException.class, () -> disk.open("other"));
        assertThrows(StorageException.class, () -> disk.rename("other", "file"));
        assertThrows(StorageException.class, () -> disk.delete("other"));
        final DiskFile file = disk.open("file");
        assertThrows(StorageException.class, () -> write(file, 1, 512, 1));
        file.close();
        assertThrows(StorageException.class, file::sync);
    }

    private static void write(final DiskFile file, final int position, final int length, final int value) {
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[length]);
        bytes.setMemory(0, length, (byte) value);
        file.write(position, bytes, 0, length);
    }

    private static int at(final DiskFile file, final int position) {
        final UnsafeBuffer one = new UnsafeBuffer(new byte[1]);
        file.read(position, one, 0, 1);
        return one.getByte(0);
    }
}
