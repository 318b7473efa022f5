package io.fleet.storage.scattered;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.HighestPositions;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.log.LogDirectory;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.LogSettings;
import io.fleet.storage.log.RecordHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The durable, unordered store of a storage node: for each (group, lsn, ballot) the value that was accepted, over one
 * or more directories, each on a disk and with a {@link Flusher} of its own.
 *
 * <p>Threads: one owner, which never waits for a disk; {@link #readBody} and {@link #flushers()} from any thread.
 */
public final class ScatteredLog implements AutoCloseable {
    private static final CoverageMark DIRECTORY_LOST = CoverageMark.named("scattered-log.directory-begun-anew");
    private static final CoverageMark OLDER_BACK = CoverageMark.named("scattered-log.older-directory-is-back");
    private static final CoverageMark LOSS_TOLD = CoverageMark.named("scattered-log.loss-told");
    private static final CoverageMark END_LOST = CoverageMark.named("scattered-log.confirmed-end-missing");

    private final LogDirectory[] directories;
    private final ScatteredBodies bodies;
    private final List<Disk> disks;
    private final boolean isNew;
    private final int maxBodyLength;
    private final RecordHandler onCompleted = this::onCompleted;
    private DurableHandler durable;
    private int nextDirectory;

    private ScatteredLog(final LogDirectory[] directories, final List<Disk> disks, final boolean isNew,
                         final int maxBodyLength) {
        this.directories = directories;
        bodies = new ScatteredBodies(directories, disks, false);
        this.disks = disks;
        this.isNew = isNew;
        this.maxBodyLength = maxBodyLength;
    }

    /**
     * Opens the log and recovers all files; it is ready for append then.
     *
     * @param config    sizes.
     * @param identity  of the node.
     * @param disks     one per directory, always in the same order; their order is part of every position.
     * @param recovered receives each record, per directory in file order.
     * @return the log; it does not own the disks.
     * @throws io.fleet.storage.ForeignStorageException when a directory belongs to another node, or the order has
     * changed.
     * @throws DamagedStorageException when anything that was durable is missing or unsound (rule S15).
     */
    public static ScatteredLog open(final ScatteredLogConfig config, final StorageIdentity identity,
                                    final List<Disk> disks, final ScatteredRecordHandler recovered) {
        return open(config, identity, disks, recovered, null);
    }

    /**
     * Opens a log of which single records may be missing, because all whose records it has get them from others: what
     * is sound is kept, wherever the damage is, and a directory that is missing is begun anew. Damage that was told
     * before is not told again.
     *
     * @param config    sizes.
     * @param identity  of the node.
     * @param disks     one per directory, always in the same order; their order is part of every position.
     * @param recovered receives each record that is sound, per directory in file order.
     * @param losses    told of what is lost; what follows from it is durable when it returns.
     * @return the log; it does not own the disks.
     * @throws io.fleet.storage.ForeignStorageException when a directory belongs to another node, or the order has
     * changed.
     * @throws DamagedStorageException when a directory cannot go on behind its damage.
     */
    public static ScatteredLog openDespiteLoss(final ScatteredLogConfig config, final StorageIdentity identity,
                                               final List<Disk> disks, final ScatteredRecordHandler recovered,
                                               final LossHandler losses) {
        final ScatteredLog log = open(config, identity, disks, recovered, losses);
        boolean isTold = false;
        try {
            final String lost = log.lost();
            if (lost != null) {
                LOSS_TOLD.hit();
                losses.onLost(lost);
            }
            for (final LogDirectory directory : log.directories) {
                directory.noteLost();
            }
            isTold = true;
            return log;
        } finally {
            if (!isTold) {
                log.abandon();
            }
        }
    }

    private String lost() {
        for (final LogDirectory directory : directories) {
            if (directory.lost() != null) {
                return directory.lost();
            }
        }
        return null;
    }

    private static ScatteredLog open(final ScatteredLogConfig config, final StorageIdentity identity,
                                     final List<Disk> disks, final ScatteredRecordHandler recovered,
                                     final LossHandler losses) {
        if (disks.isEmpty() || disks.size() > LogPosition.MAX_DIRECTORY + 1) {
            throw new IllegalArgumentException("number of disks " + disks.size() + " is not in [1, "
                + (LogPosition.MAX_DIRECTORY + 1) + "]");
        }
        final boolean isNew = createWhereNew(config, identity, disks, losses);
        final EntryMeta meta = new EntryMeta();
        final HighestPositions referred = new HighestPositions();
        final RecordHandler handler = (buffer, offset, position) -> recovered.onRecord(
            LogRecord.groupId(buffer, offset), LogRecord.lsn(buffer, offset), LogRecord.ballot(buffer, offset),
            LogRecord.storageGroup(buffer, offset), LogRecord.meta(buffer, offset, meta),
            referred.note(LogRecord.bodyPosition(buffer, offset, position)));
        final List<LogDirectory> opened = new ArrayList<>();
        try {
            for (int i = 0; i < disks.size(); i++) {
                opened.add(losses == null ? LogDirectory.open(settings(config, i), identity, disks.get(i), handler)
                    : LogDirectory.openDespiteLoss(settings(config, i), identity, disks.get(i), handler));
            }
            final ScatteredLog log = new ScatteredLog(opened.toArray(new LogDirectory[0]), List.copyOf(disks), isNew,
                config.maxBodyLength());
            log.requireReached(referred, "a re-stamp");
            return log;
        } catch (final RuntimeException e) {
            opened.forEach(LogDirectory::abandon);
            throw e;
        }
    }

    /**
     * Stages a record in the directory that has the least to write. Never blocks.
     *
     * @param groupId      of the entry.
     * @param lsn          of the entry, at least 1.
     * @param ballot       at which it is accepted.
     * @param storageGroup of the entry.
     * @param meta         names the value.
     * @param body         holds the body of {@code meta.length} bytes; copied before the return; null where there is
     *                     none.
     * @param offset       of the body.
     * @return false when all staging areas, or all disks, are full: try again in the next cycle.
     * @throws IllegalArgumentException when the body is longer than {@link ScatteredLogConfig#maxBodyLength()}.
     */
    public boolean append(final int groupId, final long lsn, final long ballot, final int storageGroup,
                          final EntryMeta meta, final DirectBuffer body, final int offset) {
        if (meta.length < 0 || meta.length > maxBodyLength) {
            throw new IllegalArgumentException("body length " + meta.length + " of group " + groupId + " lsn " + lsn
                + " is not in [0, " + maxBodyLength + "]; stagingLength of the scattered log sets the bound");
        }
        final LogDirectory directory = choose(meta.length);
        return directory != null
            && directory.append(LogRecord.ENTRY, groupId, storageGroup, checked(lsn), ballot, meta, 0, body, offset);
    }

    /**
     * How long a body may be.
     *
     * @return bytes: {@link ScatteredLogConfig#maxBodyLength()}.
     */
    public int maxBodyLength() {
        return maxBodyLength;
    }

    /**
     * Stages a re-stamp: the value that is durable at {@code bodyPosition} is accepted at a new ballot (rule S5). No
     * body is written again.
     *
     * @param groupId      of the entry.
     * @param lsn          of the entry, at least 1.
     * @param ballot       at which it is accepted now.
     * @param storageGroup of the entry.
     * @param meta         names the value, the same as that of the record at {@code bodyPosition}.
     * @param bodyPosition where the body is, as {@link DurableHandler} or {@link ScatteredRecordHandler} told it.
     * @return false when all staging areas, or all disks, are full: try again in the next cycle.
     */
    public boolean restamp(final int groupId, final long lsn, final long ballot, final int storageGroup,
                           final EntryMeta meta, final long bodyPosition) {
        if (bodyPosition == 0) {
            throw new IllegalArgumentException("bodyPosition of group " + groupId + " lsn " + lsn
                + " is 0: a re-stamp needs a durable record to refer to");
        }
        final LogDirectory directory = choose(0);
        return directory != null && directory.append(LogRecord.RESTAMP, groupId, storageGroup, checked(lsn), ballot,
            meta, bodyPosition, null, 0);
    }

    /**
     * Reports the records that became durable since the last call, and hands staged records to idle flushers.
     *
     * @param handler receives each durable record.
     * @return how many.
     * @throws StorageException when a flusher failed: fatal for the node.
     */
    public int poll(final DurableHandler handler) {
        durable = handler;
        int count = 0;
        for (final LogDirectory directory : directories) {
            count += directory.complete(onCompleted);
            directory.handOver();
        }
        return count;
    }

    /**
     * Whether every disk is full right now: its flush waits for space for a new file. Nothing is lost; {@link #append}
     * returns false until there is space again, which is tried from time to time.
     */
    public boolean isFull() {
        for (final LogDirectory directory : directories) {
            if (!directory.isFull()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Reads and verifies a body. Any thread.
     *
     * @param position of its record, or of a re-stamp that refers to it.
     * @param expected names the value.
     * @param target   receives the body at 0; expanded as needed.
     * @return the length of the body.
     * @throws DamagedStorageException when it is not there, is unsound, or is of another value.
     */
    public int readBody(final long position, final EntryMeta expected, final ExpandableArrayBuffer target) {
        return bodies.readBody(position, expected, target);
    }

    /**
     * Reads bodies for one thread that asks for many which lie behind each other.
     *
     * @return a reader of its own.
     */
    public ScatteredBodies bodiesInOrder() {
        return new ScatteredBodies(directories, disks, true);
    }

    /**
     * Requires that the log held, when it was opened, all that somebody refers to. References are made to what is
     * durable only, so one beyond the end proves that the end is lost, though it looks like a write that a crash cut
     * short (rule S15).
     *
     * @param referred the highest positions that are referred to.
     * @param by       who refers to them, for the message.
     * @throws DamagedStorageException when the log ends before.
     */
    public void requireReached(final HighestPositions referred, final String by) {
        for (int i = 0; i <= LogPosition.MAX_DIRECTORY; i++) {
            final long position = referred.in(i);
            if (position == 0) {
                continue;
            }
            final LogDirectory directory = bodies.directory(position);
            if (directory.isBehindRecoveredEnd(position)) {
                END_LOST.hit();
                throw new DamagedStorageException(disks.get(i).name() + ": the scattered log ends at "
                    + directory.recoveredEnd() + ", but " + by + " refers to a record at "
                    + LogPosition.toString(position) + ": writes that the disk had confirmed are missing");
            }
        }
    }

    /**
     * Lets go of what is not needed any more: whole files, the lowest first, all of whose records are at or below the
     * trim LSN of their group (FL-05). The flushers delete them.
     *
     * @param trimmedUpToOfGroup from a group to its trim LSN.
     */
    public void trim(final LongUnaryOperator trimmedUpToOfGroup) {
        for (final LogDirectory directory : directories) {
            directory.trim(trimmedUpToOfGroup);
        }
    }

    /**
     * Names the groups that keep a directory from being trimmed: its lowest file stays for their sake alone, though
     * most of what the directory holds is of others.
     *
     * @param trimmedUpToOfGroup from a group to its trim LSN.
     * @param leastFiles         of a directory with fewer files nobody is named.
     * @param holdingUp          takes the id of each; of one group more than once where it does so in several.
     */
    public void heldUpBy(final LongUnaryOperator trimmedUpToOfGroup, final int leastFiles,
                         final LongConsumer holdingUp) {
        for (final LogDirectory directory : directories) {
            directory.heldUpBy(trimmedUpToOfGroup, leastFiles, holdingUp);
        }
    }

    /**
     * Whether the record at a position was let go of by {@link #trim}, in this run or one before.
     *
     * @param position of a record.
     * @return whether it cannot be read any more.
     */
    public boolean isTrimmed(final long position) {
        return bodies.directory(position).isTrimmed(position);
    }

    /**
     * Who writes.
     *
     * @return one flusher per directory.
     */
    public List<Flusher> flushers() {
        final List<Flusher> flushers = new ArrayList<>();
        for (final LogDirectory directory : directories) {
            flushers.add(directory.flusher());
        }
        return flushers;
    }

    /** Whether no directory held a log when this one was opened. */
    public boolean isNew() {
        return isNew;
    }

    /**
     * Whether recovery dropped bytes behind the last sound flush of a directory: what they held is unknown, not absent
     * (S15).
     */
    public boolean isTailInDoubt() {
        for (final LogDirectory directory : directories) {
            if (directory.isTailInDoubt()) {
                return true;
            }
        }
        return false;
    }

    /** Whether the log had been closed in good order, in all directories, when this was opened. */
    public boolean wasClosed() {
        for (final LogDirectory directory : directories) {
            if (!directory.wasClosed()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether no directory holds a log, without opening it. A voter that finds this has lost its log (rule S15).
     *
     * @param config sizes.
     * @param disks  one per directory.
     */
    public static boolean isNew(final ScatteredLogConfig config, final List<Disk> disks) {
        for (int i = 0; i < disks.size(); i++) {
            if (!LogDirectory.isNew(settings(config, i), disks.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Sets the log aside in all directories, because it is damaged ({@link LogDirectory#setAside}).
     *
     * @param config      sizes.
     * @param disks       one per directory.
     * @param isReplacing whether what was set aside before is deleted.
     * @return how many files were set aside.
     */
    public static int setAside(final ScatteredLogConfig config, final List<Disk> disks, final boolean isReplacing) {
        int count = 0;
        for (int i = 0; i < disks.size(); i++) {
            count += LogDirectory.setAside(settings(config, i), disks.get(i), isReplacing);
        }
        return count;
    }

    /** Closes the files and writes nothing: what else the node needs could not be opened. No flusher has run. */
    public void abandon() {
        for (final LogDirectory directory : directories) {
            directory.abandon();
        }
    }

    /**
     * Writes what is staged, syncs, and marks a clean close. On the owner's thread, after the flushers have stopped.
     * What this makes durable is not reported any more. The files are closed even when it throws.
     */
    @Override
    public void close() {
        closeAll(LogDirectory::close);
    }

    /** As {@link #close()}, but without the mark: what this run wrote is in doubt at the next start. */
    public void closeInDoubt() {
        closeAll(LogDirectory::closeInDoubt);
    }

    private void closeAll(final Consumer<LogDirectory> how) {
        StorageException first = null;
        for (final LogDirectory directory : directories) {
            try {
                how.accept(directory);
            } catch (final StorageException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * What the log is called in a directory, and its sizes.
     *
     * @param config    sizes.
     * @param directory index of the directory.
     * @return the settings of its files.
     */
    public static LogSettings settings(final ScatteredLogConfig config, final int directory) {
        return new LogSettings(config.name(), config.kind(), directory, config.fileLength(), config.stagingLength());
    }

    /**
     * All directories are created before the first is opened, so one without a log beside one with a log has lost it.
     */
    private static boolean createWhereNew(final ScatteredLogConfig config, final StorageIdentity identity,
                                          final List<Disk> disks, final LossHandler losses) {
        final DirectoryGenerations begun = new DirectoryGenerations(config.name(), disks);
        int used = disks.size();
        for (int i = 0; i < disks.size(); i++) {
            if (losses != null) {
                setAsideOlder(begun, settings(config, i), disks.get(i), losses);
            }
            used -= LogDirectory.isNew(settings(config, i), disks.get(i)) ? 1 : 0;
        }
        for (int i = 0; i < disks.size(); i++) {
            final LogSettings settings = settings(config, i);
            final Disk disk = disks.get(i);
            final boolean isOlder = losses != null && begun.isOlder(i);
            if (LogDirectory.isNew(settings, disk) && (isOlder || !LogDirectory.isCreated(settings, identity, disk))) {
                if (used > 0) {
                    final String what = disk.name() + ": the scattered log is missing, directory " + i + " of "
                        + disks.size() + ", though other directories hold theirs";
                    if (losses == null) {
                        throw new DamagedStorageException(what);
                    }
                    DIRECTORY_LOST.hit();
                    losses.onLost(what);
                    begun.count(i);
                }
                begun.catchUp(i);
                LogDirectory.create(settings, identity, disk);
            }
        }
        return used == 0;
    }

    /** Its numbers were given to other records since, so what it holds is not mixed with them. */
    private static void setAsideOlder(final DirectoryGenerations begun, final LogSettings settings, final Disk disk,
                                      final LossHandler losses) {
        if (!LogDirectory.isNew(settings, disk) && begun.isOlder(settings.directory())) {
            OLDER_BACK.hit();
            losses.onLost(disk.name() + ": the scattered log in directory " + settings.directory()
                + " is older than the one that was begun there when it was missing");
            LogDirectory.setAside(settings, disk, false);
        }
    }

    private LogDirectory choose(final int bodyLength) {
        LogDirectory best = null;
        int least = Integer.MAX_VALUE;
        for (int i = 0; i < directories.length; i++) {
            final LogDirectory directory = directories[(nextDirectory + i) % directories.length];
            final int pending = directory.pendingBytes();
            if (pending < least && !directory.isFull() && directory.fits(bodyLength)) {
                least = pending;
                best = directory;
            }
        }
        nextDirectory = (nextDirectory + 1) % directories.length;
        return best;
    }

    private void onCompleted(final DirectBuffer buffer, final int offset, final long position) {
        durable.onDurable(LogRecord.groupId(buffer, offset), LogRecord.lsn(buffer, offset),
            LogRecord.ballot(buffer, offset), LogRecord.bodyPosition(buffer, offset, position));
    }

    private static long checked(final long lsn) {
        if (lsn < 1) {
            throw new IllegalArgumentException("lsn " + lsn + " is below 1");
        }
        return lsn;
    }
}
