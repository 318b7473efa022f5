package io.fleet.verify.fuzz;

import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import io.fleet.storage.log.Checksum;
import io.fleet.storage.log.Flusher;
import io.fleet.testkit.sim.SimMedium;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;

/** A store on a disk: files are written, changed, and opened again. Declared: {@link StorageException}. */
abstract class DiskTarget implements FuzzTarget {
    static final StorageIdentity IDENTITY = new StorageIdentity(7, 1);

    private final Checksum checksum = new Checksum();

    /** Something that works on a disk. */
    @FunctionalInterface
    interface Work {
        void on(Disk disk);
    }

    /** The files that a piece of work leaves on an empty disk. */
    static Map<String, byte[]> files(final Work work) {
        return files(work, Map.of());
    }

    private static Map<String, byte[]> files(final Work work, final Map<String, byte[]> before) {
        final Disk disk = disk(before);
        work.on(disk);
        final Map<String, byte[]> found = new LinkedHashMap<>();
        for (final String name : disk.list()) {
            try (DiskFile file = disk.open(name)) {
                final byte[] bytes = new byte[(int) file.length()];
                file.read(0, new UnsafeBuffer(bytes), 0, bytes.length);
                found.put(name, bytes);
            }
        }
        return found;
    }

    /** A disk with files. */
    static Disk disk(final Map<String, byte[]> files) {
        final Disk disk = new SimMedium("fuzzed", new SplittableRandom(1)).mount();
        files.forEach((name, bytes) -> {
            try (DiskFile file = disk.create(name, bytes.length)) {
                file.write(0, new UnsafeBuffer(bytes), 0, bytes.length);
                file.sync();
            }
        });
        return disk;
    }

    /** Opens, and says what happened; what else is thrown passes through. */
    static String opened(final Runnable opening) {
        try {
            opening.run();
            return TAKEN;
        } catch (final StorageException e) {
            return e.getMessage();
        }
    }

    static final String TAKEN = Fuzzer.TAKEN;

    static void work(final Flusher flusher) {
        try {
            flusher.doWork();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Drops the zeros at the end, so that changes meet what is written. */
    static byte[] trimmed(final byte[] file) {
        int length = file.length;
        while (length > 0 && file[length - 1] == 0) {
            length--;
        }
        return Arrays.copyOf(file, length);
    }

    /** Writes the checksum of [from, to) at a place, as far as all that lies within the input. */
    final void seal(final byte[] input, final int at, final int from, final int to) {
        if (at >= 0 && from <= to && to <= input.length && at + Integer.BYTES <= input.length) {
            final UnsafeBuffer buffer = new UnsafeBuffer(input);
            buffer.putInt(at, checksum.of(buffer, from, to - from), java.nio.ByteOrder.LITTLE_ENDIAN);
        }
    }
}
