package io.fleet.storage.log;

import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.DiskFile;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Looks at single records of one log in one directory by their positions, and changes nothing. It keeps the file that
 * it looked at last open. One thread.
 */
public final class LogProbe implements AutoCloseable {
    private final LogSettings settings;
    private final Disk disk;
    private final Checksum checksum = new Checksum();
    private final ExpandableArrayBuffer record = new ExpandableArrayBuffer();
    private final EntryMeta found = new EntryMeta();
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
    private DiskFile file;
    private int recordSalt;
    private long number;

    /**
     * Prepares to look.
     *
     * @param settings of the log; the lengths are not used.
     * @param disk     the directory.
     */
    public LogProbe(final LogSettings settings, final Disk disk) {
        this.settings = settings;
        this.disk = disk;
    }

    /**
     * Whether the file of a position lies below all files that are there: it has been trimmed. What is written over it
     * then has been renamed before, so ask when what was read is not sound.
     *
     * @param position of a record.
     */
    public boolean isTrimmed(final long position) {
        final List<LogFileName> names = LogRecovery.list(settings, disk);
        final long wanted = fileNumber(position, names);
        return names.stream().allMatch(name -> name.number() > wanted);
    }

    /**
     * Reads and verifies a record.
     *
     * @param position of the record.
     * @param expected names the value that it must hold.
     * @return what is wrong; null when nothing is.
     */
    public String problem(final long position, final EntryMeta expected) {
        if (!open(position)) {
            return settings.prefix() + " file " + fileNumber(position, LogRecovery.list(settings, disk))
                + " is not there";
        }
        final long wanted = LogRecord.HEADER_LENGTH + Math.max(0L, expected.length);
        if (wanted > LogSettings.MAX_FILE_LENGTH || LogPosition.offset(position) + wanted > file.length()) {
            return "the record would reach over the end of " + file.name();
        }
        record.checkLimit((int) wanted);
        final int read = file.read(LogPosition.offset(position), record, 0, (int) wanted);
        final String problem = LogRecord.problem(record, 0, read, recordSalt, checksum);
        if (problem != null) {
            return problem;
        }
        LogRecord.meta(record, 0, found);
        return found.sameValue(expected) ? null : "the record there holds " + found + ", not " + expected;
    }

    private boolean open(final long position) {
        if (file != null && LogPosition.isSameFile(LogPosition.of(settings.directory(), number, 0), position)) {
            return true;
        }
        close();
        for (int attempt = 0; attempt < 2; attempt++) {
            final List<LogFileName> names = LogRecovery.list(settings, disk);
            final long wanted = fileNumber(position, names);
            for (final LogFileName name : names) {
                if (name.number() == wanted && tryOpen(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static long fileNumber(final long position, final List<LogFileName> names) {
        return LogPosition.fileNumber(position, names.stream().mapToLong(LogFileName::number).max().orElse(0));
    }

    private boolean tryOpen(final LogFileName name) {
        try {
            file = disk.open(name.text());
            final int read = file.read(0, block, 0, FrameHeader.BLOCK);
            recordSalt = LogFile.recordSalt(FileHeader.salt(block),
                read == FrameHeader.BLOCK && FileHeader.isReused(block));
            number = name.number();
            return true;
        } catch (final StorageException e) {
            if (disk.exists(name.text())) {
                throw e;
            }
            return false;
        }
    }

    @Override
    public void close() {
        number = 0;
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
