package io.fleet.storage.log;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.disk.SpareFiles;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * One log in one directory, seen by its owner: append into a staging area, hand it over, learn what became durable. All
 * methods belong to the owner's thread, except {@link #readRecord} and {@link #flusher()}. Appending and completing
 * wait for nothing, and allocate nothing once both areas were in use.
 */
public final class LogDirectory implements AutoCloseable {
    private static final CoverageMark HALF_CREATED = CoverageMark.named("log-directory.first-file-half-created");
    private static final String SET_ASIDE = "damaged-";
    private static final Pattern SET_ASIDE_BEFORE = Pattern.compile(SET_ASIDE + "(?:[0-9]+-)?(.*)");

    private final LogSettings settings;
    private final Disk disk;
    private final LogFiles files;
    private final Coverage coverage;
    private final FileFlusher flusher;
    private final boolean tailInDoubt;
    private final boolean closedBefore;
    private final long recoveredFile;
    private final int recoveredOffset;
    private final LostPlaces lost;
    private Staging filling;
    private Staging spare;
    private int inFlightBytes;
    private long lastDurableFile;
    private long trimmedBelow;

    private LogDirectory(final LogSettings settings, final Disk disk, final LogFiles files, final Coverage coverage,
                         final FileFlusher flusher, final FlusherState tail, final LostPlaces lost) {
        this.lost = lost;
        this.settings = settings;
        this.disk = disk;
        this.files = files;
        this.coverage = coverage;
        this.flusher = flusher;
        this.tailInDoubt = tail.inDoubt;
        this.closedBefore = tail.closed && !tail.inDoubt;
        this.recoveredFile = tail.active.number;
        this.recoveredOffset = tail.end;
        this.lastDurableFile = tail.lastFile;
        this.trimmedBelow = tail.trimBelow;
        this.filling = new Staging(settings.stagingLength());
        this.spare = new Staging(settings.stagingLength());
        coverage.dropBelow(trimmedBelow);
    }

    /**
     * Whether a directory has no file of the log yet that was ever written. When several directories make up a log,
     * either all of them are new or none is; a log is created by {@link #create} in each before {@link #open} of the
     * first.
     *
     * @param settings of the log.
     * @param disk     the directory.
     */
    public static boolean isNew(final LogSettings settings, final Disk disk) {
        final List<LogFileName> names = LogRecovery.list(settings, disk);
        return names.isEmpty() || names.size() == 1 && names.get(0).number() == 1
            && names.get(0).state() == LogFileName.State.NEXT;
    }

    /**
     * Whether a directory that {@link #isNew} has been prepared by {@link #create}.
     *
     * @param settings of the log.
     * @param identity of the node.
     * @param disk     the directory.
     * @return whether its first file is there with a sound header.
     */
    public static boolean isCreated(final LogSettings settings, final StorageIdentity identity, final Disk disk) {
        final List<LogFileName> names = LogRecovery.list(settings, disk);
        if (names.isEmpty()) {
            return false;
        }
        try {
            new FileFactory(settings, identity, disk).open(names.get(0)).letGo();
            return true;
        } catch (final DamagedStorageException e) {
            HALF_CREATED.hit();
            return false;
        }
    }

    /**
     * Creates the first file in a directory that {@link #isNew}.
     *
     * @param settings of the log.
     * @param identity of the node.
     * @param disk     the directory.
     */
    public static void create(final LogSettings settings, final StorageIdentity identity, final Disk disk) {
        new FileFactory(settings, identity, disk).createNext(1).letGo();
    }

    /**
     * Sets all files of the log in a directory aside, because they are damaged: they are kept under other names, which
     * start with {@code damaged-}, and the log {@link #isNew}. Spare files are deleted. A crash in the middle leaves
     * part of the files; repeat it, with {@code isReplacing} false.
     *
     * @param settings    of the log.
     * @param disk        the directory.
     * @param isReplacing whether files that were set aside before are deleted first: what they held is not missing any
     *                    more. Otherwise they may be all that is left of it, and stay; where a name is taken, the next
     *                    is {@code damaged-2-...}.
     * @return how many files were set aside.
     */
    public static int setAside(final LogSettings settings, final Disk disk, final boolean isReplacing) {
        for (final String file : disk.list()) {
            final Matcher former = SET_ASIDE_BEFORE.matcher(file);
            if (isReplacing && former.matches() && LogFileName.parse(settings.prefix(), former.group(1)) != null) {
                disk.delete(file);
            }
        }
        new SpareFiles(disk, settings.prefix()).deleteAll();
        int count = 0;
        for (final LogFileName name : LogRecovery.list(settings, disk)) {
            String target = SET_ASIDE + name.text();
            for (int i = 2; disk.exists(target); i++) {
                target = SET_ASIDE + i + "-" + name.text();
            }
            disk.rename(name.text(), target);
            count++;
        }
        return count;
    }

    /**
     * Opens and recovers the log.
     *
     * @param settings  of the log.
     * @param identity  of the node; it must be the one that wrote the files.
     * @param disk      the directory.
     * @param recovered receives every record in file order.
     * @return the log, ready for append.
     * @throws DamagedStorageException when anything that was durable is missing or unsound.
     */
    public static LogDirectory open(final LogSettings settings, final StorageIdentity identity, final Disk disk,
                                    final RecordHandler recovered) {
        return open(settings, identity, disk, recovered, null);
    }

    /**
     * Opens and recovers a log whose owner can do without single records: those that cannot be read are left out, and
     * {@link #lost()} says so.
     *
     * @param settings  of the log.
     * @param identity  of the node; it must be the one that wrote the files.
     * @param disk      the directory.
     * @param recovered receives every record that is sound, in file order.
     * @return the log, ready for append after {@link #noteLost()}.
     * @throws DamagedStorageException when so much is missing or unsound that the log cannot go on behind it.
     */
    public static LogDirectory openDespiteLoss(final LogSettings settings, final StorageIdentity identity,
                                               final Disk disk, final RecordHandler recovered) {
        return open(settings, identity, disk, recovered, new LostPlaces());
    }

    private static LogDirectory open(final LogSettings settings, final StorageIdentity identity, final Disk disk,
                                     final RecordHandler recovered, final LostPlaces lost) {
        final LogFiles files = new LogFiles();
        final Coverage coverage = new Coverage();
        final FileFactory factory = new FileFactory(settings, identity, disk);
        boolean opened = false;
        try {
            final FlusherState tail = new LogRecovery(settings, disk, factory, files, coverage, recovered, lost)
                .recover();
            final FileFlusher flusher = new FileFlusher(disk, settings, factory, files, tail);
            opened = true;
            return new LogDirectory(settings, disk, files, coverage, flusher, tail, lost);
        } finally {
            if (!opened) {
                files.closeAll();
            }
        }
    }

    /**
     * What was found to be lost by {@link #openDespiteLoss}, other than what the log says itself ({@link #noteLost}).
     *
     * @return one place of it, for people; null when nothing is.
     */
    public String lost() {
        return lost == null ? null : lost.news();
    }

    /**
     * Has the log say durably which of its records are lost: these are no news any more when it is opened again. On
     * the thread that opens it, when what follows from {@link #lost()} is durable elsewhere. What cannot be said for
     * want of space is news again.
     */
    public void noteLost() {
        if (lost != null && lost.isNoteDue(files.lowest())) {
            flusher.note(lost);
        }
    }

    /**
     * Stages a record.
     *
     * @param type         one of {@link LogRecord}.
     * @param groupId      of the record.
     * @param storageGroup of the record.
     * @param lsn          of the record.
     * @param ballot       of the record.
     * @param meta         names the value.
     * @param bodyPosition where the body is, when the record does not carry it; otherwise 0.
     * @param body         holds the body of an {@link LogRecord#ENTRY}; copied before the return.
     * @param offset       of the body.
     * @return false when there is no room now.
     * @throws IllegalArgumentException when the body can never fit.
     */
    public boolean append(final int type, final int groupId, final int storageGroup, final long lsn,
                          final long ballot, final EntryMeta meta, final long bodyPosition, final DirectBuffer body,
                          final int offset) {
        final int bodyLength = type == LogRecord.ENTRY ? meta.length : 0;
        if (bodyLength < 0 || bodyLength > LogSettings.maxBodyLength(settings.stagingLength())) {
            throw new IllegalArgumentException("body length " + bodyLength + " of group " + groupId + " lsn " + lsn
                + " is not in [0, " + LogSettings.maxBodyLength(settings.stagingLength())
                + "]; stagingLength " + settings.stagingLength() + " sets the bound");
        }
        if (!filling.fits(bodyLength)) {
            return false;
        }
        filling.add(type, groupId, storageGroup, lsn, ballot, meta, bodyPosition, body, offset);
        return true;
    }

    /**
     * Whether a record fits now.
     *
     * @param bodyLength of its body.
     * @return whether {@link #append} would take it.
     */
    public boolean fits(final int bodyLength) {
        return filling.fits(bodyLength);
    }

    /**
     * How much waits to become durable.
     *
     * @return bytes that are staged or handed over.
     */
    public int pendingBytes() {
        return stagedBytes() + inFlightBytes;
    }

    /**
     * How much waits to be handed over.
     *
     * @return bytes that are staged.
     */
    public int stagedBytes() {
        return filling.length - FrameHeader.LENGTH;
    }

    /**
     * Reports the records that became durable since the last call.
     *
     * @param durable receives each of them, in the order of appending.
     * @return how many.
     * @throws StorageException when the flusher failed; fatal.
     */
    public int complete(final RecordHandler durable) {
        flusher.rethrowFailure();
        final Staging done = flusher.completed();
        if (done == null) {
            return 0;
        }
        final int count = done.records;
        final DirectBuffer frame = done.buffer();
        int at = FrameHeader.LENGTH;
        for (int i = 0; i < count; i++) {
            coverage.add(done.fileNumber, LogRecord.groupId(frame, at), LogRecord.lsn(frame, at),
                LogRecord.length(frame, at));
            durable.onRecord(frame, at,
                LogPosition.of(settings.directory(), done.fileNumber, (long) done.frameOffset + at));
            at += LogRecord.alignedLength(LogRecord.length(frame, at) - LogRecord.HEADER_LENGTH);
        }
        lastDurableFile = done.fileNumber;
        done.clear();
        spare = done;
        inFlightBytes = 0;
        flusher.taken();
        return count;
    }

    /**
     * Hands what is staged to the flusher, when it is idle.
     *
     * @return whether anything was handed over.
     */
    public boolean handOver() {
        if (filling.isEmpty() || !flusher.isIdle()) {
            return false;
        }
        final Staging filled = filling;
        filling = spare;
        spare = null;
        inFlightBytes = filled.length;
        flusher.handOver(filled);
        return true;
    }

    /** Whether the disk is full: a flush waits for a new file. */
    public boolean isFull() {
        return flusher.isFull();
    }

    /**
     * Whether recovery dropped something behind the last sound flush: the unsynced tail of a crash as a rule, but the
     * last flush that was acknowledged cannot be told from it when the medium damaged exactly that one. What it held is
     * unknown, not absent (rule S15).
     */
    public boolean isTailInDoubt() {
        return tailInDoubt;
    }

    /**
     * Whether the log had been closed in good order when this was opened: nothing that it ever held can be missing at
     * its end, unless a device lost that write too.
     */
    public boolean wasClosed() {
        return closedBefore;
    }

    /**
     * Whether a position lies at or behind where the log ended when it was opened: every record that it held is below.
     *
     * @param position of a record in this directory.
     */
    public boolean isBehindRecoveredEnd(final long position) {
        final long file = LogPosition.fileNumber(position, recoveredFile);
        return file > recoveredFile || file == recoveredFile && LogPosition.offset(position) >= recoveredOffset;
    }

    /**
     * Where the log ended when it was opened.
     *
     * @return the place, for messages.
     */
    public String recoveredEnd() {
        return "directory " + settings.directory() + " file " + recoveredFile + " offset " + recoveredOffset;
    }

    /**
     * The file in which a position is.
     *
     * @param position of a record in this directory.
     * @return its number.
     */
    public long fileNumber(final long position) {
        return files.fileNumber(position);
    }

    /**
     * Whether the file of a position has been given up by {@link #trim}, in this run or one before.
     *
     * @param position of a record in this directory.
     */
    public boolean isTrimmed(final long position) {
        return files.fileNumber(position) < trimmedBelow;
    }

    /**
     * Has the flusher delete the lowest files, as far as all of their records are trimmed.
     *
     * @param trimmedUpToOfGroup from a group to the LSN up to which its records are not needed any more.
     */
    public void trim(final LongUnaryOperator trimmedUpToOfGroup) {
        trim(trimmedUpToOfGroup, lastDurableFile);
    }

    /**
     * Names the groups for whose sake alone the lowest file stays, where most of what the files hold is of others.
     *
     * @param trimmedUpToOfGroup as for {@link #trim(LongUnaryOperator)}.
     * @param leastFiles         with fewer files nobody is named.
     * @param holdingUp          takes the id of each.
     */
    public void heldUpBy(final LongUnaryOperator trimmedUpToOfGroup, final int leastFiles,
                         final LongConsumer holdingUp) {
        coverage.heldUpBy(trimmedUpToOfGroup, leastFiles, holdingUp);
    }

    /**
     * As {@link #trim(LongUnaryOperator)}, but no file from a number on.
     *
     * @param trimmedUpToOfGroup from a group to the LSN up to which its records are not needed any more.
     * @param limit              the lowest file that stays, whatever it holds.
     */
    public void trim(final LongUnaryOperator trimmedUpToOfGroup, final long limit) {
        final long below = coverage.trimmableBelow(trimmedUpToOfGroup, Math.min(limit, lastDurableFile));
        if (below > trimmedBelow) {
            trimmedBelow = below;
            coverage.dropBelow(below);
            flusher.deleteBelow(below);
        }
    }

    /**
     * Reads and verifies one record. Any thread.
     *
     * @param position of the record.
     * @param expected names the value it must hold.
     * @param target   receives the record at 0; expanded as needed.
     * @throws DamagedStorageException when the record is not there, is unsound, or holds another value.
     */
    public void readRecord(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        readRecord(position, expected, target, null);
    }

    /**
     * As {@link #readRecord(long, EntryMeta, ExpandableArrayBuffer)}; it may be in a piece that was read before.
     *
     * @param position of the record.
     * @param expected names the value it must hold.
     * @param target   receives the record at 0; expanded as needed.
     * @param ahead    of the caller's thread; null for none.
     * @throws DamagedStorageException when the record is not there, is unsound, or holds another value.
     */
    public void readRecord(final long position, final EntryMeta expected, final ExpandableArrayBuffer target,
                           final ReadAhead ahead) {
        final int wanted = LogRecord.HEADER_LENGTH + Math.max(0, expected.length);
        target.checkLimit(wanted);
        final long offset = LogPosition.offset(position);
        final LogFile file = files.hold(files.fileNumber(position));
        if (file == null) {
            throw new DamagedStorageException(disk.name() + ": " + settings.prefix() + " file "
                + files.fileNumber(position) + " is not there any more");
        }
        try {
            final boolean isInFile = offset >= FrameHeader.BLOCK && offset <= file.length;
            if (ahead != null && isInFile && ahead.copy(file, offset, wanted, expected, target)) {
                return;
            }
            final int read = isInFile ? file.file.read(offset, target, 0, wanted) : 0;
            final String problem = LogRecord.problem(target, 0, read, file.recordSalt, new Checksum());
            if (problem != null) {
                throw damaged(file, offset, problem);
            }
            final EntryMeta found = LogRecord.meta(target, 0, new EntryMeta());
            if (!found.sameValue(expected)) {
                throw damaged(file, offset, "the record holds " + found + ", not " + expected);
            }
        } finally {
            file.letGo();
        }
    }

    /**
     * Reads and verifies whole frames, in the order of the log. For the owner's thread.
     *
     * @return a cursor of its own.
     */
    public LogCursor cursor() {
        return new LogCursor(settings, disk, files);
    }

    /**
     * The lowest file that has not been given up by {@link #trim}.
     *
     * @return its number, from 1.
     */
    public long lowestFile() {
        return trimmedBelow;
    }

    /**
     * The file that holds the newest durable record.
     *
     * @return its number; 0 when there is none.
     */
    public long lastDurableFile() {
        return lastDurableFile;
    }

    /** Who writes. */
    public Flusher flusher() {
        return flusher;
    }

    /**
     * Writes and syncs what is staged, writes the frame of a clean close, closes the files. The flusher has stopped.
     */
    @Override
    public void close() {
        close(true);
    }

    /** As {@link #close()}, but without that frame: what this run wrote is in doubt at the next start. */
    public void closeInDoubt() {
        close(false);
    }

    private void close(final boolean inGoodOrder) {
        try {
            flusher.finish(filling, inGoodOrder);
        } finally {
            flusher.closeFiles();
        }
    }

    /** Closes the files and writes nothing: opening failed elsewhere. No flusher has run. */
    public void abandon() {
        flusher.closeFiles();
    }

    private StorageException damaged(final LogFile file, final long offset, final String what) {
        return new DamagedStorageException(disk.name() + "/" + file.name() + " at offset " + offset + ": " + what);
    }
}
