package io.fleet.storage.log;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The header of a flush frame, little-endian. It names its own place, so that a copy of a frame inside a body is never
 * taken for a frame, and the end of the frame before it, which it thereby confirms. It also names the lowest file that
 * is still needed: a file is deleted only when a durable frame says so, and any other file that is missing is damage.
 *
 * <pre>
 *  0 magic (4)  4 checksum of what follows (4)  8 salt of the file (8)  16 flush sequence (8)  24 length without
 *  padding (4)
 * 28 records (4)  32 checksum over the checksums of the records (4)  36 kind (4)
 * 40 file of the frame before (4)  44 offset of its end (4)  48 offset of this frame (4)
 * 52 lowest file that is not trimmed (4)  56 checksum of the header before (4)  60 reserved (4)
 * </pre>
 *
 * <p>Of the numbers of files it has the lowest 32 bits: they are those next to the number of its own file.
 */
public final class FrameHeader {
    /** Frames begin at multiples of this; it is also the length of the file header. */
    static final int BLOCK = 4096;
    public static final int LENGTH = 64;
    static final int RECORDS = 0;
    static final int CLEAN_CLOSE = 1;
    static final int TRIM = 2;
    /** Where other frames have records it lists places whose records are lost, under the same checksum. */
    static final int LOST_PLACES = 3;

    private static final int MAGIC = 0x6873_6C46;
    private static final int CHECKED_OFFSET = 8;

    long salt;
    long sequence;
    int length;
    int records;
    int recordsChecksum;
    int kind;
    long previousFile;
    int previousEnd;
    int offset;
    long trimBelow;
    int previousChecksum;
    /** Of this header, as encoded or decoded. */
    int ownChecksum;

    void encode(final MutableDirectBuffer buffer, final int at, final Checksum checksum) {
        buffer.setMemory(at, LENGTH, (byte) 0);
        buffer.putInt(at, MAGIC, LITTLE_ENDIAN);
        buffer.putLong(at + 8, salt, LITTLE_ENDIAN);
        buffer.putLong(at + 16, sequence, LITTLE_ENDIAN);
        buffer.putInt(at + 24, length, LITTLE_ENDIAN);
        buffer.putInt(at + 28, records, LITTLE_ENDIAN);
        buffer.putInt(at + 32, recordsChecksum, LITTLE_ENDIAN);
        buffer.putInt(at + 36, kind, LITTLE_ENDIAN);
        buffer.putInt(at + 40, (int) previousFile, LITTLE_ENDIAN);
        buffer.putInt(at + 44, previousEnd, LITTLE_ENDIAN);
        buffer.putInt(at + 48, offset, LITTLE_ENDIAN);
        buffer.putInt(at + 52, (int) trimBelow, LITTLE_ENDIAN);
        buffer.putInt(at + 56, previousChecksum, LITTLE_ENDIAN);
        ownChecksum = checksum.of(buffer, at + CHECKED_OFFSET, LENGTH - CHECKED_OFFSET);
        buffer.putInt(at + 4, ownChecksum, LITTLE_ENDIAN);
    }

    /**
     * Decodes and checks a header.
     *
     * @param buffer     where it may be.
     * @param at         its offset in the buffer; {@link #LENGTH} bytes are there.
     * @param fileNumber of the file in which it is.
     * @param fileSalt   the salt it must carry.
     * @param fileOffset the offset in the file it must name.
     * @param fileLength of the file, which bounds its length.
     * @param checksum   for use.
     * @return null when it is sound, otherwise what is wrong.
     */
    String decode(final DirectBuffer buffer, final int at, final long fileNumber, final long fileSalt,
                  final int fileOffset, final int fileLength, final Checksum checksum) {
        if (buffer.getInt(at, LITTLE_ENDIAN) != MAGIC) {
            return "there is no flush magic";
        }
        ownChecksum = buffer.getInt(at + 4, LITTLE_ENDIAN);
        if (checksum.of(buffer, at + CHECKED_OFFSET, LENGTH - CHECKED_OFFSET) != ownChecksum) {
            return "the flush header fails its checksum";
        }
        salt = buffer.getLong(at + 8, LITTLE_ENDIAN);
        sequence = buffer.getLong(at + 16, LITTLE_ENDIAN);
        length = buffer.getInt(at + 24, LITTLE_ENDIAN);
        records = buffer.getInt(at + 28, LITTLE_ENDIAN);
        recordsChecksum = buffer.getInt(at + 32, LITTLE_ENDIAN);
        kind = buffer.getInt(at + 36, LITTLE_ENDIAN);
        previousFile = expand(buffer.getInt(at + 40, LITTLE_ENDIAN), fileNumber);
        previousEnd = buffer.getInt(at + 44, LITTLE_ENDIAN);
        offset = buffer.getInt(at + 48, LITTLE_ENDIAN);
        trimBelow = expand(buffer.getInt(at + 52, LITTLE_ENDIAN), fileNumber);
        previousChecksum = buffer.getInt(at + 56, LITTLE_ENDIAN);
        if (salt != fileSalt || offset != fileOffset) {
            return "the flush header was written for another place";
        }
        if (length < LENGTH || length > fileLength - fileOffset) {
            return "flush length " + length + " is not in [" + LENGTH + ", " + (fileLength - fileOffset) + "]";
        }
        return null;
    }

    /** The number of a file of which the lowest bits are known, next to another one. */
    static long expand(final int lowest, final long near) {
        return near + (lowest - (int) near);
    }
}
