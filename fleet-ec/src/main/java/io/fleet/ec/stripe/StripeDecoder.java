package io.fleet.ec.stripe;

import io.fleet.ec.codec.ErasureCodec;
import io.fleet.ec.codec.ShardSet;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes a stripe of a payload from the parts of any k segments: {@link #begin}, {@link #add} for each part that
 * arrives, and when it {@link #isComplete}, {@link #decode} or {@link #rebuild}, as often as wanted. Parts stay where
 * the caller has them, unchanged, until the next stripe is begun. For one thread; allocates nothing once warm, but for
 * one stripe of memory when a last stripe has to be decoded.
 */
public final class StripeDecoder {
    private final ErasureCodec codec;
    private final ShardSet shards;
    private final PartChecksum checksum = new PartChecksum();
    private final UnsafeBuffer padded = new UnsafeBuffer(0, 0);
    private StripeLayout layout;
    private int stripe;

    /**
     * A decoder of any payloads of (k, m).
     *
     * @param codec used by this decoder alone while it decodes.
     */
    public StripeDecoder(final ErasureCodec codec) {
        this.codec = codec;
        shards = new ShardSet(codec.shards());
    }

    /**
     * Begins a stripe, of which nothing is there.
     *
     * @param payloadLayout of the payload, with the codec's k and m.
     * @param stripeIndex   of the stripe, from 0.
     */
    public void begin(final StripeLayout payloadLayout, final int stripeIndex) {
        checkCodec(codec, payloadLayout);
        shards.clear();
        shards.length(payloadLayout.shardLength(stripeIndex));
        layout = payloadLayout;
        stripe = stripeIndex;
    }

    /**
     * Takes a segment's part of the stripe, if it is whole. What is in a buffer is not trusted: neither its length nor
     * its bytes.
     *
     * @param segment whose part it is, from 0.
     * @param buffer  that has the part, and keeps it until the next stripe is begun.
     * @param offset  of the part's first byte.
     * @param length  of the part in bytes, as it was received or read.
     * @return false, and nothing was taken, when its length is another, or its checksum says that it is damaged or of
     *     another place.
     */
    public boolean add(final int segment, final DirectBuffer buffer, final int offset, final int length) {
        checkBegun();
        StripeLayout.check("segment", segment, 0, codec.shards() - 1);
        checkRange("part of segment " + segment, buffer, offset, length);
        if (length != layout.partLength(stripe) || !checksum.isRight(layout, stripe, segment, buffer, offset)) {
            return false;
        }
        shards.give(segment, buffer, offset + StripeLayout.CHECKSUM);
        return true;
    }

    /**
     * Whether there is enough.
     *
     * @return true with parts of k segments or more.
     */
    public boolean isComplete() {
        return layout != null && shards.given() >= codec.dataShards();
    }

    /**
     * Writes the stripe's bytes of the payload.
     *
     * @param to     takes {@link StripeLayout#stripeLength} bytes, which overlap no part.
     * @param offset of the first one in that buffer.
     * @return how many were written.
     * @throws IllegalStateException    when the stripe is not complete.
     * @throws IllegalArgumentException when they do not fit into the buffer, or what has to be made overlaps a part.
     */
    public int decode(final MutableDirectBuffer to, final int offset) {
        checkComplete();
        final int bytes = layout.stripeLength(stripe);
        checkRange("stripe of the payload", to, offset, bytes);
        final int length = shards.length();
        if (bytes == length * codec.dataShards()) {
            decodeWhole(to, offset);
        } else {
            // Shards that reach beyond the payload's end have no room in the caller's buffer.
            if (padded.capacity() < length * codec.dataShards()) {
                padded.wrap(new byte[codec.dataShards() * length]);
            }
            decodeWhole(padded, 0);
            to.putBytes(offset, padded, 0, bytes);
        }
        return bytes;
    }

    /**
     * Makes the part of a segment that was lost (C7), or of one that is there once more.
     *
     * @param segment its index, from 0.
     * @param to      takes {@link StripeLayout#partLength} bytes, which overlap no part.
     * @param offset  of the first one in that buffer.
     * @throws IllegalStateException when the stripe is not complete.
     */
    public void rebuild(final int segment, final MutableDirectBuffer to, final int offset) {
        checkComplete();
        StripeLayout.check("segment", segment, 0, codec.shards() - 1);
        checkRange("part of segment " + segment, to, offset, layout.partLength(stripe));
        final int at = offset + StripeLayout.CHECKSUM;
        if (shards.isGiven(segment)) {
            shards.copy(segment, to, at);
        } else {
            shards.want(segment, to, at);
            make();
        }
        checksum.write(layout, stripe, segment, to, offset);
    }

    private void decodeWhole(final MutableDirectBuffer to, final int offset) {
        final int length = shards.length();
        for (int shard = 0; shard < codec.dataShards(); shard++) {
            final int at = offset + shard * length;
            if (shards.isGiven(shard)) {
                shards.copy(shard, to, at);
            } else {
                shards.want(shard, to, at);
            }
        }
        make();
    }

    /** What is wanted is made, and wanted no longer, even where it cannot be made. */
    private void make() {
        try {
            codec.reconstruct(shards);
        } finally {
            for (int shard = 0; shard < codec.shards(); shard++) {
                if (shards.isWanted(shard)) {
                    shards.absent(shard);
                }
            }
        }
    }

    private void checkBegun() {
        if (layout == null) {
            throw new IllegalStateException("no stripe was begun");
        }
    }

    private void checkComplete() {
        checkBegun();
        if (!isComplete()) {
            throw new IllegalStateException("parts of " + shards.given() + " segments are there, but "
                + codec.dataShards() + " are needed");
        }
    }

    static void checkCodec(final ErasureCodec codec, final StripeLayout layout) {
        if (layout.dataShards() != codec.dataShards() || layout.segments() != codec.shards()) {
            throw new IllegalArgumentException("the layout has k = " + layout.dataShards() + " and k + m = "
                + layout.segments() + ", but must have " + codec.dataShards() + " and " + codec.shards()
                + " as the codec has");
        }
    }

    static void checkRange(final String name, final DirectBuffer buffer, final int offset, final int length) {
        if (offset < 0 || length < 0 || offset > buffer.capacity() - length) {
            throw new IllegalArgumentException(name + " has " + length + " bytes from offset " + offset
                + ", but they must lie within the " + buffer.capacity() + " bytes of its buffer");
        }
    }
}
