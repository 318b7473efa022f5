package io.fleet.verify.threads;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.FileFactory;
import io.fleet.storage.log.FileFlusher;
import io.fleet.storage.log.FlusherState;
import io.fleet.storage.log.LogFile;
import io.fleet.storage.log.LogFiles;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.LogSettings;
import io.fleet.storage.log.Staging;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.concurrent.UnsafeBuffer;

/** A flusher of a log with one file, used again: its buffers take long to make. */
final class PooledFlusher {
    private static final LogSettings SETTINGS = new LogSettings("scattered", 1, 0, LogSettings.MIN_FILE_LENGTH,
        LogSettings.MIN_STAGING_LENGTH);
    private static final Disk NAMED = (Disk) Proxy.newProxyInstance(PooledFlusher.class.getClassLoader(),
        new Class<?>[] {Disk.class}, (disk, method, arguments) -> "disk");
    private static final UnsafeBuffer BODY = new UnsafeBuffer(new byte[] {7, 7, 7, 7, 7, 7, 7, 7});
    private static final EntryMeta META = new EntryMeta();
    private static final Queue<PooledFlusher> POOL = new ConcurrentLinkedQueue<>();

    static {
        META.length = BODY.capacity();
    }

    final ClosableFile disk = new ClosableFile();
    final Staging staging = new Staging(LogSettings.MIN_STAGING_LENGTH);
    final FileFlusher flusher;
    private final LogFile file = new LogFile(1, 1, disk, "file");
    private final FlusherState tail = new FlusherState();

    private PooledFlusher() {
        final LogFiles files = new LogFiles();
        files.add(file);
        tail.startFile(file);
        flusher = new FileFlusher(NAMED, SETTINGS, new FileFactory(SETTINGS, new StorageIdentity(1, 1), NAMED), files,
            tail);
        staging.frameOffset = -1;
    }

    static PooledFlusher take() {
        final PooledFlusher flusher = POOL.poll();
        return flusher == null ? new PooledFlusher() : flusher;
    }

    /** Nothing is handed over, and the file is empty again. */
    void give() {
        flusher.taken();
        tail.startFile(file);
        staging.clear();
        staging.frameOffset = -1;
        disk.writtenByte = 0;
        POOL.add(this);
    }

    void stage() {
        staging.add(LogRecord.ENTRY, 1, 0, 1, 1, META, 0, BODY, 0);
    }
}
