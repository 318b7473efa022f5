package io.fleet.node.store;

import io.fleet.consensus.ProtocolFactory;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LostRecord;
import io.fleet.consensus.store.RecordNumbers;
import io.fleet.error.ConfigException;
import io.fleet.node.config.AgreedSettings;
import io.fleet.node.config.GroupSpec;
import io.fleet.node.config.NodeContext;
import io.fleet.node.config.ProtocolFactories;
import io.fleet.node.divergence.DivergedMarker;
import io.fleet.storage.DamagedStorageException;
import io.fleet.storage.SettingsChangedException;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.VoterState;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.meta.GroupSettings;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.agrona.collections.IntHashSet;

/**
 * How a node comes back from its disks: it opens what it keeps, and then restores its groups, each by a
 * {@code GroupRecovery}. Read it from the top down; nothing else of a start reads a disk.
 *
 * <p>Stores are opened in the order that safety needs (S15). The meta store (identity, promises, standings) comes
 * first: it says whether the node votes, and what is found missing or damaged after it is first noted there durably,
 * then set aside, and only then replaced by empty logs, so that a crash at any point leaves a node that does not vote.
 * One that replaces a meta store that is lost says so from its first byte on. The ordered log (what is known chosen)
 * comes next, because only records above it are kept of the scattered log (what was accepted), which comes third, and
 * of the log of votes beside it, which is there only where a group needs it. Snapshots are a shortcut through the
 * ordered log and prove nothing; where it was trimmed behind one, that one must be there.
 *
 * <p>Damage, and a voter's log that is missing, make the node one that has lost its state: it starts with empty logs
 * and is repaired from the others. A node without others does not start, nor one that has diverged.
 */
public final class NodeRecovery {
    private static final CoverageMark RENEWED = CoverageMark.named("standing.logs-set-aside");
    private static final CoverageMark META_LOST = CoverageMark.named("standing.meta-lost");
    private static final CoverageMark UNREADABLE = CoverageMark.named("standing.members-unreadable");
    private static final CoverageMark RECORDS_LOST = CoverageMark.named("standing.parts-lost");

    private final NodeContext context;
    private final StorageIdentity identity;
    private final Disk first;
    private final int mark;

    /**
     * A recovery that has not begun.
     *
     * @param context what the node is made of.
     * @param mark    of this start, by chance.
     */
    public NodeRecovery(final NodeContext context, final int mark) {
        this.context = context;
        this.mark = mark;
        identity = context.storageIdentity();
        first = context.disks().get(0);
    }

    /** What a node has opened, and what was found of its groups in logs that are read as they are opened. */
    public record Opened(NodeStore storage, RecoveredRecords found) {
    }

    /**
     * Opens the stores and restores the groups, twice where damage shows only when all that is stored is read.
     *
     * @param restore restores the groups from what is open.
     * @param <T>     what comes of that.
     * @return what {@code restore} has returned.
     * @throws io.fleet.storage.StorageException when there is nobody to be repaired from, or files are foreign; all is
     *                                           closed.
     */
    public <T> T recover(final BiFunction<NodeStore, RecoveredRecords, T> restore) {
        final Opened opened = open(null);
        try {
            return restoreOrAbandon(opened, restore);
        } catch (final DamagedStorageException e) {
            return restoreOrAbandon(open(e), restore);
        }
    }

    private static <T> T restoreOrAbandon(final Opened opened,
                                          final BiFunction<NodeStore, RecoveredRecords, T> restore) {
        boolean isRestored = false;
        try {
            final T restored = restore.apply(opened.storage, opened.found);
            isRestored = true;
            return restored;
        } finally {
            if (!isRestored) {
                opened.storage.abandon();
            }
        }
    }

    /**
     * Opens everything.
     *
     * @param found damage that an attempt before this one met when it read what is stored here; null for none.
     */
    public Opened open(final DamagedStorageException found) {
        DivergedMarker.check(first);
        DamagedStorageException damage = missingMeta();
        if (damage != null) {
            META_LOST.hit();
            replaceMeta(damage);
        }
        MetaStore meta = null;
        boolean opened = false;
        try {
            try {
                meta = openMeta();
            } catch (final DamagedStorageException e) {
                replaceMeta(e);
                meta = openMeta();
                damage = e;
            }
            final Opened all = openLogs(meta, damage == null ? found : damage);
            opened = true;
            return all;
        } finally {
            if (!opened && meta != null) {
                meta.abandon();
            }
        }
    }

    /** The meta store comes first: where there are logs and it is not, or where it was set aside, it is lost. */
    private DamagedStorageException missingMeta() {
        if (MetaStore.exists(first)) {
            return null;
        }
        final boolean hasLogs = !isOrderedLogNew() || !isScatteredLogNew();
        return hasLogs || MetaStore.isSetAside(first) ? new DamagedStorageException("the meta store in " + first.name()
            + " is missing, but it " + (hasLogs ? "has logs" : "was set aside before")
            + ": what the node had promised is lost") : null;
    }

    /** In the place of a meta store that is lost comes one that says so; where nobody else votes, nothing changes. */
    private void replaceMeta(final DamagedStorageException damage) {
        try {
            requireOthers(RecordedMembers.of(context, identity).isSole(context.members()), damage);
        } catch (final UnreadableMembersException e) {
            throw new DamagedStorageException(damage.getMessage() + "; and whether other nodes vote cannot be told: "
                + e.getMessage() + ". Where others vote, start node " + context.nodeId() + " with empty directories:"
                + " they give it everything again. Where none does, restore its directories from a backup, or lose"
                + " what they held");
        }
        if (MetaStore.exists(first)) {
            MetaStore.setAside(first);
        }
        MetaStore.createLost(identity, context.disks().size(), context.members(), groupIds(), first);
    }

    private MetaStore openMeta() {
        final Map<Integer, GroupSettings> settings = context.groups().stream()
            .collect(Collectors.toMap(GroupSpec::groupId, group -> AgreedSettings.bound(group.config())));
        try {
            return MetaStore.open(identity, context.disks().size(), context.members(), settings, mark, first);
        } catch (final SettingsChangedException e) {
            throw new ConfigException(e.getMessage());
        }
    }

    private Opened openLogs(final MetaStore meta, final DamagedStorageException found) {
        DamagedStorageException damage = found == null ? missingLog(meta) : found;
        if (damage == null) {
            try {
                return openFiles(meta);
            } catch (final DamagedStorageException e) {
                damage = e;
            }
        }
        requireOthers(isSole(meta), damage);
        return renew(meta, damage);
    }

    /** What is known to be lost before the logs are opened, which would create those that are missing. */
    private DamagedStorageException missingLog(final MetaStore meta) {
        if (meta.logsLost()) {
            return new DamagedStorageException("the logs in " + first.name()
                + " were found damaged before, and have not been replaced yet");
        }
        if (!meta.isAnyVoter()) {
            return null;
        }
        final String missing = isScatteredLogNew() ? "scattered log" : isOrderedLogNew() ? "ordered log"
            : isVotesLogMissing(meta) ? "log of votes" : null;
        return missing == null ? null : new DamagedStorageException("the " + missing + " in " + first.name()
            + " is missing, but the node has started " + (meta.incarnation() - 1)
            + " times before and votes: what it had accepted is lost");
    }

    private boolean isOrderedLogNew() {
        return OrderedLog.isNew(context.orderedLog(), first);
    }

    private boolean isScatteredLogNew() {
        return ScatteredLog.isNew(context.scatteredLog(), context.disks());
    }

    /** A group that needs it may be new on a node that has others, but then it does not vote yet. */
    private boolean isVotesLogMissing(final MetaStore meta) {
        final IntPredicate votesApart = groupsThat(NodeRecovery::votesApart);
        return ScatteredLog.isNew(votesConfig(), List.of(first)) && context.groups().stream().anyMatch(
            group -> votesApart.test(group.groupId()) && meta.durableStanding(group.groupId()) == VoterState.VOTER);
    }

    /** First the meta store says that the node does not vote, then the logs go, then there are new ones. */
    private Opened renew(final MetaStore meta, final DamagedStorageException damage) {
        RENEWED.hit();
        final boolean wasWhole = meta.isWhole();
        meta.loseLogs(groupIds());
        meta.sync();
        final int files = OrderedLog.setAside(context.orderedLog(), first, wasWhole)
            + ScatteredLog.setAside(context.scatteredLog(), context.disks(), wasWhole)
            + ScatteredLog.setAside(votesConfig(), List.of(first), wasWhole);
        context.events().onStateLost(damage.getMessage() + "; " + files + " files of the logs are set aside as"
            + " 'damaged-...', and the node does not vote until the others have given it everything again");
        final Opened opened = openFiles(meta);
        meta.logsRenewed();
        meta.sync();
        return opened;
    }

    /** Opens what lies behind the meta store; where one does not open, those before it are closed again. */
    private Opened openFiles(final MetaStore meta) {
        final Deque<Runnable> undo = new ArrayDeque<>();
        boolean opened = false;
        try {
            final OrderedLog ordered = OrderedLog.open(context.orderedLog(), identity, first);
            undo.push(ordered::abandon);
            final RecoveredRecords found =
                new RecoveredRecords(ordered::durable, groupsThat(mode -> mode.recordNumbers() == RecordNumbers.OWN));
            final ScatteredLog scattered = openScatteredLog(meta, found);
            undo.push(scattered::abandon);
            final ScatteredLog votes = isAnyGroup(NodeRecovery::votesApart)
                ? ScatteredLog.open(votesConfig(), identity, List.of(first), found::onVote) : null;
            if (votes != null) {
                undo.push(votes::abandon);
            }
            scattered.requireReached(ordered.references(), "the ordered log");
            ordered.forgetWhatIsGone(scattered::isTrimmed);
            ordered.referTo(scattered.bodiesInOrder()::readBody);
            final SnapshotStore snapshots = SnapshotStore.open(identity, first);
            opened = true;
            return new Opened(new NodeStore(context, meta, ordered, scattered, votes, snapshots), found);
        } finally {
            if (!opened) {
                undo(undo);
            }
        }
    }

    /** Each step, whatever becomes of the others. */
    private static void undo(final Deque<Runnable> steps) {
        if (!steps.isEmpty()) {
            try {
                steps.pop().run();
            } finally {
                undo(steps);
            }
        }
    }

    /**
     * Where all groups get back from others what single records held, damage costs these records: that the node does
     * not hold everything is durable before anything else is done (rules S15, R6). Where some group has votes in the
     * log, any damage is a loss of these.
     */
    private ScatteredLog openScatteredLog(final MetaStore meta, final RecoveredRecords found) {
        return !isAnyGroup(mode -> mode.lostRecord() == LostRecord.COSTS_VOTES)
            ? ScatteredLog.openDespiteLoss(context.scatteredLog(), identity, context.disks(), found::onRecord,
                what -> onRecordsLost(meta, what))
            : ScatteredLog.open(context.scatteredLog(), identity, context.disks(), found::onRecord);
    }

    private void onRecordsLost(final MetaStore meta, final String what) {
        RECORDS_LOST.hit();
        meta.loseStored(groupIds());
        meta.sync();
        context.events().onRecordsLost(what + "; what can be read is kept, and the node does not count as one that"
            + " holds what it stored until it has what is missing from the others");
    }

    /**
     * Whether nobody else votes in some group. The logs are ahead of the meta store, which hears of a configuration
     * when it is acted on; but they may be what is damaged, and what they show may be too old.
     */
    private boolean isSole(final MetaStore meta) {
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

    private void requireOthers(final boolean isSole, final DamagedStorageException damage) {
        if (isSole) {
            throw new DamagedStorageException(damage.getMessage()
                + "; node " + context.nodeId() + " is the only one that votes: there is nobody to be repaired"
                + " from. Restore its directories from a backup, or start with empty ones and lose what they held");
        }
    }

    private ScatteredLogConfig votesConfig() {
        return context.scatteredLog().forVotes();
    }

    private static boolean votesApart(final ProtocolFactory mode) {
        return mode.logs().contains(LogKind.VOTES);
    }

    private int[] groupIds() {
        return context.groups().stream().mapToInt(GroupSpec::groupId).toArray();
    }

    private boolean isAnyGroup(final Predicate<ProtocolFactory> has) {
        return context.groups().stream().anyMatch(group -> has.test(ProtocolFactories.of(group.config())));
    }

    /** Which of the groups that are hosted are of a mode with a property. */
    private IntPredicate groupsThat(final Predicate<ProtocolFactory> have) {
        final IntHashSet groups = new IntHashSet();
        context.groups().stream().filter(group -> have.test(ProtocolFactories.of(group.config())))
            .forEach(group -> groups.add(group.groupId()));
        return groups::contains;
    }
}
