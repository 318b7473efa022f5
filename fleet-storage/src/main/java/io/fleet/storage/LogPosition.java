package io.fleet.storage;

/**
 * The place of a record in a log, packed into one {@code long}: directory index (8 bits), file number (24 bits) and
 * byte offset in the file (32 bits). It is never 0 for a real record, so 0 can stand for "none". Positions stay valid
 * over restarts, until trimming deletes the file.
 */
public final class LogPosition {
    /** The largest directory index. */
    public static final int MAX_DIRECTORY = 0xFF;
    /** The largest file number; the smallest is 1. */
    public static final int MAX_FILE_NUMBER = 0xFF_FFFF;
    /** The largest offset. */
    public static final long MAX_OFFSET = 0xFFFF_FFFFL;

    private static final int DIRECTORY_SHIFT = 56;
    private static final int FILE_SHIFT = 32;

    private LogPosition() {
    }

    /**
     * Packs a position.
     *
     * @param directory  index of the directory, 0 to 255.
     * @param fileNumber number of the file, 1 to 16,777,215.
     * @param offset     of the record in the file in bytes, 0 to 4,294,967,295.
     * @return the position.
     * @throws IllegalArgumentException when a part is out of its range.
     */
    public static long of(final int directory, final int fileNumber, final long offset) {
        if (directory < 0 || directory > MAX_DIRECTORY) {
            throw new IllegalArgumentException("directory " + directory + " is not in [0, " + MAX_DIRECTORY + "]");
        }
        if (fileNumber < 1 || fileNumber > MAX_FILE_NUMBER) {
            throw new IllegalArgumentException("fileNumber " + fileNumber + " is not in [1, " + MAX_FILE_NUMBER + "]");
        }
        if (offset < 0 || offset > MAX_OFFSET) {
            throw new IllegalArgumentException("offset " + offset + " is not in [0, " + MAX_OFFSET + "]");
        }
        return (long) directory << DIRECTORY_SHIFT | (long) fileNumber << FILE_SHIFT | offset;
    }

    /**
     * The directory of a position.
     *
     * @param position packed.
     * @return index of the directory.
     */
    public static int directory(final long position) {
        return (int) (position >>> DIRECTORY_SHIFT);
    }

    /**
     * The file of a position.
     *
     * @param position packed.
     * @return number of the file in its directory.
     */
    public static int fileNumber(final long position) {
        return (int) (position >>> FILE_SHIFT) & MAX_FILE_NUMBER;
    }

    /**
     * The offset of a position.
     *
     * @param position packed.
     * @return offset of the record in its file in bytes.
     */
    public static long offset(final long position) {
        return position & MAX_OFFSET;
    }

    /**
     * A position in words, for messages.
     *
     * @param position packed.
     * @return such as {@code directory 0 file 12 offset 4160}.
     */
    public static String toString(final long position) {
        return "directory " + directory(position) + " file " + fileNumber(position) + " offset " + offset(position);
    }
}
