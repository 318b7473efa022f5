package io.fleet.ec.node.snapshot;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.ChosenEntry;
import io.fleet.consensus.DurableSnapshots;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ProtocolContext;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.consensus.snapshot.SnapshotContext;
import io.fleet.consensus.snapshot.SnapshotFetcher;
import io.fleet.consensus.snapshot.SnapshotPeers;
import io.fleet.consensus.snapshot.SnapshotServer;
import io.fleet.ec.consensus.Quorums;
import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.node.member.MemberTable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The snapshots of a coded group on one node: whose turn it is to write one, which members hold which, and how one that
 * lags further than decisions reach, or lacks a part that nobody has any more, gets that of another.
 */
public final class HostedSnapshots implements SnapshotRules {
    /** The last word of a member about its turn counts for so many election timeouts. */
    private static final int LEASE_TIMEOUTS = 2;

    private final MemberTable table;
    private final CodedGroup group;
    private final ChosenEntries entries;
    private final ReplicaProgress progress;
    private final OldestFirstPermits turn;
    private final HostedCover cover;
    private final SnapshotServer server;
    private final SnapshotFetcher fetcher;
    private final StateParts parts;
    private final Runnable onReplaced;
    private final BooleanSupplier lacksRoom;
    private final ChosenEntry next = new ChosenEntry();

    /** Who sends snapshots to whom. */
    private record Peers(MemberTable table, int[] others) implements SnapshotPeers {
        @Override
        public int slotOf(final int node) {
            return table.positionOf(node);
        }

        @Override
        public int nodeAt(final int slot) {
            return table.nodeAt(slot);
        }
    }

    /**
     * No turn has been asked for, and nothing is received.
     *
     * @param onReplaced the replica's state was replaced by that of another member.
     * @param lacksRoom  whether a snapshot of this node is wanted for want of room among its parts.
     */
    public HostedSnapshots(final ProtocolContext context, final MemberTable table, final Quorums quorums,
                           final CodedGroup group, final ChosenEntries entries, final Runnable onReplaced,
                           final BooleanSupplier lacksRoom) {
        this.onReplaced = onReplaced;
        this.lacksRoom = lacksRoom;
        this.table = table;
        this.group = group;
        this.entries = entries;
        progress = context.progress();
        final int self = table.nodeAt(table.self());
        final int[] others = IntStream.range(0, table.size()).map(table::nodeAt)
            .filter(node -> node != self).toArray();
        final SnapshotContext transfer = new SnapshotContext(new Peers(table, others), context.outbound(),
            context.snapshots(), context.logs().recorded(), progress, context.counters(),
            new RequestNonces(context.randomSeed()),
            TimeUnit.MILLISECONDS.toNanos(context.config().resendMillis()), context.config().windowEntries());
        turn = new OldestFirstPermits(table, context.outbound(),
            LEASE_TIMEOUTS * TimeUnit.MILLISECONDS.toNanos(context.config().electionTimeoutMillis()));
        turn.onOwn(progress.applied());
        cover = new HostedCover(group.snapshots(), quorums.faults() + 1, table.size(), turn::onOwn);
        server = new SnapshotServer(transfer);
        fetcher = new SnapshotFetcher(transfer, lsn -> {});
        parts = new StateParts(group.parts(), progress);
    }

    @Override
    public SnapshotPermit turn() {
        return turn;
    }

    @Override
    public DurableSnapshots cover() {
        return cover;
    }

    @Override
    public boolean isWanted() {
        return lacksRoom.getAsBoolean() || group.room().isSnapshotDue();
    }

    @Override
    public long ceiling() {
        return Long.MAX_VALUE;
    }

    /** What {@link io.fleet.ec.group.retention.GroupSnapshots#forgettableDecisions} says of decisions. */
    @Override
    public long forgettableOrdered(final long covered) {
        return Math.min(covered, group.snapshots().forgettableDecisions());
    }

    /** Registers for what members say of snapshots. */
    public void register(final MessageRoutes.Guarded routes) {
        routes.<SnapshotTurn>on(MessageType.SNAPSHOT_TURN, (sender, asked, nowNs) -> turn.onTurn(table.positionOf(
            sender), asked, nowNs));
        routes.<SnapshotOffer>on(MessageType.SNAPSHOT_OFFER, (sender, offer, nowNs) -> fetcher.onOffer(sender, offer,
            Long.MAX_VALUE, nowNs));
        routes.<SnapshotRequest>on(MessageType.SNAPSHOT_REQUEST, (sender, request, nowNs) -> server.onRequest(sender,
            request));
        routes.<SnapshotChunk>on(MessageType.SNAPSHOT_CHUNK, (sender, chunk, nowNs) -> fetcher.onChunk(sender, chunk));
        routes.<CatchUpRequest>on(MessageType.CATCH_UP_REQUEST, (sender, request, nowNs) -> server.offersInstead(sender,
            request, true));
    }

    /** A member has only a snapshot of what this node has to learn next. */
    public void onCovered(final int member) {
        fetcher.want(table.nodeAt(member));
    }

    @Override
    public void onInstalled(final long lsn) {
        onReplaced.run();
        parts.renew();
        group.snapshots().install(lsn);
        turn.onOwn(lsn);
    }

    public int doWork(final long nowNs) {
        return parts.doWork() + turn.doWork(nowNs) + server.doWork(nowNs) + fetcher.doWork(lacksNext(), nowNs);
    }

    /**
     * Whether the next entry is decided and acknowledged, and is not here, or this node's part of it, or payloads that
     * it looks into.
     */
    private boolean lacksNext() {
        final long applied = progress.applied();
        return applied < group.learned() && (applied >= group.applied() || progress.waitsForPayloads()
            || !entries.read(applied + 1, next));
    }
}
