package io.fleet.storage;

/**
 * The place of a record in a log, packed into one {@code long}: directory index, file number and byte offset in the
 * file. It is never 0 for a real record, so 0 can stand for "none". Positions stay valid over restarts, until trimming
 * deletes the file.
 *
 * <p>There are two forms, told apart by the lowest bit, which is 0 in the first: records begin at multiples of 8.
 *
 * <pre>
 * files up to 16,777,215:  directory (8 bits)  file number (24)                  offset (32)
 * files from 16,777,216:   directory (8 bits)  lowest 28 bits of the number (28) offset / 8 (27)  1
 * </pre>
 *
 * <p>So file numbers go on without an end. A position of the second form names a file among the 2^28 around one that is
 * known: with files of 32 MiB that is 9 PB of log, which no directory holds at a time, and {@link #fileNumber} takes
 * the number of a file of that log to say which one is meant.
 */
public final class LogPosition {
    /** The largest directory index. */
    public static final int MAX_DIRECTORY = 0xFF;
    /** The largest file number, which names and headers of files bear; the smallest is 1. */
    public static final long MAX_FILE_NUMBER = 999_999_999_999_999_999L;
    /** The largest offset of a record in a file of the first form; in one of the second, 1 GiB less 8. */
    public static final long MAX_OFFSET = 0xFFFF_FFF8L;
    /** Files of one directory that can be there at the same time, so that positions tell them apart. */
    public static final long MAX_FILES = 1 << 27;

    private static final int DIRECTORY_SHIFT = 56;
    private static final int FILE_SHIFT = 32;
    /** The largest file number of the first form. */
    private static final long FIRST_FORM = 0xFF_FFFF;
    private static final int LOW_BITS = 28;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;
    private static final int LOW_SHIFT = 28;
    private static final int OFFSET_UNIT = 8;
    private static final long MAX_SECOND_OFFSET = (1L << 30) - OFFSET_UNIT;
    /** So many files may a position lie ahead of the newest file that is there: writes that a disk has lost. */
    private static final long AHEAD = 1 << 16;

    private LogPosition() {
    }

    /**
     * Packs a position.
     *
     * @param directory  index of the directory, 0 to 255.
     * @param fileNumber number of the file, 1 to {@link #MAX_FILE_NUMBER}.
     * @param offset     of the record in the file in bytes, a multiple of 8 up to 4,294,967,288; from file 16,777,216
     *                   on up to 1,073,741,816.
     * @return the position.
     * @throws IllegalArgumentException when a part is out of its range.
     */
    public static long of(final int directory, final long fileNumber, final long offset) {
        if (directory < 0 || directory > MAX_DIRECTORY) {
            throw new IllegalArgumentException("directory " + directory + " is not in [0, " + MAX_DIRECTORY + "]");
        }
        if (fileNumber < 1 || fileNumber > MAX_FILE_NUMBER) {
            throw new IllegalArgumentException("fileNumber " + fileNumber + " is not in [1, " + MAX_FILE_NUMBER + "]");
        }
        final long maxOffset = fileNumber > FIRST_FORM ? MAX_SECOND_OFFSET : MAX_OFFSET;
        if (offset < 0 || offset > maxOffset || offset % OFFSET_UNIT != 0) {
            throw new IllegalArgumentException("offset " + offset + " is not a multiple of " + OFFSET_UNIT
                + " in [0, " + maxOffset + "]");
        }
        final long inDirectory = fileNumber > FIRST_FORM
            ? (fileNumber & LOW_MASK) << LOW_SHIFT | offset / OFFSET_UNIT << 1 | 1 : fileNumber << FILE_SHIFT | offset;
        return (long) directory << DIRECTORY_SHIFT | inDirectory;
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
     * @param newest   number of the newest file of the log in that directory, as far as it is known; 0 when there is
     *                 none.
     * @return number of the file in its directory.
     */
    public static long fileNumber(final long position, final long newest) {
        if (!isSecondForm(position)) {
            return position >>> FILE_SHIFT & FIRST_FORM;
        }
        final long limit = Math.max(newest + AHEAD, FIRST_FORM + LOW_MASK + 1);
        return limit - (limit - (position >>> LOW_SHIFT) & LOW_MASK);
    }

    /**
     * The offset of a position.
     *
     * @param position packed.
     * @return offset of the record in its file in bytes.
     */
    public static long offset(final long position) {
        return isSecondForm(position) ? (position & (1L << LOW_SHIFT) - 1) / 2 * OFFSET_UNIT : position & 0xFFFF_FFFFL;
    }

    /**
     * Whether two positions are in the same file.
     *
     * @param one   packed.
     * @param other packed.
     */
    public static boolean isSameFile(final long one, final long other) {
        final int shift = isSecondForm(one) ? LOW_SHIFT : FILE_SHIFT;
        return isSecondForm(one) == isSecondForm(other) && one >>> shift == other >>> shift;
    }

    /**
     * Whether a position is in the first file of a directory.
     *
     * @param position packed.
     */
    public static boolean isInFirstFile(final long position) {
        return !isSecondForm(position) && (position >>> FILE_SHIFT & FIRST_FORM) == 1;
    }

    /**
     * Whether a position lies behind another one of the same directory.
     *
     * @param position packed.
     * @param other    packed, in the same directory, and fewer than {@link #MAX_FILES} files away.
     */
    public static boolean isBehind(final long position, final long other) {
        if (!isSecondForm(position) || !isSecondForm(other)) {
            final boolean isLater = isSecondForm(position);
            return isSecondForm(other) == isLater ? inDirectory(position) > inDirectory(other) : isLater;
        }
        return inDirectory(position) - inDirectory(other) << Byte.SIZE > 0;
    }

    /**
     * The position of what begins some bytes before, in the same file.
     *
     * @param position packed.
     * @param bytes    not more than its offset; a multiple of 8.
     * @return that position.
     */
    public static long before(final long position, final long bytes) {
        return position - (isSecondForm(position) ? bytes / OFFSET_UNIT << 1 : bytes);
    }

    /**
     * A position in words, for messages.
     *
     * @param position packed.
     * @return such as {@code directory 0 file 12 offset 4160}; from file 16,777,216 on, the number's lowest 28 bits.
     */
    public static String toString(final long position) {
        final boolean isSecond = isSecondForm(position);
        return "directory " + directory(position) + " file "
            + (isSecond ? (position >>> LOW_SHIFT & LOW_MASK) + " (modulo " + (LOW_MASK + 1) + ")"
            : fileNumber(position, 0)) + " offset " + offset(position);
    }

    private static boolean isSecondForm(final long position) {
        return (position & 1) != 0;
    }

    private static long inDirectory(final long position) {
        return position & ~0L >>> Byte.SIZE;
    }
}
