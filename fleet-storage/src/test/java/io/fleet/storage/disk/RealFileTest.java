package io.fleet.storage.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes past the page cache and through it, on one file. */
class RealFileTest {
    private static final int PAGE = DirectIo.ALIGNMENT;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path path;

    @Test
    void shouldReadBackWhatWasWrittenInAnyMixture() {
        for (int seed = 1; seed <= 8; seed++) {
            mix(path, 16 * PAGE, seed);
        }
    }

    @Test
    void shouldReadBackFromAFileWhoseLengthIsNotOfWholePages() {
        mix(path, 16 * PAGE + 1000, 1);
    }

    @Test
    void shouldReadBackWhereTheFileSystemIsInMemory() throws IOException {
        assumeTrue(Files.isWritable(SHARED_MEMORY), "there is no " + SHARED_MEMORY + " to write to");
        final Path inMemory = Files.createTempDirectory(SHARED_MEMORY, "fleet-test");
        try {
            mix(inMemory, 16 * PAGE + 1000, 1);
        } finally {
            IoUtil.delete(inMemory.toFile(), false);
        }
    }

    @Test
    void shouldWriteFromTheMiddleOfABuffer() {
        final UnsafeBuffer aligned = new UnsafeBuffer(BufferUtil.allocateDirectAligned(8 * PAGE, PAGE));
        fill(aligned, new Random(1));
        try (RealDisk disk = RealDisk.open(path); DiskFile file = disk.create("f", 8 * PAGE)) {
            file.write(3 * PAGE, aligned, 2 * PAGE, 2 * PAGE);
            final UnsafeBuffer inner = new UnsafeBuffer(aligned, PAGE, 2 * PAGE);
            file.write(0, inner, PAGE, PAGE);
            file.write(5 * PAGE, aligned, 100, PAGE);
            assertPart(file, 3 * PAGE, aligned, 2 * PAGE, 2 * PAGE);
            assertPart(file, 0, aligned, 2 * PAGE, PAGE);
            assertPart(file, 5 * PAGE, aligned, 100, PAGE);
            assertEquals(0, read(file, 6 * PAGE, PAGE).getByte(PAGE - 1));
        }
    }

    @Test
    void shouldReadWholePagesIntoAlignedMemoryThoughTheReaderIsInterrupted() {
        final UnsafeBuffer source = new UnsafeBuffer(BufferUtil.allocateDirectAligned(4 * PAGE, PAGE));
        fill(source, new Random(1));
        final UnsafeBuffer target = new UnsafeBuffer(BufferUtil.allocateDirectAligned(4 * PAGE, PAGE));
        try (RealDisk disk = RealDisk.open(path); DiskFile file = disk.create("f", 3 * PAGE + 100)) {
            file.write(0, source, 0, 2 * PAGE);
            file.write(2 * PAGE, source, 2 * PAGE, PAGE + 100);
            for (int i = 0; i < 3; i++) {
                target.setMemory(0, 4 * PAGE, (byte) 0);
                if (i == 1) {
                    Thread.currentThread().interrupt();
                }
                assertEquals(2 * PAGE, file.read(PAGE, target, PAGE, 2 * PAGE));
                assertEquals(i == 1, Thread.interrupted());
                assertEquals(new UnsafeBuffer(source, PAGE, 2 * PAGE), new UnsafeBuffer(target, PAGE, 2 * PAGE));
                assertEquals(PAGE + 100, file.read(2 * PAGE, target, 0, 2 * PAGE), "up to the end");
                assertEquals(new UnsafeBuffer(source, 2 * PAGE, PAGE + 100), new UnsafeBuffer(target, 0, PAGE + 100));
                assertEquals(0, file.read(4 * PAGE, target, 0, PAGE));
            }
            file.write(0, source, PAGE, PAGE);
            assertEquals(PAGE, file.read(0, target, 0, PAGE));
            assertEquals(new UnsafeBuffer(source, PAGE, PAGE), new UnsafeBuffer(target, 0, PAGE));
        }
    }

    @Test
    void shouldGoPastTheCacheOnlyWithWholePagesOnPageBoundaries() {
        final ByteBuffer direct = BufferUtil.allocateDirectAligned(4 * PAGE, PAGE);
        assertTrue(DirectIo.fits(part(direct, 0, PAGE), 0));
        assertTrue(DirectIo.fits(part(direct, PAGE, 3 * PAGE), 7L * PAGE));
        assertFalse(DirectIo.fits(part(direct, 0, 0), 0), "no bytes");
        assertFalse(DirectIo.fits(part(direct, 0, PAGE - 512), 0), "less than a page");
        assertFalse(DirectIo.fits(part(direct, 0, PAGE + 1), 0), "more than a page");
        assertFalse(DirectIo.fits(part(direct, 0, PAGE), 512), "not at a page");
        assertFalse(DirectIo.fits(part(direct, 512, PAGE), 0), "not from a page");
        assertFalse(DirectIo.fits(ByteBuffer.allocate(PAGE), 0), "not outside of the heap");
    }

    @Test
    void shouldDoWithoutWhereTheFileSystemRefuses() throws IOException {
        assertNull(DirectIo.open(path.resolve("absent")));
        final Path refusing = Path.of("/proc/self/comm");
        assumeTrue(Files.isWritable(refusing), "there is no " + refusing + ", which cannot be written past the cache");
        try (FileChannel channel = DirectIo.open(refusing)) {
            assertNull(channel);
        }
    }

    /** Writes pieces of all kinds to one file, and compares it with what it should hold, open and opened again. */
    private static void mix(final Path directory, final int length, final int seed) {
        final Random random = new Random(seed);
        final byte[] expected = new byte[length];
        final UnsafeBuffer[] sources = {
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, PAGE)),
            new UnsafeBuffer(ByteBuffer.allocateDirect(length + 1), 1, length),
            new UnsafeBuffer(new byte[length])
        };
        try (RealDisk disk = RealDisk.open(directory)) {
            try (DiskFile file = disk.create("f" + seed, length)) {
                for (int i = 0; i < 200; i++) {
                    final UnsafeBuffer source = sources[random.nextInt(sources.length)];
                    fill(source, random);
                    final int unit = random.nextBoolean() ? PAGE : random.nextBoolean() ? 512 : 1;
                    final int position = random.nextInt(length / unit) * unit;
                    final int count = (1 + random.nextInt((length - position) / unit)) * unit;
                    final int offset = random.nextInt((length - count) / unit + 1) * unit;
                    file.write(position, source, offset, count);
                    source.getBytes(offset, expected, position, count);
                    if (random.nextInt(8) == 0) {
                        file.sync();
                    }
                    assertPart(file, position, new UnsafeBuffer(expected), position, count);
                }
                assertPart(file, 0, new UnsafeBuffer(expected), 0, length);
            }
            try (DiskFile file = disk.open("f" + seed)) {
                assertPart(file, 0, new UnsafeBuffer(expected), 0, length);
            }
        }
    }

    private static void assertPart(final DiskFile file, final int position, final UnsafeBuffer expected,
                                   final int offset, final int count) {
        assertEquals(new UnsafeBuffer(expected, offset, count), read(file, position, count),
            count + " bytes at " + position);
    }

    private static UnsafeBuffer read(final DiskFile file, final int position, final int count) {
        final UnsafeBuffer target = new UnsafeBuffer(new byte[count]);
        assertEquals(count, file.read(position, target, 0, count));
        return target;
    }

    private static ByteBuffer part(final ByteBuffer buffer, final int offset, final int length) {
        return buffer.duplicate().clear().limit(offset + length).position(offset);
    }

    private static void fill(final UnsafeBuffer buffer, final Random random) {
        final byte[] bytes = new byte[buffer.capacity()];
        random.nextBytes(bytes);
        buffer.putBytes(0, bytes);
    }
}
