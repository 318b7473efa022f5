package io.fleet.ec.host;

import io.fleet.ec.group.CodedGroup;
import io.fleet.ec.mec.Quorums;
import io.fleet.protocol.ChosenEntries;
import io.fleet.protocol.ChosenEntry;
import io.fleet.protocol.ProtocolContext;
import io.fleet.protocol.Questions;
import io.fleet.protocol.ReplicaProgress;
import io.fleet.protocol.SnapshotCoverage;
import io.fleet.protocol.Turn;
import io.fleet.protocol.message.CatchUpRequest;
import io.fleet.protocol.message.Message;
import io.fleet.protocol.message.SnapshotChunk;
import io.fleet.protocol.message.SnapshotOffer;
import io.fleet.protocol.message.SnapshotRequest;
import io.fleet.protocol.message.SnapshotTurn;
import io.fleet.protocol.snapshot.SnapshotContext;
import io.fleet.protocol.snapshot.SnapshotFetcher;
import io.fleet.protocol.snapshot.SnapshotPeers;
import io.fleet.protocol.snapshot.SnapshotServer;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The snapshots of a coded group on one node: whose turn it is to write one, which members hold which, and how one that
 * lags further than decisions reach, or lacks a part that nobody has any more, gets that of another.
 */
final class HostedSnapshots {
    /** The last word of a member about its turn counts for so many election timeouts. */
    private static final int LEASE_TIMEOUTS = 2;

    private final MemberTable table;
    private final CodedGroup group;
    private final ChosenEntries entries;
    private final ReplicaProgress progress;
    private final OldestFirst turn;
    private final HostedCover cover;
    private final SnapshotServer server;
    private final SnapshotFetcher fetcher;
    private final StateParts parts;
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

    /** No turn has been asked for, and nothing is received. */
    HostedSnapshots(final ProtocolContext context, final MemberTable table, final Quorums quorums,
                    final CodedGroup group, final ChosenEntries entries) {
        this.table = table;
        this.group = group;
        this.entries = entries;
        progress = context.progress();
        final int self = table.nodeAt(table.self());
        final int[] others = IntStream.range(0, table.size()).map(table::nodeAt)
            .filter(node -> node != self).toArray();
        final SnapshotContext transfer = new SnapshotContext(new Peers(table, others), context.outbound(),
            context.snapshots(), context.logs().recorded(), progress, context.counters(),
            new Questions(context.randomSeed()),
            TimeUnit.MILLISECONDS.toNanos(context.config().resendMillis()), context.config().windowEntries());
        turn = new OldestFirst(table, context.outbound(),
            LEASE_TIMEOUTS * TimeUnit.MILLISECONDS.toNanos(context.config().electionTimeoutMillis()));
        turn.onOwn(progress.applied());
        cover = new HostedCover(group.upkeep(), quorums.faults() + 1, table.size(), turn::onOwn);
        server = new SnapshotServer(transfer);
        fetcher = new SnapshotFetcher(transfer, lsn -> { });
        parts = new StateParts(group.upkeep(), progress);
    }

    Turn turn() {
        return turn;
    }

    SnapshotCoverage cover() {
        return cover;
    }

    /** A message of another member; false when it is about something else. */
    boolean onMessage(final int sender, final Message message, final long nowNs) {
        switch (message.type()) {
            case SNAPSHOT_TURN -> turn.onTurn(table.positionOf(sender), (SnapshotTurn) message, nowNs);
            case SNAPSHOT_OFFER -> fetcher.onOffer(sender, (SnapshotOffer) message, Long.MAX_VALUE, nowNs);
            case SNAPSHOT_REQUEST -> server.onRequest(sender, (SnapshotRequest) message);
            case SNAPSHOT_CHUNK -> fetcher.onChunk(sender, (SnapshotChunk) message);
            case CATCH_UP_REQUEST -> server.offersInstead(sender, (CatchUpRequest) message);
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A member has only a snapshot of what this node has to learn next. */
    void onCovered(final int member) {
        fetcher.want(table.nodeAt(member));
    }

    /** The replica has the state of another's snapshot. */
    void onInstalled(final long lsn) {
        parts.renew();
        group.upkeep().install(lsn);
        turn.onOwn(lsn);
    }

    int doWork(final long nowNs) {
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
