package io.fleet.storage.log;

import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;

/** Directories of logs that are old: all files below a number were trimmed long ago. */
public final class LateLog {
    private LateLog() {
    }

    /**
     * Writes the one file that is left of a log: it says that what was before it is trimmed.
     *
     * @param settings of the log.
     * @param identity of the node.
     * @param disk     an empty directory.
     * @param number   of the file, above 1.
     */
    public static void begin(final LogSettings settings, final StorageIdentity identity, final Disk disk,
                             final long number) {
        final FileFactory factory = new FileFactory(settings, identity, disk);
        final LogFiles files = new LogFiles();
        final LogFile file = factory.createNext(number);
        factory.activate(file);
        files.add(file);
        final FlusherState tail = new FlusherState();
        tail.startFile(file);
        tail.sequence = 8 * number;
        tail.lastFile = number - 1;
        tail.lastEnd = settings.fileLength();
        tail.lastChecksum = 0x1234_5678;
        tail.trimBelow = number - 1;
        final FileFlusher flusher = new FileFlusher(disk, settings, factory, files, tail);
        flusher.deleteBelow(number);
        flusher.doWork();
        flusher.rethrowFailure();
        flusher.closeFiles();
    }
}
