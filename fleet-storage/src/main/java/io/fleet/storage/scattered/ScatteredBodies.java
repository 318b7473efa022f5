package io.fleet.storage.scattered;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.LogDirectory;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.ReadAhead;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/** Reads bodies of a scattered log: each by itself, or for one thread that asks for many behind each other. */
public final class ScatteredBodies {
    private static final CoverageMark RESTAMP_FOLLOWED = CoverageMark
        .named("scattered-log.restamp-followed-to-its-body");

    private final LogDirectory[] directories;
    private final List<Disk> disks;
    /** Of each directory, for one thread; null where each body is read by itself, by any thread. */
    private final ReadAhead[] pieces;

    ScatteredBodies(final LogDirectory[] directories, final List<Disk> disks, final boolean readsAhead) {
        this.directories = directories;
        this.disks = disks;
        pieces = readsAhead ? new ReadAhead[directories.length] : null;
        for (int i = 0; readsAhead && i < pieces.length; i++) {
            pieces[i] = new ReadAhead();
        }
    }

    /**
     * As {@link ScatteredLog#readBody}; by one thread, where it reads ahead.
     *
     * @param position of its record, or of a re-stamp that refers to it.
     * @param expected names the value.
     * @param target   receives the body at 0; expanded as needed.
     * @return the length of the body.
     * @throws DamagedStorageException when it is not there, is unsound, or is of another value.
     */
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        readRecord(position, expected, target);
        if (LogRecord.type(target, 0) == LogRecord.RESTAMP) {
            RESTAMP_FOLLOWED.hit();
            readRecord(LogRecord.bodyPosition(target, 0, position), expected, target);
        }
        if (LogRecord.type(target, 0) != LogRecord.ENTRY) {
            throw new DamagedStorageException(disks.get(LogPosition.directory(position)).name()
                + ": the scattered log's record at " + LogPosition.toString(position)
                + " refers to one that has no body");
        }
        System.arraycopy(target.byteArray(), LogRecord.HEADER_LENGTH, target.byteArray(), 0, expected.length);
        return expected.length;
    }

    private void readRecord(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        directory(position).readRecord(position, expected, target,
            pieces == null ? null : pieces[LogPosition.directory(position)]);
    }

    LogDirectory directory(final long position) {
        final int index = LogPosition.directory(position);
        if (index >= directories.length) {
            throw new DamagedStorageException(LogPosition.toString(position) + ": there are " + directories.length
                + " directories, the first is " + disks.get(0).name());
        }
        return directories[index];
    }
}
