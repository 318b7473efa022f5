package io.fleet.node;

import io.fleet.machine.ConfigException;
import io.fleet.protocol.ProtocolFactory;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.membership.GroupMember;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.SettingsChangedException;
import io.fleet.storage.Standing;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.mark.Mark;
import io.fleet.storage.meta.GroupSettings;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedEntryHandler;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.collections.IntHashSet;

/**
 * What a node keeps on its disks. All groups share it, so that many groups cost no more fsyncs than one busy group.
 *
 * <p>It is opened in the order that safety needs (S15). The meta store (identity, promises, standings) comes first: it
 * says whether the node votes, and what is found missing or damaged after it is first noted there durably, then set
 * aside, and only then replaced by empty logs, so that a crash at any point leaves a node that does not vote. One that
 * replaces a meta store that is lost says so from its first byte on. The
 * ordered log (what is known chosen) comes next, because only records above it are kept of the scattered log (what was
 * accepted), which comes third, and of the log of steps beside it, which is there only where a group needs it.
 * Snapshots are a shortcut through the ordered log and prove nothing; where
 * it was trimmed behind one, that one must be there.
 */
final class NodeStorage implements AutoCloseable {
    private static final Mark RENEWED = Mark.named("standing.logs-set-aside");
    private static final Mark LEFT_IN_DOUBT = Mark.named("standing.closed-in-doubt");
    private static final Mark META_LOST = Mark.named("standing.meta-lost");
    private static final Mark UNREADABLE = Mark.named("standing.members-unreadable");

    private static final int NONE = -1;

    private final List<Disk> disks;
    private final MetaStore meta;
    private final OrderedLog ordered;
    private final ScatteredLog scattered;
    /** What groups have said about the order of entries; null where none needs it. */
    private final ScatteredLog steps;
    private final RecoveredRecords recovered;
    private final SnapshotStore snapshots;
    /** What writes the logs and the meta store. */
    private final Flusher[] logs;
    private final TransferDesk transfers = new TransferDesk();
    private final SnapshotDesk snapshotDesk = new SnapshotDesk();
    private final UnreadableRecords unreadable;
    private Lives lives;
    private boolean setUpNow;
    /** The group of which another node has asked for entries; {@link #NONE} while nobody has. */
    private int servedGroup = NONE;

    private NodeStorage(final NodeContext context, final StorageIdentity identity, final MetaStore meta) {
        unreadable = new UnreadableRecords(context.events());
        this.meta = meta;
        disks = context.disks();
        ordered = OrderedLog.open(context.orderedLog(), identity, disks.get(0),
            (position, expected, target) -> servedGroup == NONE ? scattered().readBody(position, expected, target)
                : readBodyForOthers(servedGroup, 0, position, expected, target));
        boolean opened = false;
        try {
            recovered = new RecoveredRecords(ordered::durable, groupsThat(context, ProtocolFactory::keepsEveryRecord));
            scattered = new PartsLoss(context, meta).open(identity, recovered::onRecord);
            steps = openSteps(context, identity);
            snapshots = openSnapshots(identity);
            logs = flushersOfLogs().toArray(new Flusher[0]);
            opened = true;
        } finally {
            if (!opened) {
                ordered.abandon();
            }
        }
    }

    private ScatteredLog openSteps(final NodeContext context, final StorageIdentity identity) {
        boolean opened = false;
        try {
            final ScatteredLog log = needsSteps(context)
                ? ScatteredLog.open(context.scatteredLog().forSteps(), identity, disks.subList(0, 1), recovered::onStep)
                : null;
            opened = true;
            return log;
        } finally {
            if (!opened) {
                scattered.abandon();
            }
        }
    }

    private static boolean needsSteps(final NodeContext context) {
        return context.groups().stream().anyMatch(group -> ProtocolFactories.of(group.config()).needsSteps());
    }

    /** Which of the groups that are hosted are of a mode with a property. */
    private static IntPredicate groupsThat(final NodeContext context, final Predicate<ProtocolFactory> have) {
        final IntHashSet groups = new IntHashSet();
        context.groups().stream().filter(group -> have.test(ProtocolFactories.of(group.config())))
            .forEach(group -> groups.add(group.groupId()));
        return groups::contains;
    }

    private SnapshotStore openSnapshots(final StorageIdentity identity) {
        boolean opened = false;
        try {
            scattered.requireReached(ordered.references(), "the ordered log");
            ordered.forgetWhatIsGone(scattered::isTrimmed);
            final SnapshotStore store = SnapshotStore.open(identity, disks.get(0));
            opened = true;
            return store;
        } finally {
            if (!opened) {
                abandonScattered();
            }
        }
    }

    /**
     * Opens everything. Damage, and a voter's log that is missing, make the node one that has lost its state: it starts
     * with empty logs and is repaired from the others; a node without others does not start, nor one that has diverged.
     *
     * @param context what the node is made of.
     * @param found   damage that an attempt before this one met when it read what is stored here; null for none.
     * @param mark    of this start, by chance.
     */
    static NodeStorage open(final NodeContext context, final DamagedStorageException found, final int mark) {
        final StorageIdentity identity = new StorageIdentity(context.clusterId(), context.nodeId());
        DivergedMark.check(context.disks().get(0));
        DamagedStorageException damage = missingMeta(context);
        if (damage != null) {
            META_LOST.hit();
            replaceMeta(context, identity, damage);
        }
        MetaStore meta = null;
        boolean opened = false;
        try {
            try {
                meta = openMeta(context, identity, mark);
            } catch (final DamagedStorageException e) {
                replaceMeta(context, identity, e);
                meta = openMeta(context, identity, mark);
                damage = e;
            }
            final NodeStorage storage = openLogs(context, identity, meta, damage == null ? found : damage);
            opened = true;
            return storage;
        } finally {
            if (!opened && meta != null) {
                meta.abandon();
            }
        }
    }

    /** The meta store comes first: where there are logs and it is not, or where it was set aside, it is lost. */
    private static DamagedStorageException missingMeta(final NodeContext context) {
        final Disk first = context.disks().get(0);
        if (MetaStore.exists(first)) {
            return null;
        }
        final boolean hasLogs = !OrderedLog.isNew(context.orderedLog(), first)
            || !ScatteredLog.isNew(context.scatteredLog(), context.disks());
        return hasLogs || MetaStore.isSetAside(first) ? new DamagedStorageException("the meta store in " + first.name()
            + " is missing, but it " + (hasLogs ? "has logs" : "was set aside before")
            + ": what the node had promised is lost") : null;
    }

    /** In the place of a meta store that is lost comes one that says so; where nobody else votes, nothing changes. */
    private static void replaceMeta(final NodeContext context, final StorageIdentity identity,
                                    final DamagedStorageException damage) {
        final Disk first = context.disks().get(0);
        try {
            requireOthers(context, RecordedMembers.of(context, identity).isSole(context.members()), damage);
        } catch (final UnreadableMembersException e) {
            throw new DamagedStorageException(damage.getMessage() + "; and whether other nodes vote cannot be told: "
                + e.getMessage() + ". Where others vote, start node " + context.nodeId() + " with empty directories:"
                + " they give it everything again. Where none does, restore its directories from a backup, or lose"
                + " what they held");
        }
        if (MetaStore.exists(first)) {
            MetaStore.setAside(first);
        }
        MetaStore.createLost(identity, context.disks().size(), context.members(), groupIds(context), first);
    }

    /**
     * Whether nobody else votes in some group. The logs are ahead of the meta store, which hears of a configuration
     * when it is acted on; but they may be what is damaged, and what they show may be too old.
     */
    private static boolean isSole(final NodeContext context, final StorageIdentity identity, final MetaStore meta) {
        if (meta.isSoleVoter()) {
            return true;
        }
        try {
            return RecordedMembers.of(context, identity).isSole();
        } catch (final UnreadableMembersException e) {
            UNREADABLE.hit();
            return false;
        }
    }

    private static int[] groupIds(final NodeContext context) {
        return context.groups().stream().mapToInt(GroupSpec::groupId).toArray();
    }

    private static NodeStorage openLogs(final NodeContext context, final StorageIdentity identity,
                                        final MetaStore meta, final DamagedStorageException found) {
        DamagedStorageException damage = found == null ? missing(context, meta) : found;
        if (damage == null) {
            try {
                return new NodeStorage(context, identity, meta);
            } catch (final DamagedStorageException e) {
                damage = e;
            }
        }
        requireOthers(context, isSole(context, identity, meta), damage);
        return renew(context, identity, meta, damage);
    }

    /** First the meta store says that the node does not vote, then the logs go, then there are new ones. */
    private static NodeStorage renew(final NodeContext context, final StorageIdentity identity, final MetaStore meta,
                                     final DamagedStorageException damage) {
        RENEWED.hit();
        final boolean wasWhole = meta.isWhole();
        meta.loseLogs(groupIds(context));
        meta.sync();
        final int files = OrderedLog.setAside(context.orderedLog(), context.disks().get(0), wasWhole)
            + ScatteredLog.setAside(context.scatteredLog(), context.disks(), wasWhole)
            + ScatteredLog.setAside(context.scatteredLog().forSteps(), context.disks().subList(0, 1), wasWhole);
        context.events().onStateLost(damage.getMessage() + "; " + files + " files of the logs are set aside as"
            + " 'damaged-...', and the node does not vote until the others have given it everything again");
        final NodeStorage storage = new NodeStorage(context, identity, meta);
        meta.logsRenewed();
        meta.sync();
        return storage;
    }

    private static MetaStore openMeta(final NodeContext context, final StorageIdentity identity, final int mark) {
        final Map<Integer, GroupSettings> settings = context.groups().stream()
            .collect(Collectors.toMap(GroupSpec::groupId, group -> AgreedSettings.of(group.config())));
        try {
            return MetaStore.open(identity, context.disks().size(), context.members(), settings, mark,
                context.disks().get(0));
        } catch (final SettingsChangedException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    /** What is known to be lost before the logs are opened, which would create those that are missing. */
    private static DamagedStorageException missing(final NodeContext context, final MetaStore meta) {
        final String where = context.disks().get(0).name();
        if (meta.logsLost()) {
            return new DamagedStorageException("the logs in " + where
                + " were found damaged before, and have not been replaced yet");
        }
        if (!meta.isAnyVoter()) {
            return null;
        }
        final String missing = ScatteredLog.isNew(context.scatteredLog(), context.disks()) ? "scattered log"
            : OrderedLog.isNew(context.orderedLog(), context.disks().get(0)) ? "ordered log"
            : isStepsLogMissing(context, meta) ? "log of steps" : null;
        return missing == null ? null : new DamagedStorageException("the " + missing + " in " + where
            + " is missing, but the node has started " + (meta.incarnation() - 1)
            + " times before and votes: what it had accepted is lost");
    }

    /** A group that needs it may be new on a node that has others, but then it does not vote yet. */
    private static boolean isStepsLogMissing(final NodeContext context, final MetaStore meta) {
        return ScatteredLog.isNew(context.scatteredLog().forSteps(), context.disks().subList(0, 1))
            && context.groups().stream().anyMatch(group -> ProtocolFactories.of(group.config()).needsSteps()
            && meta.durableStanding(group.groupId()) == Standing.VOTER);
    }

    private static void requireOthers(final NodeContext context, final boolean isSole,
                                      final DamagedStorageException damage) {
        if (isSole) {
            throw new DamagedStorageException(damage.getMessage()
                + "; node " + context.nodeId() + " is the only one that votes: there is nobody to be repaired"
                + " from. Restore its directories from a backup, or start with empty ones and lose what they held");
        }
    }

    /** Groups of this node have other members than they were founded by: who would repair it (S15). */
    void membersChanged(final GroupHost[] groups) {
        boolean isKnown = false;
        boolean isSole = false;
        for (final GroupHost group : groups) {
            final Configuration members = group.membership().current();
            final GroupMember self = members.member(group.outbound().self());
            isKnown |= members.version() > 0;
            isSole |= self != null && self.voter() && Long.bitCount(members.voters()) == 1;
        }
        if (isKnown) {
            meta.membersChanged(isSole);
        }
    }

    /**
     * Whether the last write of the run before may be missing although the disk had confirmed it. Votes rest on the
     * ordered log too: what it holds is acknowledged, and hidden from candidates below the floor.
     */
    boolean isSuspect() {
        return !meta.wasClosed() || !scattered.wasClosed() || !ordered.wasClosed()
            || steps != null && !steps.wasClosed();
    }

    UnreadableRecords unreadable() {
        return unreadable;
    }

    /** Reads entries for another node, which can ask others for those that the disk cannot read. */
    int readForOthers(final int groupId, final long fromLsn, final long toLsn, final int maxBytes,
                      final OrderedEntryHandler handler) {
        if (unreadable.isEntry(groupId, fromLsn)) {
            return 0;
        }
        servedGroup = groupId;
        try {
            final int read = ordered.read(groupId, fromLsn, toLsn, maxBytes, handler);
            unreadable.onEntryRead(groupId, fromLsn);
            return read;
        } catch (final ReadFailedException e) {
            unreadable.onEntry(groupId, fromLsn, ordered.appended(groupId), e);
            return 0;
        } finally {
            servedGroup = NONE;
        }
    }

    /** Reads a body for another node; {@link OrderedEntryHandler#NO_BODY} where the disk cannot. */
    int readBodyForOthers(final int groupId, final long lsn, final long position, final EntryMeta expected,
                          final ExpandableArrayBuffer target) {
        if (unreadable.isBody(groupId, position)) {
            return OrderedEntryHandler.NO_BODY;
        }
        try {
            final int length = scattered.readBody(position, expected, target);
            unreadable.onBodyRead(groupId, position);
            return length;
        } catch (final ReadFailedException e) {
            unreadable.onBody(groupId, position, Math.max(lsn, ordered.appended(groupId)), e);
            return OrderedEntryHandler.NO_BODY;
        }
    }

    /** Notes that something that was read is damaged, to be made durable by {@link #close()}. */
    void loseLogs() {
        meta.loseLogs();
    }

    /** Notes durably that a replica has diverged, so that no supervisor starts the node again. */
    void noteDiverged(final DivergedException reason) {
        DivergedMark.write(disks.get(0), reason);
    }

    /** Who knows in which life each node is. */
    void lives(final Lives newLives) {
        lives = newLives;
    }

    Lives lives() {
        return lives;
    }

    /** This node draws the birth id of its cluster. */
    void setUpNow() {
        setUpNow = true;
    }

    /** Whether this node has drawn the birth id of its cluster in this run. */
    boolean isSetUpNow() {
        return setUpNow;
    }

    MetaStore meta() {
        return meta;
    }

    OrderedLog ordered() {
        return ordered;
    }

    ScatteredLog scattered() {
        return scattered;
    }

    /** The log of steps; null where no group needs it. */
    ScatteredLog steps() {
        return steps;
    }

    RecoveredRecords recovered() {
        return recovered;
    }

    SnapshotStore snapshots() {
        return snapshots;
    }

    TransferDesk transfers() {
        return transfers;
    }

    SnapshotDesk snapshotDesk() {
        return snapshotDesk;
    }

    /** Whether a flush of a log waits for space on its disk. */
    boolean isFull() {
        for (final Flusher log : logs) {
            if (log.isFull()) {
                return true;
            }
        }
        return false;
    }

    /** Which logs wait for space, and where they are; empty for none. */
    String fullDisk() {
        final StringBuilder all = new StringBuilder();
        for (final Flusher log : logs) {
            if (log.isFull()) {
                final FlushCounters of = log.counters();
                all.append(all.isEmpty() ? "the " : ", the ").append(of.log()).append(" log in ")
                    .append(disks.get(of.directory()).name());
            }
        }
        return all.toString();
    }

    boolean isAwaited(final Flusher flusher) {
        return scattered.flushers().contains(flusher) || steps != null && steps.flushers().contains(flusher);
    }

    List<Flusher> flushers() {
        final List<Flusher> flushers = new ArrayList<>(List.of(logs));
        flushers.add(transfers);
        return flushers;
    }

    private List<Flusher> flushersOfLogs() {
        final List<Flusher> flushers = new ArrayList<>(scattered.flushers());
        if (steps != null) {
            flushers.addAll(steps.flushers());
        }
        flushers.addAll(ordered.flushers());
        flushers.add(meta.flusher());
        return flushers;
    }

    int poll(final DurableHandler handler, final DurableHandler stepHandler, final long nowNs) {
        unreadable.now(nowNs);
        return pollScattered(handler, stepHandler) + ordered.poll(nowNs) + meta.poll() + transfers.poll();
    }

    /**
     * Reports what became durable, and writes what is staged, on this thread: the flushers' threads have ended.
     *
     * @param handler     receives each record of the scattered log that became durable.
     * @param stepHandler receives each of the log of steps.
     * @return how much was done; 0 when nothing is left, or nothing can be written because a disk is full.
     * @throws io.fleet.storage.StorageException when a disk fails.
     */
    int settle(final DurableHandler handler, final DurableHandler stepHandler) {
        int work = report(handler, stepHandler);
        for (final Flusher flusher : logs) {
            try {
                work += flusher.doWork();
            } catch (final RuntimeException e) {
                throw e;
            } catch (final Exception e) {
                throw new IllegalStateException(flusher.roleName() + " failed", e);
            }
        }
        return work + report(handler, stepHandler);
    }

    private int report(final DurableHandler handler, final DurableHandler stepHandler) {
        return pollScattered(handler, stepHandler) + ordered.flush() + meta.poll();
    }

    private int pollScattered(final DurableHandler handler, final DurableHandler stepHandler) {
        return scattered.poll(handler) + (steps == null ? 0 : steps.poll(stepHandler));
    }

    /** Writes what is staged and ends a run in good order: the next one trusts what it finds (S15). */
    @Override
    public void close() {
        closeAll(() -> CloseHelper.closeAll(scattered, steps, ordered), meta::closed);
    }

    /** Writes what is staged and leaves the doubt for the next start: of this one, or of a failure. */
    void closeInDoubt() {
        LEFT_IN_DOUBT.hit();
        closeAll(() -> CloseHelper.closeAll(scattered::closeInDoubt, steps == null ? null : steps::closeInDoubt,
            ordered::closeInDoubt), () -> { });
    }

    /** Whichever throws an exception, all are closed, the disks and their locks last; the first failure is thrown. */
    private void closeAll(final Runnable logs, final Runnable whenLogsAreClosed) {
        final List<AutoCloseable> steps = new ArrayList<>();
        steps.add(() -> {
            logs.run();
            whenLogsAreClosed.run();
        });
        steps.add(meta);
        steps.addAll(disks);
        CloseHelper.closeAll(steps);
    }

    /** Closes the files and writes nothing; the disks stay open for another attempt. No flusher has run. */
    void abandon() {
        abandonLogs();
        meta.abandon();
    }

    private void abandonLogs() {
        abandonScattered();
        ordered.abandon();
    }

    private void abandonScattered() {
        scattered.abandon();
        if (steps != null) {
            steps.abandon();
        }
    }
}
