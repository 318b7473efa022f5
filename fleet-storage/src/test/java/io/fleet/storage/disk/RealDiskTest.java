package io.fleet.storage.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.StorageException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealDiskTest {
    @TempDir
    private Path path;

    @Test
    void shouldRefuseASecondOpener() {
        final RealDisk disk = RealDisk.open(path.resolve("a/b"));
        final StorageException e = assertThrows(StorageException.class, () -> RealDisk.open(path.resolve("a/b")));
        assertTrue(e.getMessage().contains("in use") && e.getMessage().contains(disk.name()), e.getMessage());
        disk.close();
        RealDisk.open(path.resolve("a/b")).close();
    }

    @Test
    void shouldTellHowMuchOfANewFileIsWritten() {
        final List<Integer> written = new ArrayList<>();
        try (RealDisk disk = RealDisk.open(path)) {
            disk.create("f", 2 * 1024 * 1024 + 4096, written::add).close();
        }
        assertEquals(List.of(1024 * 1024, 1024 * 1024, 4096), written);
    }

    @Test
    void shouldCreateZerosAndKeepWhatIsWritten() {
        try (RealDisk disk = RealDisk.open(path)) {
            try (DiskFile file = disk.create("f", 3 * 1024 * 1024 + 5)) {
                assertEquals(3 * 1024 * 1024 + 5, file.length());
                final UnsafeBuffer heap = new UnsafeBuffer(new byte[] {9, 1, 2, 3, 9});
                file.write(7, heap, 1, 3);
                final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(16));
                direct.putLong(4, 0x0807060504030201L, java.nio.ByteOrder.LITTLE_ENDIAN);
                file.write(10, direct, 4, 8);
                file.sync();
                assertEquals("f", file.name());
            }
            try (DiskFile file = disk.open("f")) {
                final ExpandableArrayBuffer target = new ExpandableArrayBuffer(32);
                assertEquals(12, file.read(6, target, 2, 12));
                final byte[] expected = {0, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8};
                for (int i = 0; i < expected.length; i++) {
                    assertEquals(expected[i], target.getByte(2 + i), "byte " + i);
                }
                final UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(16));
                assertEquals(3, file.read(7, direct, 1, 3));
                assertEquals(3, direct.getByte(3));
                assertEquals(2, file.read(file.length() - 2, target, 0, 10));
                assertEquals(0, file.read(file.length() + 2, target, 0, 10));
                assertThrows(IllegalArgumentException.class, () -> file.write(file.length() - 1, direct, 0, 2));
            }
        }
    }

    @Test
    void shouldReadZerosWhereAnUnwrittenFileWasNotWritten() {
        try (RealDisk disk = RealDisk.open(path)) {
            final UnsafeBuffer source = new UnsafeBuffer(ByteBuffer.allocateDirect(4096));
            source.setMemory(0, 4096, (byte) 7);
            try (DiskFile file = disk.createUnwritten("f", 64L << 20)) {
                assertEquals(64L << 20, file.length());
                file.write(8192, source, 0, 4096);
                file.sync();
            }
            try (DiskFile file = disk.open("f")) {
                final UnsafeBuffer target = new UnsafeBuffer(new byte[3]);
                assertEquals(3, file.read(8190, target, 0, 3));
                assertEquals(0, target.getByte(1));
                assertEquals(7, target.getByte(2));
                assertEquals(1, file.read((64L << 20) - 1, target, 0, 3));
                assertEquals(0, target.getByte(0));
            }
            disk.createUnwritten("empty", 0).close();
            assertThrows(StorageException.class, () -> disk.createUnwritten("f", 1));
        }
    }

    @Test
    void shouldWriteFromManyBuffersInTurnAndLeaveThemAsTheyWere() {
        final ByteBuffer[] buffers = new ByteBuffer[7];
        try (RealDisk disk = RealDisk.open(path); DiskFile file = disk.create("f", 1000)) {
            for (int i = 0; i < 70; i++) {
                final int of = i % buffers.length;
                if (buffers[of] == null) {
                    buffers[of] = ByteBuffer.allocateDirect(16).position(3).limit(5);
                }
                final UnsafeBuffer source = new UnsafeBuffer(buffers[of], 0, 16);
                source.putByte(i % 16, (byte) (i + 1));
                file.write(i, source, i % 16, 1);
                assertEquals(3, buffers[of].position());
                assertEquals(5, buffers[of].limit());
            }
            final UnsafeBuffer target = new UnsafeBuffer(new byte[70]);
            assertEquals(70, file.read(0, target, 0, 70));
            for (int i = 0; i < 70; i++) {
                assertEquals(i + 1, target.getByte(i), "byte " + i);
            }
        }
    }

    @Test
    void shouldListRenameAndDelete() {
        try (RealDisk disk = RealDisk.open(path)) {
            disk.create("b", 10).close();
            disk.create("a", 10).close();
            assertThrows(StorageException.class, () -> disk.create("a", 10));
            assertTrue(disk.exists("a"), "a failed creation leaves the file that was there");
            assertEquals(List.of("a", "b"), disk.list());
            disk.rename("b", "c");
            assertEquals(List.of("a", "c"), disk.list());
            disk.delete("a");
            assertFalse(disk.exists("a"));
            assertThrows(StorageException.class, () -> disk.delete("a"));
            final StorageException e = assertThrows(StorageException.class, () -> disk.open("a"));
            assertTrue(e.getMessage().contains(path.resolve("a").toString()), e.getMessage());
        }
    }

    @Test
    void shouldReadOnWhenAReaderIsInterrupted() {
        try (RealDisk disk = RealDisk.open(path); DiskFile file = disk.create("f", 100)) {
            final UnsafeBuffer target = new UnsafeBuffer(new byte[10]);
            Thread.currentThread().interrupt();
            assertEquals(10, file.read(0, target, 0, 10));
            assertTrue(Thread.interrupted());
            file.write(0, target, 0, 10);
            file.sync();
        }
    }
}
