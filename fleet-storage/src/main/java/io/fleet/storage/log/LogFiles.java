package io.fleet.storage.log;

import io.fleet.storage.LogPosition;
import java.util.Arrays;

/**
 * The open files of one log in one directory, by consecutive numbers. One thread at a time changes it (the flusher's,
 * or the owner's while no flusher runs); any thread finds files in it.
 */
public final class LogFiles {
    private volatile LogFile[] files = new LogFile[0];

    /** Finds a file and holds it; null when it is not there, or not any more. */
    public LogFile hold(final long number) {
        final LogFile[] current = files;
        final long index = current.length == 0 ? -1 : number - current[0].number;
        if (index < 0 || index >= current.length) {
            return null;
        }
        final LogFile file = current[(int) index];
        return file.hold() ? file : null;
    }

    /** The number of the lowest file; 0 when there is none. */
    long lowest() {
        final LogFile[] current = files;
        return current.length == 0 ? 0 : current[0].number;
    }

    /** The number of the highest file; 0 when there is none. */
    long highest() {
        final LogFile[] current = files;
        return current.length == 0 ? 0 : current[current.length - 1].number;
    }

    /** The number of the file in which a position is. */
    long fileNumber(final long position) {
        return LogPosition.fileNumber(position, highest());
    }

    /** How many files there are. */
    int count() {
        return files.length;
    }

    /** How much space all files take. */
    long bytes() {
        long bytes = 0;
        for (final LogFile file : files) {
            bytes += file.length;
        }
        return bytes;
    }

    public void add(final LogFile file) {
        final LogFile[] current = files;
        final LogFile[] changed = Arrays.copyOf(current, current.length + 1);
        changed[current.length] = file;
        files = changed;
    }

    public LogFile removeLowest() {
        final LogFile[] current = files;
        files = Arrays.copyOfRange(current, 1, current.length);
        return current[0];
    }

    void closeAll() {
        final LogFile[] current = files;
        files = new LogFile[0];
        for (final LogFile file : current) {
            file.letGo();
        }
    }
}
