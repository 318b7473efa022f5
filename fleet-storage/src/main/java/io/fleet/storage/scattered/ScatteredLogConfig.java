package io.fleet.storage.scattered;

import io.fleet.storage.log.LogSettings;

/**
 * Sizes of a scattered log, and what it is called.
 *
 * @param fileLength    bytes of each file, a multiple of 4096 in [16 KiB, 1 GiB]; files are written as zeros ahead of
 *                      use.
 * @param stagingLength bytes of each of the two staging areas of a directory, a multiple of 4096, at least 8 KiB and at
 *                      most {@code fileLength} - 4096. It bounds how much one sync makes durable, and the longest body.
 * @param isOfVotes     whether it is the log of votes ({@link #forVotes}) and not the scattered log; both may lie in
 *                      one directory.
 */
public record ScatteredLogConfig(int fileLength, int stagingLength, boolean isOfVotes) {
    private static final int DEFAULT_FILE_LENGTH = 32 * 1024 * 1024;
    private static final int DEFAULT_STAGING_LENGTH = 16 * 1024 * 1024;
    private static final int MOST_OF_VOTES = 2 * 1024 * 1024;
    private static final String NAME = "scattered";
    private static final String NAME_OF_VOTES = "steps";
    private static final int KIND = 1;
    private static final int KIND_OF_VOTES = 3;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the setting, its value and its range.
     */
    public ScatteredLogConfig {
        LogSettings.checkLengths(fileLength, stagingLength);
    }

    /**
     * Sizes of the scattered log.
     *
     * @param fileLength    see above.
     * @param stagingLength see above.
     */
    public ScatteredLogConfig(final int fileLength, final int stagingLength) {
        this(fileLength, stagingLength, false);
    }

    /**
     * The log of votes beside a scattered log of these sizes: its records have no bodies, so it is smaller.
     *
     * @return its sizes.
     */
    public ScatteredLogConfig forVotes() {
        return new ScatteredLogConfig(Math.min(fileLength, 2 * MOST_OF_VOTES), Math.min(stagingLength, MOST_OF_VOTES),
            true);
    }

    /** What its files' names begin with. */
    public String name() {
        return isOfVotes ? NAME_OF_VOTES : NAME;
    }

    int kind() {
        return isOfVotes ? KIND_OF_VOTES : KIND;
    }

    /** What suits a server: files of 32 MiB, staging areas of 16 MiB. */
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
