package io.fleet.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes that go past the operating system's page cache, where the file system has them: what is written here is synced
 * at once and seldom read again, so a copy in memory costs time and memory for nothing.
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
        try {
            if (DIRECT == null || ALIGNMENT % Files.getFileStore(path).getBlockSize() != 0) {
                return null;
            }
            return FileChannel.open(path, StandardOpenOption.WRITE, DIRECT);
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
