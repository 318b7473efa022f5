package io.fleet.storage.log;

import io.fleet.storage.LogPosition;

/**
 * What one log is in one directory.
 *
 * @param prefix        of its files' names, so that several logs can share a directory.
 * @param kind          number of the kind of log, written into each file.
 * @param directory     index of the directory, 0 to 255.
 * @param fileLength    bytes of each new file, a multiple of 4096.
 * @param stagingLength bytes of each of the two staging areas, a multiple of 4096; bounds the length of one flush.
 */
public record LogSettings(String prefix, int kind, int directory, int fileLength, int stagingLength) {
    /** The smallest file: a header block and one flush of the smallest staging area. */
    public static final int MIN_FILE_LENGTH = 16 * 1024;
    /** The largest file. */
    public static final int MAX_FILE_LENGTH = 1024 * 1024 * 1024;
    /** The smallest staging area. */
    public static final int MIN_STAGING_LENGTH = 8 * 1024;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the setting, its value and its range.
     */
    public LogSettings {
        checkLengths(fileLength, stagingLength);
        if (directory < 0 || directory > LogPosition.MAX_DIRECTORY) {
            throw new IllegalArgumentException("directory " + directory + " is not in [0, "
                + LogPosition.MAX_DIRECTORY + "]");
        }
    }

    /**
     * Checks the two lengths that users configure.
     *
     * @param fileLength    in bytes.
     * @param stagingLength in bytes.
     * @throws IllegalArgumentException that names the setting, its value and its range.
     */
    public static void checkLengths(final int fileLength, final int stagingLength) {
        check("fileLength", fileLength, MIN_FILE_LENGTH, MAX_FILE_LENGTH);
        check("stagingLength", stagingLength, MIN_STAGING_LENGTH, fileLength - FrameHeader.BLOCK);
    }

    /**
     * The longest body that one record can carry.
     *
     * @param stagingLength in bytes.
     * @return bytes.
     */
    public static int maxBodyLength(final int stagingLength) {
        return stagingLength - FrameHeader.LENGTH - LogRecord.HEADER_LENGTH;
    }

    private static void check(final String name, final int value, final int min, final int max) {
        if (value < min || value > max || value % FrameHeader.BLOCK != 0) {
            throw new IllegalArgumentException(name + " " + value + " is not a multiple of " + FrameHeader.BLOCK
                + " in [" + min + ", " + max + "]" + (name.equals("stagingLength")
                    ? " (a flush must fit into one file behind its header of " + FrameHeader.BLOCK + " bytes)" : ""));
        }
    }
}
