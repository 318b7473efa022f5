package io.fleet.storage.scattered;

import io.fleet.storage.log.LogSettings;

/**
 * Sizes of the scattered log.
 *
 * @param fileLength    bytes of each file, a multiple of 4096 in [16 KiB, 1 GiB]; files are written as zeros ahead of
 *                      use.
 * @param stagingLength bytes of each of the two staging areas of a directory, a multiple of 4096, at least 8 KiB and at
 *                      most {@code fileLength} - 4096. It bounds how much one sync makes durable, and the longest body.
 */
public record ScatteredLogConfig(int fileLength, int stagingLength) {
    private static final int DEFAULT_FILE_LENGTH = 32 * 1024 * 1024;
    private static final int DEFAULT_STAGING_LENGTH = 16 * 1024 * 1024;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the setting, its value and its range.
     */
    public ScatteredLogConfig {
        LogSettings.checkLengths(fileLength, stagingLength);
    }

    /**
     * What suits a server: files of 32 MiB, staging areas of 16 MiB.
     *
     * @return the defaults.
     */
    public static ScatteredLogConfig defaults() {
        return new ScatteredLogConfig(DEFAULT_FILE_LENGTH, DEFAULT_STAGING_LENGTH);
    }

    /**
     * The longest body that these sizes allow.
     *
     * @return bytes.
     */
    public int maxBodyLength() {
        return LogSettings.maxBodyLength(stagingLength);
    }
}
