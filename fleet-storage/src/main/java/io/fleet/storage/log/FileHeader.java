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
 * in versions 2 and 3:  52 upper half of the file number (4)
 * </pre>
 *
 * <p>Version 2 is that of files above number 16,777,215, which a log before it could not have. Version 3 is that of
 * files that were others before: what those held stands where nothing has been written since, so each record's
 * checksum carries the salt ({@link LogFile#recordSalt}), and a block of zeros follows the last flush.
 */
final class FileHeader {
    static final int VERSION = 1;
    static final int LONG_NUMBERS = 2;
    static final int REUSED = 3;

    private static final long MAGIC = 0x474F_4C54_4545_4C46L;
    private static final int CHECKED_OFFSET = 12;
    private static final int LENGTH = 52;
    private static final int LONG_LENGTH = 56;
    private static final long MAX_SHORT_NUMBER = 0xFF_FFFF;

    private FileHeader() {
    }

    static void encode(final MutableDirectBuffer block, final LogSettings settings, final StorageIdentity identity,
                       final long fileNumber, final int fileLength, final long salt, final boolean isReused,
                       final Checksum checksum) {
        final int version = isReused ? REUSED : fileNumber > MAX_SHORT_NUMBER ? LONG_NUMBERS : VERSION;
        block.setMemory(0, FrameHeader.BLOCK, (byte) 0);
        block.putLong(0, MAGIC, LITTLE_ENDIAN);
        block.putInt(12, version, LITTLE_ENDIAN);
        block.putLong(16, identity.clusterId(), LITTLE_ENDIAN);
        block.putInt(24, identity.nodeId(), LITTLE_ENDIAN);
        block.putInt(28, settings.directory(), LITTLE_ENDIAN);
        block.putInt(32, (int) fileNumber, LITTLE_ENDIAN);
        block.putInt(36, fileLength, LITTLE_ENDIAN);
        block.putLong(40, salt, LITTLE_ENDIAN);
        block.putInt(48, settings.kind(), LITTLE_ENDIAN);
        if (version != VERSION) {
            block.putInt(52, (int) (fileNumber >>> Integer.SIZE), LITTLE_ENDIAN);
        }
        block.putInt(8, checksum.of(block, CHECKED_OFFSET, length(block) - CHECKED_OFFSET), LITTLE_ENDIAN);
    }

    /**
     * Checks a header block and returns the salt.
     *
     * @param where names the file in messages.
     * @throws DamagedStorageException when it is not a sound header, or names another file number, length or kind.
     * @throws ForeignStorageException when it is sound and belongs to another format, cluster, node or directory.
     */
    static long check(final DirectBuffer block, final LogSettings settings, final StorageIdentity identity,
                      final long fileNumber, final long fileLength, final String where, final Checksum checksum) {
        if (block.getLong(0, LITTLE_ENDIAN) != MAGIC) {
            throw new DamagedStorageException(where + ": the file header has no magic");
        }
        final int expected = block.getInt(8, LITTLE_ENDIAN);
        if (checksum.of(block, CHECKED_OFFSET, length(block) - CHECKED_OFFSET) != expected) {
            throw new DamagedStorageException(where + ": the file header fails its checksum");
        }
        final int version = block.getInt(12, LITTLE_ENDIAN);
        foreign(where, "format version", version, isKnown(version) ? version : VERSION);
        foreign(where, "cluster", block.getLong(16, LITTLE_ENDIAN), identity.clusterId());
        final int node = block.getInt(24, LITTLE_ENDIAN);
        if (node != identity.nodeId()) {
            throw new ForeignStorageException(where + ": written for node " + StorageIdentity.nodeText(node)
                + ", opened as node " + StorageIdentity.nodeText(identity.nodeId()));
        }
        foreign(where, "directory", block.getInt(28, LITTLE_ENDIAN), settings.directory());
        damaged(where, "kind of log", block.getInt(48, LITTLE_ENDIAN), settings.kind());
        damaged(where, "file number", fileNumber(block), fileNumber);
        damaged(where, "file length", block.getInt(36, LITTLE_ENDIAN), fileLength);
        return salt(block);
    }

    /** Whether a sound header says that the file was another one before. */
    static boolean isReused(final DirectBuffer block) {
        return block.getInt(12, LITTLE_ENDIAN) == REUSED;
    }

    /** The salt that a sound header names. */
    static long salt(final DirectBuffer block) {
        return block.getLong(40, LITTLE_ENDIAN);
    }

    /** Whose file it is; null when the header is not sound or of another format. */
    static LogOwner owner(final DirectBuffer block, final Checksum checksum) {
        final int version = block.getInt(12, LITTLE_ENDIAN);
        if (block.getLong(0, LITTLE_ENDIAN) != MAGIC || !isKnown(version)
            || checksum.of(block, CHECKED_OFFSET, length(block) - CHECKED_OFFSET) != block.getInt(8, LITTLE_ENDIAN)) {
            return null;
        }
        return new LogOwner(new StorageIdentity(block.getLong(16, LITTLE_ENDIAN), block.getInt(24, LITTLE_ENDIAN)),
            block.getInt(28, LITTLE_ENDIAN));
    }

    private static int length(final DirectBuffer block) {
        return hasLongNumber(block) ? LONG_LENGTH : LENGTH;
    }

    private static boolean isKnown(final int version) {
        return version >= VERSION && version <= REUSED;
    }

    private static boolean hasLongNumber(final DirectBuffer block) {
        final int version = block.getInt(12, LITTLE_ENDIAN);
        return isKnown(version) && version != VERSION;
    }

    private static long fileNumber(final DirectBuffer block) {
        final long lower = block.getInt(32, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
        return hasLongNumber(block)
            ? (long) block.getInt(52, LITTLE_ENDIAN) << Integer.SIZE | lower : lower;
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
