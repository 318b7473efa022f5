package io.fleet.node.store;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.node.config.NodeContext;
import io.fleet.node.divergence.DivergedException;
import io.fleet.node.divergence.DivergedMarker;
import io.fleet.node.snapshot.SnapshotHandoff;
import io.fleet.node.snapshot.SnapshotIoExecutor;
import io.fleet.storage.EntryMeta;
import io.fleet.storage.ReadFailedException;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.disk.Disk;
import io.fleet.storage.log.FlushCounters;
import io.fleet.storage.log.Flusher;
import io.fleet.storage.meta.MetaStore;
import io.fleet.storage.ordered.BodyReader;
import io.fleet.storage.ordered.OrderedEntryHandler;
import io.fleet.storage.ordered.OrderedLog;
import io.fleet.storage.scattered.DurableHandler;
import io.fleet.storage.scattered.ScatteredLog;
import io.fleet.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;

/**
 * What a node keeps on its disks while it runs; {@link NodeRecovery} opens it. All groups share it, so that many groups
 * cost no more fsyncs than one busy group.
 */
public final class NodeStore implements AutoCloseable {
    private static final CoverageMark LEFT_IN_DOUBT = CoverageMark.named("standing.closed-in-doubt");

    private final List<Disk> disks;
    private final MetaStore meta;
    private final OrderedLog ordered;
    private final ScatteredLog scattered;
    /** What groups have said about the order of entries; null where none needs it. */
    private final ScatteredLog votes;
    private final SnapshotStore snapshots;
    /** What writes the logs and the meta store. */
    private final Flusher[] logs;
    private final SnapshotIoExecutor transfers = new SnapshotIoExecutor();
    private final SnapshotHandoff snapshotDesk = new SnapshotHandoff();
    private final UnreadableRecords unreadable;
    private boolean setUpNow;

    NodeStore(final NodeContext context, final MetaStore meta, final OrderedLog ordered, final ScatteredLog scattered,
              final ScatteredLog votes, final SnapshotStore snapshots) {
        this.meta = meta;
        this.ordered = ordered;
        this.scattered = scattered;
        this.votes = votes;
        this.snapshots = snapshots;
        disks = context.disks();
        unreadable = new UnreadableRecords(context.events());
        logs = flushersOfLogs().toArray(new Flusher[0]);
    }

    /** The members of its groups, of which some changed: who would repair this node (S15). */
    public void membersChanged(final List<Configuration> groups, final int node) {
        boolean isKnown = false;
        boolean isSole = false;
        for (final Configuration members : groups) {
            final GroupMember self = members.member(node);
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
    public boolean isSuspect() {
        return !meta.wasClosed() || !scattered.wasClosed() || !ordered.wasClosed()
            || votes != null && !votes.wasClosed();
    }

    public UnreadableRecords unreadable() {
        return unreadable;
    }

    /** Reads entries for another node, which can ask others for those that the disk cannot read. */
    int readForOthers(final int groupId, final long fromLsn, final long toLsn, final int maxBytes,
                      final BodyReader bodies, final OrderedEntryHandler handler) {
        if (unreadable.isEntry(groupId, fromLsn)) {
            return 0;
        }
        try {
            final int read = ordered.read(groupId, fromLsn, toLsn, maxBytes, bodies, handler);
            unreadable.onEntryRead(groupId, fromLsn);
            return read;
        } catch (final ReadFailedException e) {
            unreadable.onEntry(groupId, fromLsn, ordered.appended(groupId), e);
            return 0;
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
    public void loseLogs() {
        meta.loseLogs();
    }

    /** Notes durably that a replica has diverged, so that no supervisor starts the node again. */
    public void noteDiverged(final DivergedException reason) {
        DivergedMarker.write(disks.get(0), reason);
    }

    /** This node draws the birth id of its cluster. */
    public void setUpNow() {
        setUpNow = true;
    }

    /** Whether this node has drawn the birth id of its cluster in this run. */
    boolean isSetUpNow() {
        return setUpNow;
    }

    public MetaStore meta() {
        return meta;
    }

    public OrderedLog ordered() {
        return ordered;
    }

    public ScatteredLog scattered() {
        return scattered;
    }

    /** The log of votes; null where no group needs it. */
    public ScatteredLog votes() {
        return votes;
    }

    public SnapshotStore snapshots() {
        return snapshots;
    }

    public SnapshotIoExecutor transfers() {
        return transfers;
    }

    public SnapshotHandoff snapshotDesk() {
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

    public boolean isAwaited(final Flusher flusher) {
        return scattered.flushers().contains(flusher) || votes != null && votes.flushers().contains(flusher);
    }

    public List<Flusher> flushers() {
        final List<Flusher> flushers = new ArrayList<>(List.of(logs));
        flushers.add(transfers);
        return flushers;
    }

    private List<Flusher> flushersOfLogs() {
        final List<Flusher> flushers = new ArrayList<>(scattered.flushers());
        if (votes != null) {
            flushers.addAll(votes.flushers());
        }
        flushers.addAll(ordered.flushers());
        flushers.add(meta.flusher());
        return flushers;
    }

    /**
     * Reports what became durable, and hands over what is staged.
     *
     * @param handler      receives each record of the scattered log that became durable.
     * @param voteHandler  receives each of the log of votes.
     * @param groupHandler takes the group of whatever else became durable, perhaps more than once: of entries of the
     *                     ordered log, promises and what else is in the meta store, and pieces of snapshots. A note
     *                     of a group in the meta store is told under its negative number, and so may be groups that
     *                     are not hosted.
     * @param nowNs        the time of this cycle.
     * @return how much of either was done.
     * @throws io.fleet.storage.StorageException when a disk fails.
     */
    public int poll(final DurableHandler handler, final DurableHandler voteHandler, final IntConsumer groupHandler,
                    final long nowNs) {
        unreadable.now(nowNs);
        return pollScattered(handler, voteHandler) + ordered.poll(nowNs, groupHandler) + meta.poll(groupHandler)
            + transfers.poll(groupHandler);
    }

    /**
     * Reports what became durable, and writes what is staged, on this thread: the flushers' threads have ended.
     *
     * @param handler     receives each record of the scattered log that became durable.
     * @param voteHandler receives each of the log of votes.
     * @return how much was done; 0 when nothing is left, or nothing can be written because a disk is full.
     * @throws io.fleet.storage.StorageException when a disk fails.
     */
    public int settle(final DurableHandler handler, final DurableHandler voteHandler) {
        int work = report(handler, voteHandler);
        for (final Flusher flusher : logs) {
            try {
                work += flusher.doWork();
            } catch (final RuntimeException e) {
                throw e;
            } catch (final Exception e) {
                throw new IllegalStateException(flusher.roleName() + " failed", e);
            }
        }
        return work + report(handler, voteHandler);
    }

    private int report(final DurableHandler handler, final DurableHandler voteHandler) {
        return pollScattered(handler, voteHandler) + ordered.flush() + meta.poll();
    }

    private int pollScattered(final DurableHandler handler, final DurableHandler voteHandler) {
        return scattered.poll(handler) + (votes == null ? 0 : votes.poll(voteHandler));
    }

    /** Writes what is staged and ends a run in good order: the next one trusts what it finds (S15). */
    @Override
    public void close() {
        closeAll(() -> CloseHelper.closeAll(scattered, votes, ordered), meta::closed);
    }

    /** Writes what is staged and leaves the doubt for the next start: of this one, or of a failure. */
    public void closeInDoubt() {
        LEFT_IN_DOUBT.hit();
        closeAll(() -> CloseHelper.closeAll(scattered::closeInDoubt, votes == null ? null : votes::closeInDoubt,
            ordered::closeInDoubt), () -> {});
    }

    /** Whichever throws an exception, all are closed, the disks and their locks last; the first failure is thrown. */
    private void closeAll(final Runnable logs, final Runnable whenLogsAreClosed) {
        final List<AutoCloseable> closing = new ArrayList<>();
        closing.add(() -> {
            logs.run();
            whenLogsAreClosed.run();
        });
        closing.add(meta);
        closing.addAll(disks);
        CloseHelper.closeAll(closing);
    }

    /** Closes the files and writes nothing; the disks stay open for another attempt. No flusher has run. */
    public void abandon() {
        scattered.abandon();
        if (votes != null) {
            votes.abandon();
        }
        ordered.abandon();
        meta.abandon();
    }
}
