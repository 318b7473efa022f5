package io.fleet.scattered.snapshot;

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
    /** What was offered last. */
    private byte @Nullable [] bytes;
    private boolean isSnapshotWanted;

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
        final long position = Math.min(cover.everOfQuorum(nowNs), context.progress().applied());
        if (position < request.fromLsn || position < context.recorded().first() - 1) {
            NOT_COVERED.hit();
            return true;
        }
        final byte[] next = context.progress().witnessPosition(position);
        if (next == null) {
            MEMBERS_UNKNOWN.hit();
            isSnapshotWanted = true;
            return true;
        }
        OFFERED.hit();
        bytes = next;
        offer.lsn = position;
        offer.totalLength = next.length;
        offer.checksum = new Checksum().of(new UnsafeBuffer(next), 0, next.length);
        offer.nonce = request.nonce;
        context.outbound().send(sender, offer);
        return true;
    }

    /** A witness asks for the bytes of what it was offered. */
    public void onRequest(final int sender, final SnapshotRequest request) {
        if (bytes == null || request.lsn != offer.lsn || request.totalLength != offer.totalLength
            || request.checksum != offer.checksum || request.offset < 0 || request.offset >= bytes.length) {
            return;
        }
        chunk.lsn = request.lsn;
        chunk.totalLength = request.totalLength;
        chunk.checksum = request.checksum;
        chunk.offset = request.offset;
        chunk.buffer = new UnsafeBuffer(bytes);
        chunk.bufferOffset = Math.toIntExact(request.offset);
        chunk.chunkLength = bytes.length - chunk.bufferOffset;
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
