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
    public final DiskFile file;
    private volatile String name;

    public LogFile(final long number, final long salt, final DiskFile file, final String name) {
        this.number = number;
        this.length = (int) file.length();
        this.salt = salt;
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

    public void letGo() {
        if (holders.decrementAndGet() == 0) {
            file.close();
        }
    }
}
