package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.PatientReads;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Opens the files of one log in one directory, proves that every flush that was ever completed is there, and reports
 * its records. Only the flush behind the last sound one may be unsound: the unsynced tail of a crash, which is dropped
 * whole, and which the next flush overwrites. Everything else is damage: the log is not opened, or where its owner can
 * do without single records ({@link LostPlaces}), it is without those that cannot be read. A crash in here leaves
 * nothing that a second run would not mend.
 */
final class LogRecovery {
    private static final CoverageMark ROLL_COMPLETED = CoverageMark.named("log-recovery.roll-over-completed");
    private static final CoverageMark NEXT_DISCARDED = CoverageMark.named("log-recovery.next-file-discarded");
    private static final CoverageMark TAIL_DROPPED = CoverageMark.named("log-recovery.unsynced-tail-dropped");
    private static final CoverageMark SALVAGED = CoverageMark.named("log-recovery.went-on-behind-damage");
    private static final CoverageMark REWRITTEN = CoverageMark.named("log-recovery.last-frame-written-again");

    private final LogSettings settings;
    private final Disk disk;
    private final FileFactory factory;
    private final LogFiles files;
    private final Coverage coverage;
    private final RecordHandler handler;
    private final FrameReader reader;
    private final FrameHeader ahead = new FrameHeader();
    private final Checksum checksum = new Checksum();
    private final UnsafeBuffer block = new UnsafeBuffer(new byte[FrameHeader.BLOCK]);
    private final FlusherState tail = new FlusherState();
    /** Null where nothing may be lost. */
    private final LostPlaces lost;
    private final FrameSalvage salvage;
    private long lowest;
    /** What comes next follows something that is lost. */
    private boolean isUnchained;
    private boolean isFileDamaged;
    private boolean isFileUnread;
    /** The first place in which {@link #nextFlush} could not look; null for none. */
    private DamagedStorageException badPlace;

    LogRecovery(final LogSettings settings, final Disk disk, final FileFactory factory, final LogFiles files,
                final Coverage coverage, final RecordHandler handler, final LostPlaces lost) {
        this.settings = settings;
        this.disk = disk;
        reader = new FrameReader(disk.name());
        this.factory = factory;
        this.files = files;
        this.coverage = coverage;
        this.handler = handler;
        this.lost = lost;
        salvage = lost == null ? null : new FrameSalvage(settings, lost, this::take);
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

    FlusherState recover() {
        final TreeMap<Long, LogFileName> used = new TreeMap<>();
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

    private void recover(final TreeMap<Long, LogFileName> used, final LogFile nextFile) {
        lowest = used.isEmpty() ? 1L : used.firstKey();
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
            bear(lowest - 1, FrameHeader.BLOCK, Integer.MAX_VALUE,
                damaged(LogFileName.active(settings.prefix(), lowest - 1).text(),
                    "the file is missing; what was trimmed ends before file " + tail.trimBelow));
            tail.trimBelow = lowest;
        }
        rewriteLastFrame();
    }

    private LogFile openNext(final TreeMap<Long, LogFileName> used, final LogFileName next) {
        final boolean hasActive = !used.isEmpty() && used.lastEntry().getValue().state() == LogFileName.State.ACTIVE;
        final long expected = used.isEmpty() ? 1 : used.lastKey() + 1;
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

    private void scanUsed(final TreeMap<Long, LogFileName> used) {
        long expected = lowest;
        for (final LogFileName name : used.values()) {
            if (name.number() != expected) {
                throw damaged(LogFileName.active(settings.prefix(), expected).text(), "the file is missing; "
                    + name.text() + " is the next one");
            }
            final boolean active = name.state() == LogFileName.State.ACTIVE;
            if (active && name.number() != used.lastKey()) {
                throw damaged(name.text(), "the file was not completed though there are later ones");
            }
            final LogFile file = open(name);
            files.add(file);
            tail.startFile(file);
            if (active) {
                scanActive(file);
            } else if (isFileUnread) {
                tail.active = null;
            } else {
                scanSealed(file, name);
                tail.active = null;
            }
            expected++;
        }
    }

    /** A complete file whose header is not sound is there, and nothing of it can be read. */
    private LogFile open(final LogFileName name) {
        isFileUnread = false;
        try {
            return factory.open(name);
        } catch (final DamagedStorageException e) {
            if (name.state() != LogFileName.State.SEALED) {
                throw e;
            }
            bear(name.number(), 0, Integer.MAX_VALUE, e);
            isFileUnread = true;
            return factory.openUnread(name);
        }
    }

    private void scanSealed(final LogFile file, final LogFileName name) {
        final int end = Math.min(name.end(), file.length);
        isFileDamaged = false;
        while (tail.end < end) {
            if (!scanFrame(file)) {
                final StorageException damage = damaged(file.name(), reader.problemOffset(), reader.problem());
                final boolean wasInDoubt = tail.inDoubt;
                final int next = nextFlush(file, end);
                tail.inDoubt = wasInDoubt;
                goOnBehind(file, next > 0 ? next : end, damage);
            }
        }
        if (!isFileDamaged
            && (tail.end != name.end() || tail.minLsn != name.minLsn() || tail.maxLsn != name.maxLsn())) {
            bear(file.number, tail.end, Integer.MAX_VALUE, damaged(file.name(), tail.end,
                "the name does not say what the file holds: records " + tail.minLsn + " to " + tail.maxLsn
                    + " up to offset " + tail.end));
        }
    }

    private void scanActive(final LogFile file) {
        final boolean wasInDoubt = tail.inDoubt;
        while (tail.end < file.length) {
            if (!scanFrame(file)) {
                final int problemOffset = reader.problemOffset();
                final String problem = reader.problem();
                final int next = nextFlush(file, file.length);
                if (next == 0) {
                    if (badPlace != null) {
                        throw badPlace;
                    }
                    if (tail.inDoubt) {
                        TAIL_DROPPED.hit();
                    }
                    return;
                }
                tail.inDoubt = wasInDoubt;
                goOnBehind(file, next, damaged(file.name(), problemOffset, problem + "; flush "
                    + ahead.sequence + " at offset " + next + " proves that the one before it was durable"));
            }
        }
    }

    /** Bears that records are lost, or throws what is wrong. */
    private void bear(final long file, final int from, final int to, final StorageException damage) {
        if (lost == null) {
            throw damage;
        }
        SALVAGED.hit();
        isUnchained = true;
        lost.lose(file, from, to, damage.getMessage());
    }

    /** Takes what is left of a flush that was durable and is not sound, and goes on with the one behind it. */
    private void goOnBehind(final LogFile file, final int next, final StorageException damage) {
        if (lost == null) {
            throw damage;
        }
        SALVAGED.hit();
        salvage.read(file, tail.end, next, damage.getMessage());
        isUnchained = true;
        isFileDamaged = true;
        tail.end = next;
    }

    /**
     * Where the next sound flush header is; 0 where none is, so that this can be the unsynced tail of a crash. It is
     * not where a place is bad ({@link #badPlace}): what was written there may have been acknowledged.
     */
    private int nextFlush(final LogFile file, final int end) {
        badPlace = null;
        for (int at = tail.end; at < end; at += FrameHeader.BLOCK) {
            if (readBlock(file, at) < FrameHeader.LENGTH) {
                throw damaged(file.name(), at, "the file ends there");
            }
            if (at == tail.end) {
                tail.inDoubt = !isZero(block);
            } else if (ahead.decode(block, 0, file.number, file.salt, at, file.length, checksum) == null
                && ahead.sequence > tail.sequence) {
                return at;
            }
        }
        return 0;
    }

    private int readBlock(final LogFile file, final int at) {
        try {
            return PatientReads.read(file.file, factory.where(file.name()), at, block, 0, FrameHeader.BLOCK);
        } catch (final DamagedStorageException e) {
            badPlace = badPlace == null ? e : badPlace;
            block.setMemory(0, FrameHeader.BLOCK, (byte) 0);
            return FrameHeader.BLOCK;
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
        if (reader.header.kind == FrameHeader.LOST_PLACES && lost != null) {
            lost.onNote(reader.buffer, at, reader.header.length - at, file.number);
        }
        for (int i = 0; i < reader.header.records; i++) {
            take(reader.buffer, at, LogPosition.of(settings.directory(), file.number, offset + at));
            at = reader.next(at);
        }
        tail.frameAt(offset, length, reader.header);
        return true;
    }

    private void take(final DirectBuffer buffer, final int at, final long position) {
        final long lsn = LogRecord.lsn(buffer, at);
        tail.cover(lsn);
        coverage.add(tail.active.number, LogRecord.groupId(buffer, at), lsn, LogRecord.length(buffer, at));
        handler.onRecord(buffer, at, position);
    }

    private void checkChain(final LogFile file, final int offset) {
        final FrameHeader header = reader.header;
        final boolean first = tail.lastFile == 0;
        final boolean sound = first && lowest > 1
            ? header.previousFile > 0 && header.previousFile < lowest
            : header.sequence == tail.sequence + 1 && header.previousFile == tail.lastFile
                && header.previousEnd == tail.lastEnd && header.previousChecksum == tail.lastChecksum;
        final boolean isBehindLoss = isUnchained && header.sequence > tail.sequence;
        isUnchained = false;
        if (!sound && !isBehindLoss) {
            final StorageException damage = damaged(file.name(), offset, "flush " + header.sequence
                + " follows one that ended at offset " + header.previousEnd + " of file " + header.previousFile
                + ", but what is there is flush " + tail.sequence + " that ended at offset " + tail.lastEnd
                + " of file " + tail.lastFile);
            if (header.sequence <= tail.sequence) {
                throw damage;
            }
            bear(file.number, offset, offset, damage);
            isUnchained = false;
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
