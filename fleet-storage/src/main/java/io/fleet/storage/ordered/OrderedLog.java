package io.fleet.storage.ordered;

import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.HighestPositions;
import io.fleet.storage.LogPosition;
import io.fleet.storage.StorageException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.log.LogCursor;
import io.fleet.storage.log.LogDirectory;
import io.fleet.storage.log.LogRecord;
import io.fleet.storage.log.LogSettings;
import io.fleet.storage.log.RecordHandler;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.Int2ObjectHashMap;

/**
 * The applied order of all groups of a replica: per group without holes, each entry with its body, with a reference
 * to where the scattered log holds it, or without, where other nodes hold it. What is not durable yet cannot be read.
 *
 * <p>Threads: one owner, which never waits for a disk except to read; the {@link Flusher} on any one thread.
 */
public final class OrderedLog implements AutoCloseable {
    private static final String PREFIX = "ordered";
    private static final int KIND = 2;
    private static final IntConsumer NOBODY = groupId -> {};

    private final OrderedLogConfig config;
    private final Disk disk;
    private BodyReader bodies;
    private final LogDirectory log;
    private final LogCursor cursor;
    private final boolean isNew;
    private final Int2ObjectHashMap<GroupIndex> groups = new Int2ObjectHashMap<>();
    /** The group that was asked for last, as it is again most times; null before there is one. */
    private GroupIndex found;
    private int foundId;
    private final Completion completion = new Completion();
    private final EntryMeta meta = new EntryMeta();
    private final EntryMeta noValue = new EntryMeta();
    private final ReferredFiles references = new ReferredFiles();
    private final ExpandableArrayBuffer body = new ExpandableArrayBuffer();
    private boolean hasRecords;
    private boolean isTrimmedBefore;
    private boolean isAging;
    /** Whether something waits for the staging area to become free. */
    private boolean isAwaited;
    private long agingSinceNs;
    private final LastRead lastRead = new LastRead();

    /** Where reading may go on. */
    private static final class LastRead {
        private int groupId;
        private long nextLsn;
        private long frame;
        /** Whether the cursor is behind the entry that was read last, and not on the one behind that, or nowhere. */
        private boolean isCursorThere;
    }

    /** Takes what became durable, and tells of which groups that is. */
    private final class Completion implements RecordHandler {
        private IntConsumer groupHandler = NOBODY;

        @Override
        public void onRecord(final DirectBuffer buffer, final int offset, final long position) {
            final int groupId = LogRecord.groupId(buffer, offset);
            onDurable(groups.get(groupId), buffer, offset, position);
            groupHandler.accept(groupId);
        }
    }

    private OrderedLog(final OrderedLogConfig config, final StorageIdentity identity, final Disk disk,
                       final BodyReader bodies) {
        this.config = config;
        this.disk = disk;
        this.bodies = bodies;
        final LogSettings settings = settings(config);
        isNew = LogDirectory.isNew(settings, disk);
        if (isNew && !LogDirectory.isCreated(settings, identity, disk)) {
            LogDirectory.create(settings, identity, disk);
        }
        log = LogDirectory.open(settings, identity, disk, this::onRecovered);
        cursor = log.cursor();
        trimIndexes();
    }

    /**
     * Opens and recovers the log.
     *
     * @param config   sizes and pace.
     * @param identity of the node.
     * @param disk     its directory; not owned.
     * @param bodies   where references point to; null on a node without a storage role.
     * @return the log.
     * @throws io.fleet.storage.ForeignStorageException when the directory belongs to another node.
     * @throws DamagedStorageException when anything that was durable is missing, unsound or out of order.
     */
    public static OrderedLog open(final OrderedLogConfig config, final StorageIdentity identity, final Disk disk,
                                  final BodyReader bodies) {
        return new OrderedLog(config, identity, disk, bodies);
    }

    /**
     * Opens and recovers the log before the scattered log is open that its references point to.
     *
     * @param config   sizes and pace.
     * @param identity of the node.
     * @param disk     its directory; not owned.
     * @return the log; {@link #referTo} comes before anything is read or appended.
     * @throws io.fleet.storage.ForeignStorageException when the directory belongs to another node.
     * @throws DamagedStorageException when anything that was durable is missing, unsound or out of order.
     */
    public static OrderedLog open(final OrderedLogConfig config, final StorageIdentity identity, final Disk disk) {
        return open(config, identity, disk, null);
    }

    /**
     * Tells where references point to.
     *
     * @param scattered reads a body there.
     */
    public void referTo(final BodyReader scattered) {
        bodies = scattered;
    }

    /**
     * Stages an entry with its body.
     *
     * @param groupId   of the entry.
     * @param lsn       one above {@link #appended}.
     * @param entryMeta names the value.
     * @param source    holds the body of {@code entryMeta.length} bytes; copied before the return; null where there is
     *                  none.
     * @param offset    of the body.
     * @return false when there is no room now: try again in the next cycle.
     * @throws IllegalArgumentException when the lsn is another one, or the body can never fit.
     */
    public boolean append(final int groupId, final long lsn, final EntryMeta entryMeta, final DirectBuffer source,
                          final int offset) {
        return stage(LogRecord.ENTRY, groupId, lsn, entryMeta, 0, source, offset);
    }

    /**
     * Stages an entry whose body is durable in the scattered log.
     *
     * @param groupId      of the entry.
     * @param lsn          one above {@link #appended}.
     * @param entryMeta    names the value.
     * @param bodyPosition where the scattered log holds the body.
     * @return false when there is no room now: try again in the next cycle.
     * @throws IllegalArgumentException when the lsn is another one, or there is no scattered log to refer to.
     */
    public boolean appendReference(final int groupId, final long lsn, final EntryMeta entryMeta,
                                   final long bodyPosition) {
        if (bodyPosition == 0 || bodies == null) {
            throw new IllegalArgumentException("reference of group " + groupId + " lsn " + lsn + " to position "
                + bodyPosition + (bodies == null ? ": there is no scattered log" : ": there is no record"));
        }
        return stage(LogRecord.REFERENCE, groupId, lsn, entryMeta, bodyPosition, null, 0);
    }

    /**
     * Stages an entry whose body a write quorum of other nodes holds durably.
     *
     * @param groupId   of the entry.
     * @param lsn       one above {@link #appended}.
     * @param entryMeta names the value.
     * @return false when there is no room now: try again in the next cycle.
     * @throws IllegalArgumentException when the lsn is another one.
     */
    public boolean appendWithoutBody(final int groupId, final long lsn, final EntryMeta entryMeta) {
        return stage(LogRecord.ELSEWHERE, groupId, lsn, entryMeta, 0, null, 0);
    }

    /**
     * Goes on behind an LSN, because a snapshot that is durable covers everything up to it. The skipped entries, and
     * those before, cannot be read any more once this is durable.
     *
     * @param groupId of the group.
     * @param lsn     above {@link #appended}; the next entry is the one behind it.
     * @return false when there is no room now: try again in the next cycle.
     * @throws IllegalArgumentException when the lsn is not above.
     */
    public boolean skipTo(final int groupId, final long lsn) {
        final GroupIndex group = group(groupId);
        if (lsn <= group.appended) {
            throw new IllegalArgumentException("skip of group " + groupId + " to lsn " + lsn + ", which is not above "
                + group.appended);
        }
        if (log.isFull() || !log.append(LogRecord.SKIP, groupId, 0, lsn, 0, noValue, 0, null, 0)) {
            return false;
        }
        group.appended = lsn;
        return true;
    }

    /**
     * States once more up to where a group has come, in the newest file, because a snapshot that is durable covers all
     * of it: a group that rests would keep the file of its last entry, and all behind that, from being trimmed. Its
     * entries cannot be read any more once this is durable.
     *
     * @param groupId of the group.
     * @return false when there is no room now, or nothing to state: try again later.
     */
    public boolean restate(final int groupId) {
        final GroupIndex group = group(groupId);
        return group.appended > 0 && group.appended == group.durable && !log.isFull()
            && log.append(LogRecord.SKIP, groupId, 0, group.appended, 0, noValue, 0, null, 0);
    }

    /**
     * Whether a group rests, and the file that says up to where it has come is the lowest, so that trimming waits for
     * {@link #restate}.
     *
     * @param groupId of the group.
     */
    public boolean isHoldingUp(final int groupId) {
        final GroupIndex group = groups.get(groupId);
        return group != null && lastFile(group) > 0 && lastFile(group) == log.lowestFile()
            && lastFile(group) < log.lastDurableFile();
    }

    /**
     * Lets go of entries whose bodies are gone: the scattered log is trimmed up to where the ordered log was let go of
     * in a run before, which leaves whole files only. Called once, when both are open.
     *
     * @param isGone whether what a position refers to was trimmed.
     */
    public void forgetWhatIsGone(final LongPredicate isGone) {
        references.ofFiles((groupId, position, lsn) -> {
            if (isGone.test(position)) {
                groups.get(groupId).forgetUpTo(lsn);
            }
        });
    }

    /**
     * The highest LSN of a group that was appended, recovered ones included.
     *
     * @param groupId of the group.
     * @return the LSN; 0 when there is none.
     */
    public long appended(final int groupId) {
        final GroupIndex group = find(groupId);
        return group == null ? 0 : group.appended;
    }

    /**
     * The highest LSN of a group that is durable.
     *
     * @param groupId of the group.
     * @return the LSN; 0 when there is none.
     */
    public long durable(final int groupId) {
        final GroupIndex group = find(groupId);
        return group == null ? 0 : group.durable;
    }

    /**
     * The lowest LSN of a group that can be read.
     *
     * @param groupId of the group.
     * @return the LSN; above {@link #durable} when there is none.
     */
    public long first(final int groupId) {
        final GroupIndex group = groups.get(groupId);
        return group == null ? 1 : group.first;
    }

    /**
     * Up to where entries of a group were let go of by {@link #trim}, now or before a start.
     *
     * @param groupId of the group.
     * @return the LSN; 0 for none, and where the log goes on behind a snapshot, so that it is not known.
     */
    public long letGo(final int groupId) {
        final GroupIndex group = groups.get(groupId);
        return group == null ? 0 : group.letGo();
    }

    /**
     * The highest LSN of a group that was appended without its body, recovered ones included. Entries that were let go
     * of may not be counted any more after a start.
     *
     * @param groupId of the group.
     * @return the LSN; 0 when there is none.
     */
    public long lastWithoutBody(final int groupId) {
        final GroupIndex group = groups.get(groupId);
        return group == null ? 0 : group.lastWithoutBody;
    }

    /**
     * Publishes what became durable, and hands over what is staged once there is enough of it, or it is old enough, or
     * leaves no room for what comes next.
     *
     * @param nowNs the time of this cycle.
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int poll(final long nowNs) {
        return poll(nowNs, NOBODY);
    }

    /**
     * As {@link #poll(long)}, and says what of it is durable.
     *
     * @param nowNs        the time of this cycle.
     * @param groupHandler takes the group of each record that became durable; nothing for what is handed over only.
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int poll(final long nowNs, final IntConsumer groupHandler) {
        completion.groupHandler = groupHandler;
        int done = log.complete(completion);
        final int staged = log.stagedBytes();
        if (staged == 0) {
            return done;
        }
        if (!isAging) {
            isAging = true;
            agingSinceNs = nowNs;
        }
        final boolean isDue = isAwaited || staged >= config.flushBytes()
            || nowNs - agingSinceNs >= config.flushIntervalNs();
        if (isDue && log.handOver()) {
            isAging = false;
            isAwaited = false;
            done++;
        }
        return done;
    }

    /** Somebody waits for what is appended: the next {@link #poll} hands it over, however little or young it is. */
    public void hasten() {
        isAwaited = true;
    }

    /**
     * Publishes what became durable, and hands over what is staged, however little it is.
     *
     * @return how much of either was done.
     * @throws StorageException when the flusher failed; fatal for the node.
     */
    public int flush() {
        completion.groupHandler = NOBODY;
        int done = log.complete(completion);
        if (log.handOver()) {
            isAging = false;
            isAwaited = false;
            done++;
        }
        return done;
    }

    /**
     * Reads durable entries in order.
     *
     * @param groupId  of the entries.
     * @param fromLsn  of the first one.
     * @param toLsn    of the last one.
     * @param maxBytes of bodies; the first entry is read whatever its length.
     * @param handler  receives them.
     * @return how many were read; 0 when the first is not durable yet, or not there any more (below {@link #first}).
     * @throws DamagedStorageException when an entry is unsound, or what it refers to is missing or unsound.
     */
    public int read(final int groupId, final long fromLsn, final long toLsn, final int maxBytes,
                    final OrderedEntryHandler handler) {
        return read(groupId, fromLsn, toLsn, maxBytes, true, bodies, handler);
    }

    /**
     * As {@link #read(int, long, long, int, OrderedEntryHandler)}, with bodies that somebody else reads.
     *
     * @param groupId  of the entries.
     * @param fromLsn  of the first one.
     * @param toLsn    of the last one.
     * @param maxBytes of bodies; the first entry is read whatever its length.
     * @param elsewhere reads the bodies that entries refer to; what it throws passes through.
     * @param handler  receives them.
     * @return how many were read; 0 when the first is not durable yet, or not there any more (below {@link #first}).
     * @throws DamagedStorageException when an entry is unsound.
     */
    public int read(final int groupId, final long fromLsn, final long toLsn, final int maxBytes,
                    final BodyReader elsewhere, final OrderedEntryHandler handler) {
        return read(groupId, fromLsn, toLsn, maxBytes, true, elsewhere, handler);
    }

    /**
     * Reads which durable entries there are, in order, and no bodies of the scattered log.
     *
     * @param groupId of the entries.
     * @param fromLsn of the first one.
     * @param toLsn   of the last one.
     * @param handler receives them, with a null body, and its length or {@link OrderedEntryHandler#NO_BODY}.
     * @return how many were read; 0 when the first is not durable yet, or not there any more (below {@link #first}).
     * @throws DamagedStorageException when an entry is unsound.
     */
    public int readNames(final int groupId, final long fromLsn, final long toLsn, final OrderedEntryHandler handler) {
        return read(groupId, fromLsn, toLsn, Integer.MAX_VALUE, false, bodies, handler);
    }

    private int read(final int groupId, final long fromLsn, final long toLsn, final int maxBytes,
                     final boolean withBodies, final BodyReader elsewhere, final OrderedEntryHandler handler) {
        final GroupIndex group = groups.get(groupId);
        if (group == null || fromLsn < group.first || fromLsn > Math.min(toLsn, group.durable)) {
            return 0;
        }
        final long last = Math.min(toLsn, group.durable);
        moveTo(groupId, group, fromLsn);
        long next = fromLsn;
        long bytes = 0;
        boolean isCut = false;
        while (next <= last) {
            if (!cursor.nextRecord()) {
                cursor.nextFrame();
            } else if (isEntry(groupId, next)) {
                LogRecord.meta(cursor.buffer(), cursor.recordOffset(), meta);
                bytes += isElsewhere() ? 0 : meta.length;
                if (next > fromLsn && bytes > maxBytes) {
                    isCut = true;
                    break;
                }
                if (withBodies) {
                    deliver(next, elsewhere, handler);
                } else {
                    handler.onEntry(next, meta, null, 0, isElsewhere() ? OrderedEntryHandler.NO_BODY : meta.length);
                }
                next++;
            }
        }
        lastRead.groupId = groupId;
        lastRead.nextLsn = next;
        lastRead.frame = cursor.framePosition();
        lastRead.isCursorThere = !isCut;
        return (int) (next - fromLsn);
    }

    /**
     * Lets go of what snapshots cover. Entries at or below the trim LSN of their group cannot be read any more from now
     * on. Whole files of such entries, the lowest first, are deleted by the flusher; but never the newest record of a
     * group, which says up to where it has come.
     *
     * @param trimmedUpToOfGroup from a group to its trim LSN.
     */
    public void trim(final LongUnaryOperator trimmedUpToOfGroup) {
        long limit = Long.MAX_VALUE;
        final Int2ObjectHashMap<GroupIndex>.EntryIterator each = groups.entrySet().iterator();
        while (each.hasNext()) {
            each.next();
            each.getValue().forgetUpTo(trimmedUpToOfGroup.applyAsLong(each.getIntKey()));
            limit = Math.min(limit, Math.max(1, lastFile(each.getValue())));
        }
        final long before = log.lowestFile();
        log.trim(group -> groups.get((int) group).first - 1, limit);
        if (log.lowestFile() > before) {
            trimIndexes();
        }
    }

    /** The file of the newest durable record of a group; 0 for none. */
    private long lastFile(final GroupIndex group) {
        return group.lastFrame == 0 ? 0 : log.fileNumber(group.lastFrame);
    }

    /**
     * Names the groups that keep this log from being trimmed: its lowest file stays for their sake alone, though most
     * of what it holds is of others.
     *
     * @param leastFiles with fewer files nobody is named.
     * @param holdingUp  takes the id of each.
     */
    public void heldUpBy(final int leastFiles, final LongConsumer holdingUp) {
        log.heldUpBy(group -> groups.get((int) group).first - 1, leastFiles, holdingUp);
    }

    /** Whether the disk is full right now: a flush waits for space for a new file. */
    public boolean isFull() {
        return log.isFull();
    }

    /** Whether the directory held no ordered log when this one was opened. */
    public boolean isNew() {
        return isNew;
    }

    /**
     * What the log referred to when it was opened.
     *
     * @return the highest positions in the scattered log.
     */
    public HighestPositions references() {
        return references.highest();
    }

    /**
     * Who writes.
     *
     * @return the flusher of the one directory.
     */
    public List<Flusher> flushers() {
        return List.of(log.flusher());
    }

    /** Writes what is staged, syncs, and marks a clean close. On the owner's thread, after the flusher has stopped. */
    @Override
    public void close() {
        log.close();
    }

    /** As {@link #close()}, but without the mark: what this run wrote is in doubt at the next start. */
    public void closeInDoubt() {
        log.closeInDoubt();
    }

    /** Whether the log had been closed in good order when this was opened. */
    public boolean wasClosed() {
        return log.wasClosed();
    }

    /**
     * Whether a directory holds no ordered log, without opening it.
     *
     * @param config sizes.
     * @param disk   the directory.
     */
    public static boolean isNew(final OrderedLogConfig config, final Disk disk) {
        return LogDirectory.isNew(settings(config), disk);
    }

    /**
     * Sets the log of a directory aside, because it, or what it refers to, is damaged ({@link LogDirectory#setAside}).
     *
     * @param config      sizes.
     * @param disk        the directory.
     * @param isReplacing whether what was set aside before is deleted.
     * @return how many files were set aside.
     */
    public static int setAside(final OrderedLogConfig config, final Disk disk, final boolean isReplacing) {
        return LogDirectory.setAside(settings(config), disk, isReplacing);
    }

    /** Closes the files and writes nothing: what else the node needs could not be opened. No flusher has run. */
    public void abandon() {
        log.abandon();
    }

    /**
     * What the log is called in a directory, and its sizes.
     *
     * @param config sizes.
     * @return the settings of its files.
     */
    public static LogSettings settings(final OrderedLogConfig config) {
        return new LogSettings(PREFIX, KIND, 0, config.fileLength(), config.stagingLength());
    }

    private void trimIndexes() {
        groups.forEachInt((groupId, group) -> group.trim(log::isTrimmed));
    }

    private boolean stage(final int type, final int groupId, final long lsn, final EntryMeta entryMeta,
                          final long bodyPosition, final DirectBuffer source, final int offset) {
        final GroupIndex group = group(groupId);
        if (lsn != group.appended + 1) {
            throw new IllegalArgumentException("lsn " + lsn + " of group " + groupId + " does not follow "
                + group.appended);
        }
        if (log.isFull()) {
            return false;
        }
        if (!log.append(type, groupId, 0, lsn, 0, entryMeta, bodyPosition, source, offset)) {
            isAwaited = true;
            return false;
        }
        group.appended = lsn;
        group.lastWithoutBody = type == LogRecord.ELSEWHERE ? lsn : group.lastWithoutBody;
        isAwaited |= entryMeta.isConfiguration();
        return true;
    }

    private void moveTo(final int groupId, final GroupIndex group, final long lsn) {
        final boolean goesOn = lastRead.frame != 0 && groupId == lastRead.groupId && lsn == lastRead.nextLsn
            && !log.isTrimmed(lastRead.frame);
        final boolean stays = goesOn && lastRead.isCursorThere;
        // Where the move, or what follows, fails, the cursor is nowhere.
        lastRead.isCursorThere = false;
        if (!stays) {
            cursor.moveTo(goesOn ? lastRead.frame : group.frameFor(lsn));
        }
    }

    private boolean isEntry(final int groupId, final long lsn) {
        final DirectBuffer buffer = cursor.buffer();
        final int offset = cursor.recordOffset();
        if (LogRecord.groupId(buffer, offset) != groupId || LogRecord.type(buffer, offset) == LogRecord.SKIP) {
            return false;
        }
        final long found = LogRecord.lsn(buffer, offset);
        if (found > lsn) {
            throw new DamagedStorageException(disk.name() + ": lsn " + found + " of group " + groupId
                + " is where lsn " + lsn + " was");
        }
        return found == lsn;
    }

    private boolean isElsewhere() {
        return LogRecord.type(cursor.buffer(), cursor.recordOffset()) == LogRecord.ELSEWHERE;
    }

    private void deliver(final long lsn, final BodyReader elsewhere, final OrderedEntryHandler handler) {
        final DirectBuffer buffer = cursor.buffer();
        final int offset = cursor.recordOffset();
        if (LogRecord.type(buffer, offset) == LogRecord.ENTRY) {
            handler.onEntry(lsn, meta, buffer, offset + LogRecord.HEADER_LENGTH, meta.length);
            return;
        }
        if (isElsewhere()) {
            handler.onEntry(lsn, meta, null, 0, OrderedEntryHandler.NO_BODY);
            return;
        }
        if (elsewhere == null) {
            throw new DamagedStorageException(disk.name() + ": lsn " + lsn
                + " refers to a scattered log, and this node has none");
        }
        final int length = elsewhere.readBody(LogRecord.bodyPosition(buffer, offset, 0), meta, body);
        handler.onEntry(lsn, meta, length == OrderedEntryHandler.NO_BODY ? null : body, 0, length);
    }

    private void onRecovered(final DirectBuffer buffer, final int offset, final long position) {
        final int groupId = LogRecord.groupId(buffer, offset);
        final long lsn = LogRecord.lsn(buffer, offset);
        isTrimmedBefore |= !hasRecords && !LogPosition.isInFirstFile(position);
        hasRecords = true;
        final GroupIndex group = group(groupId);
        if (LogRecord.type(buffer, offset) != LogRecord.SKIP) {
            if (group.appended == 0 && isTrimmedBefore) {
                group.first = lsn;
            } else if (lsn != group.appended + 1) {
                throw new DamagedStorageException(disk.name() + " " + LogPosition.toString(position) + ": lsn " + lsn
                    + " of group " + groupId + " does not follow " + group.appended);
            }
        }
        group.appended = lsn;
        if (LogRecord.type(buffer, offset) == LogRecord.REFERENCE) {
            references.note(groupId, LogRecord.bodyPosition(buffer, offset, 0), lsn);
        } else if (LogRecord.type(buffer, offset) == LogRecord.ELSEWHERE) {
            group.lastWithoutBody = lsn;
        }
        onDurable(group, buffer, offset, position);
    }

    private void onDurable(final GroupIndex group, final DirectBuffer buffer, final int offset, final long position) {
        final long lsn = LogRecord.lsn(buffer, offset);
        if (LogRecord.type(buffer, offset) == LogRecord.SKIP) {
            group.skipTo(lsn, LogPosition.before(position, offset));
        } else {
            group.onDurable(lsn, LogPosition.before(position, offset));
        }
    }

    /** Null for a group of which there is nothing. */
    private GroupIndex find(final int groupId) {
        if (found == null || groupId != foundId) {
            found = groups.get(groupId);
            foundId = groupId;
        }
        return found;
    }

    private GroupIndex group(final int groupId) {
        GroupIndex group = groups.get(groupId);
        if (group == null) {
            group = new GroupIndex();
            groups.put(groupId, group);
        }
        return group;
    }
}
