package io.fleet.storage.disk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes that go past the operating system's page cache, where the file system has them: what is written here is synced
 * at once and seldom read again, so a copy in memory costs time and memory for nothing.
 */
final class DirectIo {
    /** Positions, lengths and addresses must be multiples of this. */
    static final int ALIGNMENT = 4096;

    private DirectIo() {
    }

    /** Opens a file for writing past the cache; null where that cannot be done. */
    static FileChannel open(final Path path) {
        try {
            if (ALIGNMENT % Files.getFileStore(path).getBlockSize() != 0) {
                return null;
            }
            return FileChannel.open(path, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
        } catch (final IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Whether a write failed because the file system has no such writes. */
    static boolean isRefusal(final IOException e) {
        return String.valueOf(e.getMessage()).contains("Invalid argument");
    }

    /** Whether these bytes can be written to that position past the cache. */
    static boolean fits(final ByteBuffer bytes, final long position) {
        return bytes.isDirect() && (position | bytes.remaining()) % ALIGNMENT == 0 && bytes.remaining() > 0
            && bytes.alignmentOffset(bytes.position(), ALIGNMENT) == 0;
    }
}
