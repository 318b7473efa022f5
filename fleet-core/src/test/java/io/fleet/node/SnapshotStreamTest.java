package io.fleet.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fleet.error.SnapshotFormatException;
import io.fleet.machine.SnapshotReader;
import io.fleet.machine.SnapshotWriter;
import io.fleet.node.snapshot.SnapshotInputReader;
import io.fleet.node.snapshot.SnapshotOutputWriter;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.RealDisk;
import io.fleet.storage.snapshot.SnapshotInput;
import io.fleet.storage.snapshot.SnapshotOutput;
import io.fleet.storage.snapshot.SnapshotStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotStreamTest {
    private static final int GROUP = 3;

    @TempDir
    Path directory;

    private Disk disk;
    private SnapshotStore store;

    @BeforeEach
    void open() {
        disk = RealDisk.open(directory);
        store = SnapshotStore.open(new StorageIdentity(1, 0), disk);
    }

    @AfterEach
    void close() {
        disk.close();
    }

    @Test
    void shouldReadBackWhatWasWritten() {
        final byte[] large = new byte[300_000];
        new Random(5).nextBytes(large);
        write(out -> {
            out.writeInt(-7);
            out.write(large, 11, 200_000);
            out.writeLong(Long.MIN_VALUE + 1);
            out.write(new UnsafeBuffer(large), 5, 100_000);
            out.writeBytes("end".getBytes(StandardCharsets.UTF_8));
        });
        try (SnapshotInput input = store.newest(GROUP)) {
            final SnapshotReader in = new SnapshotInputReader(input);
            assertEquals(4 + 200_000 + 8 + 100_000 + 4 + 3, in.remaining());
            assertEquals(-7, in.readInt());
            final byte[] back = new byte[300_000];
            System.arraycopy(large, 0, back, 0, 11);
            in.read(back, 11, 200_000);
            System.arraycopy(large, 200_011, back, 200_011, back.length - 200_011);
            assertArrayEquals(large, back);
            assertEquals(Long.MIN_VALUE + 1, in.readLong());
            final byte[] part = new byte[100_000];
            in.read(part, 0, part.length);
            assertArrayEquals(java.util.Arrays.copyOfRange(large, 5, 100_005), part);
            assertEquals("end", new String(in.readBytes(), StandardCharsets.UTF_8));
            assertEquals(0, in.remaining());
        }
    }

    @Test
    void shouldWriteNumbersLittleEndian() {
        write(out -> {
            out.writeInt(0x04030201);
            out.writeLong(0x0C0B0A0908070605L);
        });
        try (SnapshotInput input = store.newest(GROUP)) {
            final byte[] bytes = new byte[12];
            new SnapshotInputReader(input).read(bytes, 0, bytes.length);
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, bytes);
        }
    }

    @Test
    void shouldRefuseToReadPastTheEnd() {
        write(out -> out.writeInt(1 << 30));
        try (SnapshotInput input = store.newest(GROUP)) {
            final SnapshotReader in = new SnapshotInputReader(input);
            assertThrows(SnapshotFormatException.class, in::readLong);
            assertThrows(SnapshotFormatException.class, () -> in.read(new byte[5], 0, 5));
            assertThrows(SnapshotFormatException.class, in::readBytes);
            assertEquals(0, in.remaining());
            assertThrows(SnapshotFormatException.class, in::readInt);
        }
    }

    private void write(final Consumer<SnapshotWriter> content) {
        final SnapshotOutput output = store.begin(GROUP, 1);
        content.accept(new SnapshotOutputWriter(output, count -> {}));
        output.commit();
    }
}
