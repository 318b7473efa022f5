package io.fleet.storage.log;

/**
 * What one log in one directory consists of, as {@link LogScan} found it.
 *
 * @param log       its name: {@code scattered}, {@code steps} or {@code ordered}.
 * @param directory index of the directory.
 * @param firstFile number of the lowest file; 0 when there is none.
 * @param lastFile  number of the highest file; 0 when there is none.
 * @param files     how many there are, without one that is created ahead.
 * @param flushes   sound flushes.
 * @param records   records in them.
 * @param bytes     of the sound flushes, padding included.
 * @param trimBelow the lowest file that was still needed when the last flush was written.
 * @param endOffset where the last sound flush of the last file ends.
 * @param closed    whether the last flush says that the log was closed in good order, and nothing follows it.
 */
public record LogSummary(String log, int directory, long firstFile, long lastFile, int files, long flushes,
                         long records, long bytes, long trimBelow, int endOffset, boolean closed) {
}
