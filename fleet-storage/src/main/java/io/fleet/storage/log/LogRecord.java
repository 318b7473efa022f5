package io.fleet.storage.log;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.storage.EntryMeta;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The layout of one record, little-endian. The checksum covers everything behind itself, header and body, so that each
 * record proves itself wherever it lies; in a file that was another one before it carries the file's salt, so that a
 * record of that one proves nothing.
 *
 * <pre>
 *  0 checksum (4)   4 magic (4)   8 length without padding (4)   12 type (4)   16 group (4)   20 storage group (4)
 * 24 lsn (8)       32 ballot (8) 40 batcher id (8)  48 sequence (8)  56 digest (8)  64 timestamp (8)
 * 72 body length (4)  76 flags (4)  80 position of the body (8)   88 body, where the type carries one
 * </pre>
 */
public final class LogRecord {
    /** Bytes before the body. */
    public static final int HEADER_LENGTH = 88;
    /** Records begin at multiples of this. */
    public static final int ALIGNMENT = 8;
    /** Type: an entry with its body. */
    public static final int ENTRY = 1;
    /** Type: a new ballot for an entry whose body is durable elsewhere in the same log (rule S5). */
    public static final int RESTAMP = 2;
    /** Type: an entry of the ordered log whose body is in the scattered log. */
    public static final int REFERENCE = 3;
    /** Type: the ordered log of a group goes on behind this lsn, because a snapshot covers everything up to it. */
    public static final int SKIP = 4;
    /** Type: an entry of the ordered log whose body a write quorum of other nodes holds. */
    public static final int ELSEWHERE = 5;

    private static final int MAGIC = 0x4365_7246;
    private static final int CHECKSUM_OFFSET = 0;
    private static final int MAGIC_OFFSET = 4;
    private static final int LENGTH_OFFSET = 8;
    private static final int TYPE_OFFSET = 12;
    private static final int GROUP_OFFSET = 16;
    private static final int STORAGE_GROUP_OFFSET = 20;
    private static final int LSN_OFFSET = 24;
    private static final int BALLOT_OFFSET = 32;
    private static final int BATCHER_OFFSET = 40;
    private static final int SEQUENCE_OFFSET = 48;
    private static final int DIGEST_OFFSET = 56;
    private static final int TIMESTAMP_OFFSET = 64;
    private static final int BODY_LENGTH_OFFSET = 72;
    private static final int FLAGS_OFFSET = 76;
    private static final int BODY_POSITION_OFFSET = 80;

    private LogRecord() {
    }

    /**
     * The type of a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @return {@link #ENTRY}, {@link #RESTAMP}, {@link #REFERENCE}, {@link #SKIP} or {@link #ELSEWHERE}.
     */
    public static int type(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + TYPE_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * The group of a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @return the group.
     */
    public static int groupId(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + GROUP_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * The storage group of a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @return the storage group.
     */
    public static int storageGroup(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + STORAGE_GROUP_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * The lsn of a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @return the lsn.
     */
    public static long lsn(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + LSN_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * The ballot of a record.
     *
     * @param buffer that holds it.
     * @param offset of the record.
     * @return the ballot; 0 in the ordered log.
     */
    public static long ballot(final DirectBuffer buffer, final int offset) {
        return buffer.getLong(offset + BALLOT_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * Where the body of a record is.
     *
     * @param buffer   that holds it.
     * @param offset   of the record.
     * @param position of the record itself.
     * @return the position of the record that carries the body.
     */
    public static long bodyPosition(final DirectBuffer buffer, final int offset, final long position) {
        return type(buffer, offset) == ENTRY ? position : buffer.getLong(offset + BODY_POSITION_OFFSET, LITTLE_ENDIAN);
    }

    /**
     * Reads what names the value.
     *
     * @param buffer that holds the record.
     * @param offset of the record.
     * @param into   where to put it.
     * @return {@code into}.
     */
    public static EntryMeta meta(final DirectBuffer buffer, final int offset, final EntryMeta into) {
        into.batcherId = buffer.getLong(offset + BATCHER_OFFSET, LITTLE_ENDIAN);
        into.sequence = buffer.getLong(offset + SEQUENCE_OFFSET, LITTLE_ENDIAN);
        into.digest = buffer.getLong(offset + DIGEST_OFFSET, LITTLE_ENDIAN);
        into.timestamp = buffer.getLong(offset + TIMESTAMP_OFFSET, LITTLE_ENDIAN);
        into.length = buffer.getInt(offset + BODY_LENGTH_OFFSET, LITTLE_ENDIAN);
        into.flags = buffer.getInt(offset + FLAGS_OFFSET, LITTLE_ENDIAN);
        return into;
    }

    /**
     * The length of a record with a body of its own, with padding.
     *
     * @param bodyLength in bytes.
     * @return bytes it takes in a frame.
     */
    public static int alignedLength(final int bodyLength) {
        return BitUtil.align(HEADER_LENGTH + bodyLength, ALIGNMENT);
    }

    static int length(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + LENGTH_OFFSET, LITTLE_ENDIAN);
    }

    static int checksum(final DirectBuffer buffer, final int offset) {
        return buffer.getInt(offset + CHECKSUM_OFFSET, LITTLE_ENDIAN);
    }

    public static void put(final MutableDirectBuffer buffer, final int offset, final int type, final int groupId,
                           final int storageGroup, final long lsn, final long ballot, final EntryMeta meta,
                           final long bodyPosition) {
        final int length = HEADER_LENGTH + (type == ENTRY ? meta.length : 0);
        buffer.putInt(offset + MAGIC_OFFSET, MAGIC, LITTLE_ENDIAN);
        buffer.putInt(offset + LENGTH_OFFSET, length, LITTLE_ENDIAN);
        buffer.putInt(offset + TYPE_OFFSET, type, LITTLE_ENDIAN);
        buffer.putInt(offset + GROUP_OFFSET, groupId, LITTLE_ENDIAN);
        buffer.putInt(offset + STORAGE_GROUP_OFFSET, storageGroup, LITTLE_ENDIAN);
        buffer.putLong(offset + LSN_OFFSET, lsn, LITTLE_ENDIAN);
        buffer.putLong(offset + BALLOT_OFFSET, ballot, LITTLE_ENDIAN);
        buffer.putLong(offset + BATCHER_OFFSET, meta.batcherId, LITTLE_ENDIAN);
        buffer.putLong(offset + SEQUENCE_OFFSET, meta.sequence, LITTLE_ENDIAN);
        buffer.putLong(offset + DIGEST_OFFSET, meta.digest, LITTLE_ENDIAN);
        buffer.putLong(offset + TIMESTAMP_OFFSET, meta.timestamp, LITTLE_ENDIAN);
        buffer.putInt(offset + BODY_LENGTH_OFFSET, meta.length, LITTLE_ENDIAN);
        buffer.putInt(offset + FLAGS_OFFSET, meta.flags, LITTLE_ENDIAN);
        buffer.putLong(offset + BODY_POSITION_OFFSET, bodyPosition, LITTLE_ENDIAN);
    }

    /** Writes the checksum of a record, and returns it; {@code salt} is that of the file it goes to. */
    public static int seal(final MutableDirectBuffer buffer, final int offset, final int salt,
                           final Checksum checksum) {
        final int value = checksumOf(buffer, offset, length(buffer, offset), salt, checksum);
        buffer.putInt(offset + CHECKSUM_OFFSET, value, LITTLE_ENDIAN);
        return value;
    }

    /**
     * Checks a record before anything in it is trusted.
     *
     * @param buffer    that holds it.
     * @param offset    of the record.
     * @param available bytes that may belong to it.
     * @param salt      of the file it is in, as its checksum carries it.
     * @param checksum  for use.
     * @return null when it is sound, otherwise what is wrong.
     */
    public static String problem(final DirectBuffer buffer, final int offset, final int available,
                                 final int salt, final Checksum checksum) {
        if (available < HEADER_LENGTH) {
            return "a record header needs " + HEADER_LENGTH + " bytes and " + available + " are left";
        }
        if (buffer.getInt(offset + MAGIC_OFFSET, LITTLE_ENDIAN) != MAGIC) {
            return "there is no record magic";
        }
        final int length = length(buffer, offset);
        if (length < HEADER_LENGTH || length > available) {
            return "record length " + length + " is not in [" + HEADER_LENGTH + ", " + available + "]";
        }
        if (checksumOf(buffer, offset, length, salt, checksum) != checksum(buffer, offset)) {
            return "a record fails its checksum; lsn " + lsn(buffer, offset) + " as it is written there";
        }
        final int bodyLength = buffer.getInt(offset + BODY_LENGTH_OFFSET, LITTLE_ENDIAN);
        final int type = type(buffer, offset);
        if (type < ENTRY || type > ELSEWHERE || type == ENTRY && bodyLength != length - HEADER_LENGTH) {
            return "record type " + type + " with body length " + bodyLength + " does not fit its length " + length;
        }
        return null;
    }

    private static int checksumOf(final DirectBuffer buffer, final int offset, final int length,
                                  final int salt, final Checksum checksum) {
        return checksum.of(buffer, offset + MAGIC_OFFSET, length - MAGIC_OFFSET) ^ salt;
    }
}
