package io.fleet.scattered.snapshot;

import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;
import io.fleet.storage.log.Checksum;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a witness is given in the place of a snapshot, where it asks for entries that are not here any more: a position
 * behind which it goes on. It never lies above what the snapshots of a write quorum cover: a witness lets go of what is
 * below, and must not, as long as too few others hold that (G11). Comes in the messages of snapshots.
 */
public final class WitnessPositions {
    private static final CoverageMark OFFERED = CoverageMark.named("witness-positions.offered");
    private static final CoverageMark NOT_COVERED = CoverageMark.named("witness-positions.too-few-hold-that");
    private static final CoverageMark MEMBERS_UNKNOWN = CoverageMark
        .named("witness-positions.members-of-then-are-not-known");

    private final GroupContext context;
    private final SnapshotCover cover;
    private final SnapshotOffer offer = new SnapshotOffer();
    private final SnapshotChunk chunk = new SnapshotChunk();
    /** What was offered last, to the witness of each slot. */
    private final @Nullable Position[] offered = new Position[Configuration.SLOTS];
    private boolean isSnapshotWanted;

    private record Position(long lsn, int checksum, UnsafeBuffer bytes) {
    }

    public WitnessPositions(final GroupContext context, final SnapshotCover cover) {
        this.context = context;
        this.cover = cover;
    }

    /** Whether a node is given positions. */
    public boolean isFor(final int node) {
        return context.membership().roles().isWitness(context.indexOf(node));
    }

    /** A witness asks for entries; false where they are here, to be sent. */
    public boolean offersInstead(final int sender, final CatchUpRequest request, final long nowNs) {
        if (request.maxBytes > 0 && request.fromLsn >= context.recorded().first()) {
            return false;
        }
        final long position = Math.min(Math.max(cover.everOfQuorum(nowNs), letGo()), context.progress().applied());
        if (position < request.fromLsn || position < context.recorded().first() - 1) {
            NOT_COVERED.hit();
            isSnapshotWanted |= request.maxBytes == 0 && cover.own() < request.fromLsn
                && request.fromLsn <= context.progress().applied();
            return true;
        }
        final byte[] next = context.progress().witnessPosition(position);
        if (next == null) {
            MEMBERS_UNKNOWN.hit();
            isSnapshotWanted |= cover.own() == position;
            return true;
        }
        OFFERED.hit();
        final UnsafeBuffer bytes = new UnsafeBuffer(next);
        final Position made = new Position(position, new Checksum().of(bytes, 0, next.length), bytes);
        offered[context.indexOf(sender)] = made;
        offer.lsn = made.lsn;
        offer.totalLength = next.length;
        offer.checksum = made.checksum;
        offer.nonce = request.nonce;
        context.outbound().send(sender, offer);
        return true;
    }

    /**
     * What was let go of here in the present configuration, which has witnesses, a write quorum of snapshots covered
     * then, also before this process was started.
     */
    private long letGo() {
        final long gone = context.recorded().letGo();
        return gone >= context.membership().version() ? gone : 0;
    }

    /** A witness asks for the bytes of what it was offered. */
    public void onRequest(final int sender, final SnapshotRequest request) {
        final Position wanted = offered[context.indexOf(sender)];
        if (wanted == null || request.lsn != wanted.lsn || request.totalLength != wanted.bytes.capacity()
            || request.checksum != wanted.checksum || request.offset < 0 || request.offset >= request.totalLength) {
            return;
        }
        chunk.lsn = wanted.lsn;
        chunk.totalLength = request.totalLength;
        chunk.checksum = wanted.checksum;
        chunk.offset = request.offset;
        chunk.buffer = wanted.bytes;
        chunk.bufferOffset = Math.toIntExact(request.offset);
        chunk.chunkLength = wanted.bytes.capacity() - chunk.bufferOffset;
        chunk.nonce = request.nonce;
        context.outbound().send(sender, chunk);
    }

    /** Whether a snapshot of this node has become needed: once it covers the newest members, these are known. */
    public boolean takeWanted() {
        final boolean was = isSnapshotWanted;
        isSnapshotWanted = false;
        return was;
    }
}
