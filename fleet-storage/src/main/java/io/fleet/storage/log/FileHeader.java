package io.fleet.storage.log;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.ForeignStorageException;
import io.fleet.storage.StorageIdentity;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The first block of a log file, little-endian: who wrote it, what it is, and a random salt that its flush frames
 * repeat.
 *
 * <pre>
 *  0 magic (8)  8 checksum of what follows (4)  12 format version (4)  16 cluster (8)  24 node (4)  28 directory (4)
 * 32 file number (4)  36 file length (4)  40 salt (8)  48 kind of log (4)
 * </pre>
 */
final class FileHeader {
    static final int VERSION = 1;

    private static final long MAGIC = 0x474F_4C54_4545_4C46L;
    private static final int CHECKED_OFFSET = 12;
    private static final int LENGTH = 52;

    private FileHeader() {
    }

    static void encode(final MutableDirectBuffer block, final LogSettings settings, final StorageIdentity identity,
                       final int fileNumber, final int fileLength, final long salt, final Checksum checksum) {
        block.setMemory(0, FrameHeader.BLOCK, (byte) 0);
        block.putLong(0, MAGIC, LITTLE_ENDIAN);
        block.putInt(12, VERSION, LITTLE_ENDIAN);
        block.putLong(16, identity.clusterId(), LITTLE_ENDIAN);
        block.putInt(24, identity.nodeId(), LITTLE_ENDIAN);
        block.putInt(28, settings.directory(), LITTLE_ENDIAN);
        block.putInt(32, fileNumber, LITTLE_ENDIAN);
        block.putInt(36, fileLength, LITTLE_ENDIAN);
        block.putLong(40, salt, LITTLE_ENDIAN);
        block.putInt(48, settings.kind(), LITTLE_ENDIAN);
        block.putInt(8, checksum.of(block, CHECKED_OFFSET, LENGTH - CHECKED_OFFSET), LITTLE_ENDIAN);
    }

    /**
     * Checks a header block and returns the salt.
     *
     * @param where names the file in messages.
     * @throws DamagedStorageException when it is not a sound header, or names another file number, length or kind.
     * @throws ForeignStorageException when it is sound and belongs to another format, cluster, node or directory.
     */
    static long check(final DirectBuffer block, final LogSettings settings, final StorageIdentity identity,
                      final int fileNumber, final long fileLength, final String where, final Checksum checksum) {
        if (block.getLong(0, LITTLE_ENDIAN) != MAGIC) {
            throw new DamagedStorageException(where + ": the file header has no magic");
        }
        final int expected = block.getInt(8, LITTLE_ENDIAN);
        if (checksum.of(block, CHECKED_OFFSET, LENGTH - CHECKED_OFFSET) != expected) {
            throw new DamagedStorageException(where + ": the file header fails its checksum");
        }
        foreign(where, "format version", block.getInt(12, LITTLE_ENDIAN), VERSION);
        foreign(where, "cluster", block.getLong(16, LITTLE_ENDIAN), identity.clusterId());
        foreign(where, "node", block.getInt(24, LITTLE_ENDIAN), identity.nodeId());
        foreign(where, "directory", block.getInt(28, LITTLE_ENDIAN), settings.directory());
        damaged(where, "kind of log", block.getInt(48, LITTLE_ENDIAN), settings.kind());
        damaged(where, "file number", block.getInt(32, LITTLE_ENDIAN), fileNumber);
        damaged(where, "file length", block.getInt(36, LITTLE_ENDIAN), fileLength);
        return block.getLong(40, LITTLE_ENDIAN);
    }

    /** Whose file it is; null when the header is not sound or of another format. */
    static LogOwner owner(final DirectBuffer block, final Checksum checksum) {
        if (block.getLong(0, LITTLE_ENDIAN) != MAGIC || block.getInt(12, LITTLE_ENDIAN) != VERSION
            || checksum.of(block, CHECKED_OFFSET, LENGTH - CHECKED_OFFSET) != block.getInt(8, LITTLE_ENDIAN)) {
            return null;
        }
        return new LogOwner(new StorageIdentity(block.getLong(16, LITTLE_ENDIAN), block.getInt(24, LITTLE_ENDIAN)),
            block.getInt(28, LITTLE_ENDIAN));
    }

    private static void foreign(final String where, final String field, final long found, final long expected) {
        if (found != expected) {
            throw new ForeignStorageException(where + ": written for " + field + " " + found + ", opened as " + field
                + " " + expected);
        }
    }

    private static void damaged(final String where, final String field, final long found, final long expected) {
        if (found != expected) {
            throw new DamagedStorageException(where + ": the file header says " + field + " " + found + ", it is "
                + expected);
        }
    }
}
