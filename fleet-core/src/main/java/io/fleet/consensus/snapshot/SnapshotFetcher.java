package io.fleet.consensus.snapshot;

import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.coverage.CoverageMark;
import java.util.function.LongConsumer;

/**
 * Receives the snapshot that a replica needs which lags too far, or whose entries nobody holds any more: asks whoever
 * offered it for one window of bytes after the other, asks again for what was lost, and asks another member when one
 * falls silent or has another snapshot by then. What is taken of it is nothing but chosen (S6); it never takes the
 * replica backwards, and a leader takes none that goes beyond its base (S4): there it counts for itself.
 */
public final class SnapshotFetcher {
    private static final CoverageMark BEGUN = CoverageMark.named("snapshot-fetcher.begun");
    private static final CoverageMark STUCK = CoverageMark.named("snapshot-fetcher.asked-because-bodies-are-gone");
    private static final CoverageMark GAP = CoverageMark.named("snapshot-fetcher.chunk-lost");
    private static final CoverageMark SILENT = CoverageMark.named("snapshot-fetcher.next-member-asked");
    private static final CoverageMark OTHER = CoverageMark.named("snapshot-fetcher.source-has-another-one");
    private static final CoverageMark GIVEN_UP = CoverageMark.named("snapshot-fetcher.given-up-for-now");
    private static final CoverageMark OVERTAKEN = CoverageMark.named("snapshot-fetcher.overtaken-by-entries");
    private static final CoverageMark UNASKED = CoverageMark.named("snapshot-fetcher.nobody-asked-for-it");
    private static final CoverageMark LEADS = CoverageMark.named("snapshot-fetcher.beyond-a-leaders-base");

    /** A replica that lacks a body for this many resends asks for a snapshot. */
    public static final int STUCK_RESENDS = 16;
    /** As many times in vain, for each member, is it asked for a piece. */
    private static final int ATTEMPTS = 4;

    private final SnapshotContext context;
    private final SnapshotExchange snapshots;
    private final LongConsumer onKnown;
    private final SnapshotRequest request = new SnapshotRequest();
    private final CatchUpRequest plea = new CatchUpRequest();
    private int source;
    private long requestedTo;
    private long lastReceived;
    private long lastNs;
    private long gapAt;
    private int misses;
    private long stuckLsn = -1;
    private long stuckSinceNs;
    private int turn;

    /**
     * Creates one that receives nothing.
     *
     * @param context of the group.
     * @param onKnown hears up to which LSN somebody has a snapshot, so that entries up to there are chosen.
     */
    public SnapshotFetcher(final SnapshotContext context, final LongConsumer onKnown) {
        this.context = context;
        this.onKnown = onKnown;
        snapshots = context.snapshots();
    }

    /** Whether a snapshot is under way. */
    public boolean isReceiving() {
        return snapshots.incoming() != null;
    }

    /**
     * A member has a snapshot.
     *
     * @param sender  the member.
     * @param offer   which snapshot.
     * @param ceiling up to where this node may take one.
     * @param nowNs   the clock.
     */
    public void onOffer(final int sender, final SnapshotOffer offer, final long ceiling, final long nowNs) {
        if (!context.questions().isAnswer(sender, offer.nonce)) {
            UNASKED.hit();
            return;
        }
        onKnown.accept(offer.lsn);
        if (offer.lsn <= context.progress().applied()) {
            return;
        }
        final SnapshotId incoming = snapshots.incoming();
        if (incoming == null) {
            begin(sender, new SnapshotId(offer.lsn, offer.totalLength, offer.checksum), ceiling, nowNs);
        } else if (sender == source && !isOf(incoming, offer.lsn, offer.totalLength, offer.checksum)) {
            OTHER.hit();
            misses++;
            nextSource();
            requestedTo = 0;
        }
    }

    /**
     * A piece of a snapshot is here.
     *
     * @param sender the member that sent it; one that was not asked sends none.
     * @param chunk  the piece.
     */
    public void onChunk(final int sender, final SnapshotChunk chunk) {
        if (!context.questions().isAnswer(sender, chunk.nonce)) {
            UNASKED.hit();
            return;
        }
        final SnapshotId incoming = snapshots.incoming();
        if (incoming == null || !isOf(incoming, chunk.lsn, chunk.totalLength, chunk.checksum)) {
            return;
        }
        final long received = snapshots.received();
        if (snapshots.take(chunk.offset, chunk.buffer, chunk.bufferOffset, chunk.chunkLength)) {
            context.counters().snapshotBytesReceived.add(chunk.chunkLength);
        } else if (received >= 0 && chunk.offset > received && gapAt != received) {
            GAP.hit();
            gapAt = received;
            requestedTo = 0;
        }
    }

    /**
     * One duty cycle.
     *
     * @param lacksBody whether the next entry to apply is chosen, and its body is not here.
     * @param nowNs     the clock in nanoseconds.
     * @return how much was done.
     */
    public int doWork(final boolean lacksBody, final long nowNs) {
        final SnapshotId incoming = snapshots.incoming();
        if (incoming == null) {
            return lacksBody ? plead(nowNs) : 0;
        }
        stuckLsn = -1;
        if (incoming.lsn() <= context.progress().applied()) {
            OVERTAKEN.hit();
            snapshots.abandon(false);
            return 1;
        }
        final long received = snapshots.received();
        if (received < 0 || received >= incoming.length()) {
            lastNs = nowNs;
            return 0;
        }
        if (received != lastReceived) {
            lastReceived = received;
            lastNs = nowNs;
            misses = 0;
        }
        if (nowNs - lastNs >= context.resendNs()) {
            lastNs = nowNs;
            misses++;
            if ((misses & 1) == 0) {
                SILENT.hit();
                nextSource();
            }
            if (misses > ATTEMPTS * (context.peers().others().length + 1)) {
                GIVEN_UP.hit();
                snapshots.abandon(true);
                return 1;
            }
        } else if (received < requestedTo || snapshots.room() < SnapshotServer.MAX_BYTES) {
            return 0;
        }
        ask(incoming, received);
        return 1;
    }

    /**
     * Only a snapshot tells what comes next: asks a member for one, unless one is under way.
     *
     * @param member who has one, as far as is known.
     */
    public void want(final int member) {
        if (snapshots.incoming() == null) {
            plead(member);
        }
    }

    private void begin(final int sender, final SnapshotId id, final long ceiling, final long nowNs) {
        if (id.lsn() > ceiling) {
            LEADS.hit();
            return;
        }
        if (snapshots.begin(id, nowNs)) {
            BEGUN.hit();
            source = sender;
            requestedTo = 0;
            lastReceived = -1;
            gapAt = -1;
            lastNs = nowNs;
            misses = 0;
        }
    }

    private void ask(final SnapshotId incoming, final long received) {
        request.lsn = incoming.lsn();
        request.totalLength = incoming.length();
        request.checksum = incoming.checksum();
        request.offset = received;
        request.maxBytes = SnapshotServer.MAX_BYTES;
        requestedTo = Math.min(incoming.length(), received + SnapshotServer.MAX_BYTES);
        request.nonce = context.questions().to(source);
        context.outbound().send(source, request);
    }

    /** The body of a chosen entry does not come: nobody may hold it any more, so a snapshot must make up for it. */
    private int plead(final long nowNs) {
        final long applied = context.progress().applied();
        if (stuckLsn != applied) {
            stuckLsn = applied;
            stuckSinceNs = nowNs;
        }
        if (nowNs - stuckSinceNs < context.resendNs() * STUCK_RESENDS) {
            return 0;
        }
        STUCK.hit();
        stuckSinceNs = nowNs - context.resendNs() * (STUCK_RESENDS / 2);
        plead(other(turn++));
        return 1;
    }

    private void plead(final int member) {
        plea.fromLsn = context.progress().applied() + 1;
        plea.offset = 0;
        plea.maxBytes = 0;
        plea.nonce = context.questions().to(member);
        context.outbound().send(member, plea);
    }

    private void nextSource() {
        final int[] peers = context.peers().others();
        int next = 0;
        while (next < peers.length && peers[next] != source) {
            next++;
        }
        source = other(next + 1);
    }

    /** One of the others in turn; this node where there is none. */
    private int other(final int number) {
        final int[] peers = context.peers().others();
        return peers.length == 0 ? context.outbound().self() : peers[(number & Integer.MAX_VALUE) % peers.length];
    }

    private static boolean isOf(final SnapshotId id, final long lsn, final long length, final int checksum) {
        return id.lsn() == lsn && id.length() == length && id.checksum() == checksum;
    }
}
