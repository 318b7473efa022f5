package io.fleet.ec.dissemination.format;

import io.fleet.storage.Digest;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * The digest of a header and a value together, both lengths included. That of a long value is over the digests of its
 * stripes, so that each stripe can be verified as soon as it is there.
 */
public final class EntryDigest {
    private EntryDigest() {
    }

    public static long of(final Digest digest, final ExpandableArrayBuffer scratch, final DirectBuffer header,
                          final int headerLength, final DirectBuffer value, final int valueLength) {
        scratch.putInt(0, headerLength);
        scratch.putInt(Integer.BYTES, valueLength);
        scratch.putBytes(2 * Integer.BYTES, header, 0, headerLength);
        scratch.putBytes(2 * Integer.BYTES + headerLength, value, 0, valueLength);
        return digest.of(scratch, 0, 2 * Integer.BYTES + headerLength + valueLength);
    }

    public static long ofLong(final Digest digest, final ExpandableArrayBuffer scratch, final DirectBuffer header,
                              final int offset, final int headerLength, final int valueLength, final int shardLength,
                              final long[] stripes, final int count) {
        scratch.putInt(0, headerLength);
        scratch.putInt(Integer.BYTES, valueLength);
        scratch.putInt(2 * Integer.BYTES, shardLength);
        int at = 3 * Integer.BYTES;
        scratch.putBytes(at, header, offset, headerLength);
        at += headerLength;
        for (int stripe = 0; stripe < count; stripe++) {
            scratch.putLong(at, stripes[stripe]);
            at += Long.BYTES;
        }
        return digest.of(scratch, 0, at);
    }

    /** Whether a head that is well-formed is the one of an id. */
    public static boolean fits(final Digest digest, final ExpandableArrayBuffer scratch, final DirectBuffer head,
                               final int offset, final int stripes, final long expected) {
        final long[] digests = new long[stripes];
        for (int stripe = 0; stripe < stripes; stripe++) {
            digests[stripe] = PieceLayout.stripeDigest(head, offset, stripe);
        }
        return ofLong(digest, scratch, head, offset + PieceLayout.HEADER_OFFSET,
            PieceLayout.headerLength(head, offset), PieceLayout.valueLength(head, offset),
            PieceLayout.fullShard(head, offset), digests, stripes) == expected;
    }
}
