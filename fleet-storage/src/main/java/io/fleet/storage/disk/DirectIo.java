package io.fleet.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes and reads that go past the operating system's page cache, where the file system has them. What is written here
 * is synced at once and seldom read again, so a copy in memory costs time and memory for nothing. And what is read
 * through the cache is read far ahead: megabytes in one go, behind which each flush of a log has to wait.
 */
final class DirectIo {
    /** Positions, lengths and addresses must be multiples of this. */
    static final int ALIGNMENT = 4096;

    private static final OpenOption DIRECT = option();

    private DirectIo() {
    }

    /** The JDK's own option, looked up by name since other Java machines need not have it; null where it is missing. */
    private static OpenOption option() {
        try {
            for (final Object each : Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
                if (each.toString().equals("DIRECT")) {
                    return (OpenOption) each;
                }
            }
        } catch (final ClassNotFoundException e) {
            return null;
        }
        return null;
    }

    /** Opens a file for writing past the cache; null where that cannot be done. */
    static FileChannel open(final Path path) {
        return open(path, StandardOpenOption.WRITE);
    }

    /** Opens a file for reading past the cache; null where that cannot be done. */
    static FileChannel openToRead(final Path path) {
        return open(path, StandardOpenOption.READ);
    }

    private static FileChannel open(final Path path, final OpenOption access) {
        try {
            if (DIRECT == null || ALIGNMENT % Files.getFileStore(path).getBlockSize() != 0) {
                return null;
            }
            return FileChannel.open(path, access, DIRECT);
        } catch (final IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Whether these bytes can be written to that position, or read from it, past the cache. */
    static boolean fits(final ByteBuffer bytes, final long position) {
        return bytes.isDirect() && (position | bytes.remaining()) % ALIGNMENT == 0 && bytes.remaining() > 0
            && bytes.alignmentOffset(bytes.position(), ALIGNMENT) == 0;
    }
}
