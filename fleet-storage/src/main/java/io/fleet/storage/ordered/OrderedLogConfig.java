package io.fleet.storage.ordered;

import io.fleet.storage.log.LogSettings;

/**
 * Sizes and pace of the ordered log.
 *
 * @param fileLength      bytes of each file, a multiple of 4096 in [16 KiB, 1 GiB].
 * @param stagingLength   bytes of each of the two staging areas, a multiple of 4096, at least 8 KiB and at most
 *                        {@code fileLength} - 4096.
 * @param flushBytes      staged bytes at which a flush begins, in [1, {@code stagingLength}].
 * @param flushIntervalNs age of the oldest staged entry at which a flush begins, in nanoseconds, in [0, 60 s].
 */
public record OrderedLogConfig(int fileLength, int stagingLength, int flushBytes, long flushIntervalNs) {
    private static final int DEFAULT_FILE_LENGTH = 32 * 1024 * 1024;
    private static final int DEFAULT_STAGING_LENGTH = 16 * 1024 * 1024;
    private static final int DEFAULT_FLUSH_BYTES = 256 * 1024;
    private static final long DEFAULT_FLUSH_INTERVAL_NS = 20_000_000L;
    private static final long MAX_FLUSH_INTERVAL_NS = 60_000_000_000L;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the setting, its value and its range.
     */
    public OrderedLogConfig {
        LogSettings.checkLengths(fileLength, stagingLength);
        if (flushBytes < 1 || flushBytes > stagingLength) {
            throw new IllegalArgumentException("flushBytes " + flushBytes + " is not in [1, " + stagingLength + "]");
        }
        if (flushIntervalNs < 0 || flushIntervalNs > MAX_FLUSH_INTERVAL_NS) {
            throw new IllegalArgumentException("flushIntervalNs " + flushIntervalNs + " is not in [0, "
                + MAX_FLUSH_INTERVAL_NS + "]");
        }
    }

    /** What suits a server: files of 32 MiB, staging areas of 16 MiB, a flush at 256 KiB or after 20 ms. */
    public static OrderedLogConfig defaults() {
        return new OrderedLogConfig(DEFAULT_FILE_LENGTH, DEFAULT_STAGING_LENGTH, DEFAULT_FLUSH_BYTES,
            DEFAULT_FLUSH_INTERVAL_NS);
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
