package io.fleet.ec.dissemination.format;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.fleet.ec.stripe.StripeLayout;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A piece of one node's part of an entry, as it is sent and as it is stored, little-endian. A value of up to one stripe
 * makes a part of one piece:
 *
 * <pre>
 *  0 which segment (2)  2 kind: 0 (2)   4 length of the header (4)   8 length of the value (4)   12 data segments k (4)
 * 16 header, the same for every node (rule C1)       behind it: the segment
 * </pre>
 *
 * A longer one makes a head, with kind 1, in which there is, behind the header, the length of a full shard (4) and the
 * digest of each stripe's bytes of the value (8 each); and a piece for each stripe:
 *
 * <pre>
 *  0 which segment (2)  2 kind: 2 (2)   4 stripe (4)                 8 length of the value (4)   12 data segments k (4)
 * 16 the segment's part of the stripe: checksum and shard
 * </pre>
 */
public final class PieceLayout {
    public static final int HEADER_OFFSET = 16;
    public static final int WHOLE = 0;
    public static final int HEAD = 1;
    public static final int STRIPE = 2;
    private static final int KIND_OFFSET = 2;
    private static final int STRIPE_OFFSET = 4;
    private static final int HEADER_LENGTH_OFFSET = 4;
    private static final int VALUE_LENGTH_OFFSET = 8;
    private static final int DATA_SEGMENTS_OFFSET = 12;

    private PieceLayout() {
    }

    static int index(final DirectBuffer piece, final int offset) {
        return piece.getShort(offset, LITTLE_ENDIAN);
    }

    public static int kind(final DirectBuffer piece, final int offset) {
        return piece.getShort(offset + KIND_OFFSET, LITTLE_ENDIAN);
    }

    public static int stripe(final DirectBuffer piece, final int offset) {
        return piece.getInt(offset + STRIPE_OFFSET, LITTLE_ENDIAN);
    }

    public static int headerLength(final DirectBuffer piece, final int offset) {
        return piece.getInt(offset + HEADER_LENGTH_OFFSET, LITTLE_ENDIAN);
    }

    public static int valueLength(final DirectBuffer piece, final int offset) {
        return piece.getInt(offset + VALUE_LENGTH_OFFSET, LITTLE_ENDIAN);
    }

    public static int bodyOffset(final DirectBuffer piece, final int offset) {
        return HEADER_OFFSET + headerLength(piece, offset);
    }

    public static int length(final int headerLength, final int shardLength) {
        return HEADER_OFFSET + headerLength + shardLength;
    }

    static int headLength(final int headerLength, final int stripes) {
        return HEADER_OFFSET + headerLength + Integer.BYTES + Long.BYTES * stripes;
    }

    public static int stripeLength(final StripeLayout layout, final int stripe) {
        return HEADER_OFFSET + layout.partLength(stripe);
    }

    /** The length of a full shard, in a head. */
    static int fullShard(final DirectBuffer piece, final int offset) {
        return piece.getInt(offset + bodyOffset(piece, offset), LITTLE_ENDIAN);
    }

    /** The digest of a stripe, in a head. */
    public static long stripeDigest(final DirectBuffer piece, final int offset, final int stripe) {
        return piece.getLong(offset + bodyOffset(piece, offset) + Integer.BYTES + Long.BYTES * stripe,
            LITTLE_ENDIAN);
    }

    public static void put(final MutableDirectBuffer piece, final int index, final int headerLength,
                           final int valueLength,
                           final int dataShards) {
        fixed(piece, 0, index, WHOLE, headerLength, valueLength, dataShards);
    }

    public static int putHead(final MutableDirectBuffer piece, final int index, final DirectBuffer header,
                              final int headerLength, final StripeLayout layout, final int fullShard,
                              final long[] digests) {
        fixed(piece, 0, index, HEAD, headerLength, layout.payloadLength(), layout.dataShards());
        piece.putBytes(HEADER_OFFSET, header, 0, headerLength);
        final int behind = HEADER_OFFSET + headerLength;
        piece.putInt(behind, fullShard, LITTLE_ENDIAN);
        for (int stripe = 0; stripe < layout.stripes(); stripe++) {
            piece.putLong(behind + Integer.BYTES + Long.BYTES * stripe, digests[stripe], LITTLE_ENDIAN);
        }
        return headLength(headerLength, layout.stripes());
    }

    /** What is in front of the part of a stripe. */
    public static void putStripe(final MutableDirectBuffer piece, final int offset, final int index,
                                 final StripeLayout layout, final int stripe) {
        fixed(piece, offset, index, STRIPE, stripe, layout.payloadLength(), layout.dataShards());
    }

    private static void fixed(final MutableDirectBuffer piece, final int offset, final int index, final int kind,
                              final int second, final int valueLength, final int dataShards) {
        piece.putShort(offset, (short) index, LITTLE_ENDIAN);
        piece.putShort(offset + KIND_OFFSET, (short) kind, LITTLE_ENDIAN);
        piece.putInt(offset + STRIPE_OFFSET, second, LITTLE_ENDIAN);
        piece.putInt(offset + VALUE_LENGTH_OFFSET, valueLength, LITTLE_ENDIAN);
        piece.putInt(offset + DATA_SEGMENTS_OFFSET, dataShards, LITTLE_ENDIAN);
    }
}
