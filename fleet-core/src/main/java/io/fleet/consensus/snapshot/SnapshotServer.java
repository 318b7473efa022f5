package io.fleet.consensus.snapshot;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.store.SnapshotExchange;
import io.fleet.storage.SnapshotId;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Sends pieces of snapshots to replicas that lag. What is sent holds nothing but what was applied here, so it is chosen
 * (S6). A request says all that is needed to answer it; of several of one replica the newest counts. No more bytes a
 * second go out than {@link SnapshotExchange#bytesPerSecond()}, to all together. What the transport has no room for now
 * is tried again soon, until whoever asked for it would ask again.
 */
public final class SnapshotServer {
    private static final CoverageMark OFFERED = CoverageMark.named("snapshot-server.offered");
    private static final CoverageMark CHEAPER = CoverageMark.named("snapshot-server.offered-as-the-cheaper-way");
    private static final CoverageMark OTHER = CoverageMark.named("snapshot-server.asked-for-another-one");
    private static final CoverageMark THROTTLED = CoverageMark.named("snapshot-server.throttled");
    private static final CoverageMark NOT_TAKEN = CoverageMark.named("snapshot-server.chunk-not-taken");
    private static final CoverageMark NEVER_TAKEN = CoverageMark.named("snapshot-server.chunk-given-up");

    /** The most bytes that one request is answered with. */
    public static final int MAX_BYTES = 512 << 10;
    /** A snapshot is the cheaper way for a replica that lags by this many windows, and more than its length says. */
    public static final int WINDOWS_BEHIND = 4;
    /** What an entry costs that is sent by itself, at the least: its line, and the way of its body. */
    public static final int BYTES_OF_AN_ENTRY = 64;
    /** So long is nothing sent after the transport had no room. */
    public static final long FULL_NS = 500_000;
    private static final long SECOND_NS = 1_000_000_000L;

    private final SnapshotContext context;
    private final SnapshotExchange snapshots;
    private final SnapshotOffer offer = new SnapshotOffer();
    private final SnapshotChunk chunk = new SnapshotChunk();
    private final SnapshotId[] wanted;
    private final long[] nonces;
    private final long[] offset;
    private final long[] end;
    /** When each asked, or was sent something. */
    private final long[] lastNs;
    private int waiting;
    private int turn;
    private int reading = -1;
    private long readOffset;
    private SnapshotId readId;
    private double allowance = MAX_BYTES;
    private long refilledNs;
    private boolean started;
    private boolean full;
    private long fullNs;
    private long nowNs;

    /**
     * Creates one that has been asked for nothing.
     *
     * @param context of the group.
     */
    public SnapshotServer(final SnapshotContext context) {
        this.context = context;
        snapshots = context.snapshots();
        wanted = new SnapshotId[Configuration.SLOTS];
        nonces = new long[wanted.length];
        offset = new long[wanted.length];
        end = new long[wanted.length];
        lastNs = new long[wanted.length];
    }

    /**
     * Whether a replica that asks for entries was offered a snapshot instead: because it asks for one (no bytes of
     * bodies), the entries are not here any more, or they are many more than the snapshot is long.
     *
     * @param sender  the replica.
     * @param request what it asks for.
     * @param mayBeCheaper whether it may be offered one though the entries are here.
     * @return whether that is dealt with.
     */
    public boolean offersInstead(final int sender, final CatchUpRequest request, final boolean mayBeCheaper) {
        final SnapshotId newest = snapshots.newest();
        if (newest == null || newest.lsn() < request.fromLsn) {
            return request.maxBytes == 0;
        }
        final long behind = newest.lsn() - request.fromLsn;
        final boolean cheaper = mayBeCheaper && behind >= (long) WINDOWS_BEHIND * context.windowEntries()
            && newest.length() / BYTES_OF_AN_ENTRY < behind;
        if (request.maxBytes > 0 && request.fromLsn >= context.recorded().first() && !cheaper) {
            return false;
        }
        if (cheaper) {
            CHEAPER.hit();
        }
        offer(sender, newest, request.nonce);
        return true;
    }

    /**
     * A replica asks for bytes of a snapshot.
     *
     * @param sender  the replica.
     * @param request which bytes.
     */
    public void onRequest(final int sender, final SnapshotRequest request) {
        final int member = context.peers().slotOf(sender);
        final SnapshotId newest = snapshots.newest();
        if (member < 0 || newest == null) {
            return;
        }
        final boolean isOther = newest.lsn() != request.lsn || newest.length() != request.totalLength
            || newest.checksum() != request.checksum;
        if (isOther && !isBeingRead(request)) {
            OTHER.hit();
            offer(sender, newest, request.nonce);
            return;
        }
        waiting += wanted[member] == null ? 1 : 0;
        wanted[member] = isOther ? readId : newest;
        nonces[member] = request.nonce;
        lastNs[member] = nowNs;
        offset[member] = request.offset;
        end[member] = Math.min(request.totalLength, request.offset + Math.min(request.maxBytes, MAX_BYTES));
    }

    /** Other members may have the slots of former ones; whoever still wants something asks again. */
    public void onConfiguration() {
        java.util.Arrays.fill(wanted, null);
        waiting = 0;
    }

    /** Whether nobody is being sent a snapshot. */
    public boolean isIdle() {
        return waiting == 0;
    }

    /**
     * One duty cycle.
     *
     * @param now the clock in nanoseconds.
     * @return how much was done.
     */
    public int doWork(final long now) {
        nowNs = now;
        final int length = snapshots.readLength();
        if (length != SnapshotExchange.NOTHING) {
            onRead(length);
        }
        if (waiting == 0) {
            return 0;
        }
        refill();
        if (allowance <= 0) {
            THROTTLED.hit();
            return 0;
        }
        if (full && nowNs - fullNs < FULL_NS) {
            return 0;
        }
        full = false;
        do {
            turn = (turn + 1) % wanted.length;
        } while (wanted[turn] == null);
        if (offset[turn] >= end[turn]) {
            forget(turn);
            return 1;
        }
        if (reading >= 0 || !snapshots.read(wanted[turn], offset[turn])) {
            return 0;
        }
        reading = turn;
        readId = wanted[turn];
        readOffset = offset[turn];
        return 1;
    }

    /** A piece is here: it goes to whoever asked for it, if that is still what they want. */
    private void onRead(final int length) {
        final int member = reading;
        chunk.buffer = snapshots.takeRead();
        reading = -1;
        if (member < 0 || !readId.equals(wanted[member]) || readOffset != offset[member]) {
            return;
        }
        if (length <= 0) {
            forget(member);
            return;
        }
        chunk.lsn = readId.lsn();
        chunk.totalLength = readId.length();
        chunk.checksum = readId.checksum();
        chunk.nonce = nonces[member];
        chunk.offset = readOffset;
        chunk.bufferOffset = 0;
        chunk.chunkLength = length;
        if (context.outbound().send(context.peers().nodeAt(member), chunk)) {
            allowance -= length;
            offset[member] += length;
            lastNs[member] = nowNs;
            context.counters().snapshotBytesSent.add(length);
        } else {
            onFull(member);
        }
    }

    private void onFull(final int member) {
        NOT_TAKEN.hit();
        full = true;
        fullNs = nowNs;
        if (nowNs - lastNs[member] >= context.resendNs()) {
            NEVER_TAKEN.hit();
            forget(member);
        }
    }

    private void refill() {
        if (started) {
            final double more = (double) (nowNs - refilledNs) * snapshots.bytesPerSecond() / SECOND_NS;
            allowance = Math.min(MAX_BYTES, allowance + more);
        }
        started = true;
        refilledNs = nowNs;
    }

    /** The snapshot before the newest is kept while somebody reads it. */
    private boolean isBeingRead(final SnapshotRequest request) {
        return readId != null && readId.lsn() == request.lsn && readId.length() == request.totalLength
            && readId.checksum() == request.checksum && snapshots.isKept(readId);
    }

    private void offer(final int sender, final SnapshotId id, final long nonce) {
        OFFERED.hit();
        offer.nonce = nonce;
        offer.lsn = id.lsn();
        offer.totalLength = id.length();
        offer.checksum = id.checksum();
        context.outbound().send(sender, offer);
    }

    private void forget(final int member) {
        wanted[member] = null;
        waiting--;
    }
}
