package io.fleet.storage.snapshot;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.log.Checksum;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Chunks and how parts hold them. A chunk is 64 KiB, header included; parts double in length from one chunk to 16 MiB,
 * so that a small snapshot is small and a large one has few parts.
 *
 * <pre>
 *  0 checksum of what follows, up to the end of the payload (4)  4 payload length (4)  8 index (8)  16 lsn (8)
 * 24 group (4)  28 generation (4)  32 payload
 * </pre>
 */
final class Chunks {
    static final int LENGTH = 64 * 1024;
    /** Of a chunk in memory and on disk. */
    static final int ALIGNMENT = 4096;
    static final int HEADER_LENGTH = 32;
    static final int PAYLOAD_LENGTH = LENGTH - HEADER_LENGTH;

    private static final int CHECKED_OFFSET = 4;
    private static final int MAX_DOUBLINGS = 8;

    private Chunks() {
    }

    /** Memory for a chunk that a disk can write from, and read to, past the page cache. */
    static UnsafeBuffer buffer() {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(LENGTH, ALIGNMENT));
    }

    static int chunksInPart(final int part) {
        return 1 << Math.min(part, MAX_DOUBLINGS);
    }

    /** The part that holds a chunk. */
    static int partOf(final long chunk) {
        final long doubled = chunksBefore(MAX_DOUBLINGS);
        return chunk < doubled ? Long.SIZE - 1 - Long.numberOfLeadingZeros(chunk + 1)
            : Math.toIntExact(MAX_DOUBLINGS + (chunk - doubled) / chunksInPart(MAX_DOUBLINGS));
    }

    /** How many chunks the parts before one hold. */
    static long chunksBefore(final int part) {
        final int doublings = Math.min(part, MAX_DOUBLINGS);
        return (1L << doublings) - 1 + (long) (part - doublings) * chunksInPart(MAX_DOUBLINGS);
    }

    static void seal(final MutableDirectBuffer chunk, final SnapshotName name, final long index, final int length,
                     final Checksum checksum) {
        chunk.putInt(4, length, LITTLE_ENDIAN);
        chunk.putLong(8, index, LITTLE_ENDIAN);
        chunk.putLong(16, name.lsn(), LITTLE_ENDIAN);
        chunk.putInt(24, name.groupId(), LITTLE_ENDIAN);
        chunk.putInt(28, name.generation(), LITTLE_ENDIAN);
        chunk.setMemory(HEADER_LENGTH + length, PAYLOAD_LENGTH - length, (byte) 0);
        chunk.putInt(0, checksum.of(chunk, CHECKED_OFFSET, HEADER_LENGTH + length - CHECKED_OFFSET), LITTLE_ENDIAN);
    }

    /** The payload length of a sound chunk; -1 when it is not the one that is expected, or not sound. */
    static int payloadLength(final DirectBuffer chunk, final SnapshotName name, final long index,
                             final Checksum checksum) {
        final int length = chunk.getInt(4, LITTLE_ENDIAN);
        if (length < 0 || length > PAYLOAD_LENGTH || chunk.getInt(0, LITTLE_ENDIAN)
            != checksum.of(chunk, CHECKED_OFFSET, HEADER_LENGTH + length - CHECKED_OFFSET)) {
            return -1;
        }
        final boolean expected = chunk.getLong(8, LITTLE_ENDIAN) == index
            && chunk.getLong(16, LITTLE_ENDIAN) == name.lsn()
            && chunk.getInt(24, LITTLE_ENDIAN) == name.groupId()
            && chunk.getInt(28, LITTLE_ENDIAN) == name.generation();
        return expected ? length : -1;
    }

    /** How long a file of a snapshot is, by its name; 0 for one that is no part. */
    static int bytesIn(final String file) {
        final int part = SnapshotName.partOf(file);
        return part < 0 ? 0 : chunksInPart(part) * LENGTH;
    }
}
