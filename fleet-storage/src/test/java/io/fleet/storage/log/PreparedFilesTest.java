package io.fleet.storage.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** One thread that makes files, of trimmed ones too, against one that writes them full, over many files. */
class PreparedFilesTest {
    private static final int FILES = 10_000;
    private static final LogSettings SETTINGS = new LogSettings("t", 9, 0, LogSettings.MIN_FILE_LENGTH,
        LogSettings.MIN_STAGING_LENGTH);

    private final Names disk = new Names();
    private volatile boolean running = true;
    private volatile Throwable failure;

    @Test
    void shouldCreateNoFileTwice() throws Exception {
        final FileFactory factory = new FileFactory(SETTINGS, new StorageIdentity(7, 1), disk);
        final LogFiles files = new LogFiles();
        final FlusherState tail = new FlusherState();
        final LogFile first = factory.createNext(1);
        files.add(first);
        tail.startFile(first);
        final FileFlusher flusher = new FileFlusher(disk, SETTINGS, factory, files, tail);
        flusher.prepareElsewhere(() -> {});
        final Thread creator = new Thread(() -> create(flusher));
        creator.start();

        final Staging batch = new Staging(SETTINGS.stagingLength());
        final EntryMeta meta = new EntryMeta();
        final UnsafeBuffer body = new UnsafeBuffer(new byte[8]);
        meta.length = body.capacity();
        for (int lsn = 1; tail.active.number < FILES && failure == null; lsn++) {
            batch.add(LogRecord.ENTRY, 1, 0, lsn, 1, meta, 0, body, 0);
            flusher.handOver(batch);
            while (flusher.completed() == null && failure == null) {
                flusher.doWork();
                flusher.rethrowFailure();
            }
            flusher.taken();
            batch.clear();
            flusher.deleteBelow(tail.active.number - 1);
        }
        running = false;
        creator.join();
        assertEquals(null, failure);
        assertTrue(disk.created.size() >= FILES);
    }

    private void create(final FileFlusher flusher) {
        try {
            while (running) {
                flusher.prepare();
                flusher.rethrowFailure();
            }
        } catch (final RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Keeps the names of files, and nothing that is written. */
    private static final class Names implements Disk {
        final Set<String> created = ConcurrentHashMap.newKeySet();
        private final Set<String> present = ConcurrentHashMap.newKeySet();

        @Override
        public String name() {
            return "names";
        }

        @Override
        public List<String> list() {
            return List.copyOf(present);
        }

        @Override
        public boolean exists(final String file) {
            return present.contains(file);
        }

        @Override
        public DiskFile create(final String file, final long length) {
            if (!created.add(file)) {
                throw new IllegalStateException(file + " is created twice");
            }
            present.add(file);
            return new Written(file, length);
        }

        @Override
        public DiskFile open(final String file) {
            return new Written(file, SETTINGS.fileLength());
        }

        @Override
        public void rename(final String from, final String to) {
            if (to.endsWith(".next") && !created.add(to)) {
                throw new IllegalStateException(to + " is made twice");
            }
            present.remove(from);
            present.add(to);
        }

        @Override
        public void delete(final String file) {
            present.remove(file);
        }

        @Override
        public void close() {
            // nothing is held
        }
    }

    private record Written(String name, long length) implements DiskFile {
        @Override
        public void write(final long position, final DirectBuffer source, final int offset, final int count) {
            // nobody reads it
        }

        @Override
        public int read(final long position, final MutableDirectBuffer target, final int offset, final int count) {
            throw new AssertionError("nobody reads it");
        }

        @Override
        public void sync() {
            // nothing is kept
        }

        @Override
        public void close() {
            // nothing is held
        }
    }
}
