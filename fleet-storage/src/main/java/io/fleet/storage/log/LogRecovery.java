package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.mark.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Opens the files of one log in one directory, proves that every flush that was ever completed is there, and reports
 * its records. Only the flush behind the last sound one may be unsound: the unsynced tail of a crash, which is dropped
 * whole, and which the next flush overwrites. Everything else is damage. A crash in here leaves nothing that a second
 * run would not mend.
 */
final class LogRecovery {
    private static final Mark ROLL_COMPLETED = Mark.named("log-recovery.roll-over-completed");
    private static final Mark NEXT_DISCARDED = Mark.named("log-recovery.next-file-discarded");
    private static final Mark TAIL_DROPPED = Mark.named("log-recovery.unsynced-tail-dropped");
    private static final Mark REWRITTEN = Mark.named("log-recovery.last-frame-written-again");

    private final LogSettings settings;
    private final Disk disk;
    private final FileFactory factory;
    private final LogFiles files;
    private final Coverage coverage;
    private final RecordHandler handler;
    private final FrameReader reader = new FrameReader();
    private final LogTail tail = new LogTail();
    private int lowest;

    LogRecovery(final LogSettings settings, final Disk disk, final FileFactory factory, final LogFiles files,
                final Coverage coverage, final RecordHandler handler) {
        this.settings = settings;
        this.disk = disk;
        this.factory = factory;
        this.files = files;
        this.coverage = coverage;
        this.handler = handler;
    }

    /** Names of this log's files in a directory. */
    static List<LogFileName> list(final LogSettings settings, final Disk disk) {
        final List<LogFileName> names = new ArrayList<>();
        for (final String text : disk.list()) {
            final LogFileName name = LogFileName.parse(settings.prefix(), text);
            if (name != null) {
                names.add(name);
            }
        }
        return names;
    }

    LogTail recover() {
        final TreeMap<Integer, LogFileName> used = new TreeMap<>();
        LogFileName next = null;
        for (final LogFileName name : list(settings, disk)) {
            if (name.state() == LogFileName.State.NEXT) {
                next = name;
            } else {
                final LogFileName other = used.put(name.number(), name);
                if (other != null) {
                    throw damaged(name.text(), "the same file number as " + other.text());
                }
            }
        }
        final LogFile nextFile = openNext(used, next);
        boolean recovered = false;
        try {
            recover(used, nextFile);
            recovered = true;
            return tail;
        } finally {
            if (!recovered && nextFile != null && tail.active != nextFile) {
                nextFile.letGo();
            }
        }
    }

    private void recover(final TreeMap<Integer, LogFileName> used, final LogFile nextFile) {
        lowest = used.isEmpty() ? 1 : used.firstKey();
        scanUsed(used);
        if (tail.active == null) {
            if (!used.isEmpty()) {
                ROLL_COMPLETED.hit();
            }
            factory.activate(nextFile);
            files.add(nextFile);
            tail.startFile(nextFile);
        } else {
            tail.next = nextFile;
        }
        if (lowest > tail.trimBelow) {
            throw damaged(LogFileName.active(settings.prefix(), lowest - 1).text(),
                "the file is missing; what was trimmed ends before file " + tail.trimBelow);
        }
        rewriteLastFrame();
    }

    private LogFile openNext(final TreeMap<Integer, LogFileName> used, final LogFileName next) {
        final boolean hasActive = !used.isEmpty() && used.lastEntry().getValue().state() == LogFileName.State.ACTIVE;
        final int expected = used.isEmpty() ? 1 : used.lastKey() + 1;
        if (next == null && !hasActive || next != null && next.number() != expected) {
            throw damaged(LogFileName.active(settings.prefix(), hasActive ? next.number() - 1 : expected).text(),
                "the file is missing");
        }
        if (next == null) {
            return null;
        }
        try {
            final LogFile file = factory.open(next);
            if (!hasActive || file.length - FrameHeader.BLOCK >= settings.stagingLength()) {
                return file;
            }
            file.letGo();
        } catch (final DamagedStorageException e) {
            if (!hasActive) {
                throw e;
            }
        }
        NEXT_DISCARDED.hit();
        disk.delete(next.text());
        return null;
    }

    private void scanUsed(final TreeMap<Integer, LogFileName> used) {
        int expected = lowest;
        for (final LogFileName name : used.values()) {
            if (name.number() != expected) {
                throw damaged(LogFileName.active(settings.prefix(), expected).text(), "the file is missing; "
                    + name.text() + " is the next one");
            }
            final boolean active = name.state() == LogFileName.State.ACTIVE;
            if (active && name.number() != used.lastKey()) {
                throw damaged(name.text(), "the file was not completed though there are later ones");
            }
            final LogFile file = factory.open(name);
            files.add(file);
            tail.startFile(file);
            if (active) {
                scanActive(file);
            } else {
                scanSealed(file, name);
                tail.active = null;
            }
            expected++;
        }
    }

    private void scanSealed(final LogFile file, final LogFileName name) {
        while (tail.end < name.end()) {
            if (!scanFrame(file)) {
                throw damaged(file.name(), reader.problemOffset(), reader.problem());
            }
        }
        if (tail.end != name.end() || tail.minLsn != name.minLsn() || tail.maxLsn != name.maxLsn()) {
            throw damaged(file.name(), tail.end, "the name does not say what the file holds: records " + tail.minLsn
                + " to " + tail.maxLsn + " up to offset " + tail.end);
        }
    }

    private void scanActive(final LogFile file) {
        while (tail.end < file.length) {
            if (!scanFrame(file)) {
                checkDropped(file, reader.problemOffset(), reader.problem());
                return;
            }
        }
    }

    /** Whether what lies behind the last sound frame can be the unsynced tail of a crash; throws when it cannot. */
    private void checkDropped(final LogFile file, final int problemOffset, final String problem) {
        final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
        final FrameHeader header = new FrameHeader();
        final Checksum checksum = new Checksum();
        for (int at = tail.end; at < file.length; at += FrameHeader.BLOCK) {
            if (file.file.read(at, block, 0, FrameHeader.BLOCK) < FrameHeader.LENGTH) {
                throw damaged(file.name(), at, "the file ends there");
            }
            if (at == tail.end) {
                tail.inDoubt = !isZero(block);
                if (tail.inDoubt) {
                    TAIL_DROPPED.hit();
                }
            } else if (header.decode(block, 0, file.salt, at, file.length, checksum) == null
                && header.sequence > tail.sequence) {
                throw damaged(file.name(), problemOffset, problem + "; flush " + header.sequence + " at offset " + at
                    + " proves that the one before it was durable");
            }
        }
    }

    private boolean scanFrame(final LogFile file) {
        final int offset = tail.end;
        final int length = reader.read(file, offset);
        if (length == 0) {
            return false;
        }
        checkChain(file, offset);
        int at = FrameHeader.LENGTH;
        for (int i = 0; i < reader.header.records; i++) {
            final long lsn = LogRecord.lsn(reader.buffer, at);
            tail.cover(lsn);
            coverage.add(file.number, LogRecord.groupId(reader.buffer, at), lsn);
            handler.onRecord(reader.buffer, at, LogPosition.of(settings.directory(), file.number, offset + at));
            at = reader.next(at);
        }
        tail.frameAt(offset, length, reader.header);
        return true;
    }

    private void checkChain(final LogFile file, final int offset) {
        final FrameHeader header = reader.header;
        final boolean first = tail.lastFile == 0;
        final boolean sound = first && lowest > 1
            ? header.previousFile > 0 && header.previousFile < lowest
            : header.sequence == tail.sequence + 1 && header.previousFile == tail.lastFile
                && header.previousEnd == tail.lastEnd && header.previousChecksum == tail.lastChecksum;
        if (!sound) {
            throw damaged(file.name(), offset, "flush " + header.sequence + " follows one that ended at offset "
                + header.previousEnd + " of file " + header.previousFile + ", but what is there is flush "
                + tail.sequence + " that ended at offset " + tail.lastEnd + " of file " + tail.lastFile);
        }
    }

    /**
     * Writes the last frame once more and syncs: when a sync failed before the process ended, the page cache may hold
     * the frame as clean though the device never got it. Only the last frame can be concerned, because a failed sync
     * ends the flusher.
     */
    private void rewriteLastFrame() {
        if (tail.lastFile != tail.active.number) {
            return;
        }
        final int length = reader.read(tail.active, tail.lastOffset);
        if (length == 0) {
            throw damaged(tail.active.name(), reader.problemOffset(), reader.problem());
        }
        REWRITTEN.hit();
        tail.active.file.write(tail.lastOffset, reader.buffer, 0, reader.header.length);
        tail.active.file.sync();
    }

    static boolean isZero(final UnsafeBuffer block) {
        for (int i = 0; i < FrameHeader.BLOCK; i += Long.BYTES) {
            if (block.getLong(i) != 0) {
                return false;
            }
        }
        return true;
    }

    private StorageException damaged(final String file, final String what) {
        return new DamagedStorageException(factory.where(file) + ": " + what);
    }

    private StorageException damaged(final String file, final int offset, final String what) {
        return new DamagedStorageException(factory.where(file) + " at offset " + offset + ": " + what);
    }
}
