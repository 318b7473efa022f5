package io.fleet.storage.log;

import io.fleet.storage.disk.DiskFile;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One open log file. Readers of any thread hold it while they read, so that a trimmed file is closed by whoever lets go
 * of it last.
 */
public final class LogFile {
    private final AtomicInteger holders = new AtomicInteger(1);
    public final long number;
    final int length;
    final long salt;
    /** Whether the file was another one before, so that it does not hold zeros where nothing has been written. */
    final boolean isReused;
    /** What the checksums of its records carry, so that those of the file before are none; 0 where there was none. */
    final int recordSalt;
    public final DiskFile file;
    private volatile String name;

    public LogFile(final long number, final long salt, final DiskFile file, final String name) {
        this(number, salt, file, name, false);
    }

    LogFile(final long number, final long salt, final DiskFile file, final String name, final boolean isReused) {
        this.number = number;
        this.length = (int) file.length();
        this.salt = salt;
        this.isReused = isReused;
        this.recordSalt = recordSalt(salt, isReused);
        this.file = file;
        this.name = name;
    }

    public String name() {
        return name;
    }

    void renamed(final String newName) {
        name = newName;
    }

    public boolean hold() {
        int count = holders.get();
        while (count > 0) {
            if (holders.compareAndSet(count, count + 1)) {
                return true;
            }
            count = holders.get();
        }
        return false;
    }

    /** Returns whether nobody holds it any more, and nobody will: it is closed. */
    public boolean letGo() {
        final boolean isLast = holders.decrementAndGet() == 0;
        if (isLast) {
            file.close();
        }
        return isLast;
    }

    static int recordSalt(final long salt, final boolean isReused) {
        return isReused ? Long.hashCode(salt) : 0;
    }
}
