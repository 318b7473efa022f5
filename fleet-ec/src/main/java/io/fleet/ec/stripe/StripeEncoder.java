package io.fleet.ec.stripe;

import io.fleet.ec.codec.ErasureCodec;
import io.fleet.ec.codec.ShardSet;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Makes the parts of segments from a payload, stripe by stripe in any order: {@link #begin}, then {@link #into} for
 * each segment, then {@link #encode}. The caller has the memory: the stripe's bytes of the payload, and a place for
 * each part. For one thread; allocates nothing once warm.
 */
public final class StripeEncoder {
    private final ErasureCodec codec;
    private final ShardSet shards;
    private final MutableDirectBuffer[] parts;
    private final int[] offsets;
    private final PartChecksum checksum = new PartChecksum();
    private StripeLayout layout;
    private int stripe;

    /**
     * An encoder of any payloads of (k, m).
     *
     * @param codec used by this encoder alone while it encodes.
     */
    public StripeEncoder(final ErasureCodec codec) {
        this.codec = codec;
        shards = new ShardSet(codec.shards());
        parts = new MutableDirectBuffer[codec.shards()];
        offsets = new int[codec.shards()];
    }

    /**
     * Begins a stripe; no segment has a place yet.
     *
     * @param payloadLayout of the payload, with the codec's k and m.
     * @param stripeIndex   of the stripe, from 0.
     */
    public void begin(final StripeLayout payloadLayout, final int stripeIndex) {
        StripeDecoder.checkCodec(codec, payloadLayout);
        StripeLayout.check("stripe", stripeIndex, 0, payloadLayout.stripes() - 1);
        layout = payloadLayout;
        stripe = stripeIndex;
        for (int segment = 0; segment < parts.length; segment++) {
            parts[segment] = null;
        }
    }

    /**
     * Says where a segment's part of the stripe goes: {@link StripeLayout#partLength} bytes. All segments need a place.
     *
     * @param segment its index, from 0.
     * @param buffer  that takes the part.
     * @param offset  of the part's first byte.
     */
    public void into(final int segment, final MutableDirectBuffer buffer, final int offset) {
        StripeLayout.check("segment", segment, 0, parts.length - 1);
        if (layout == null) {
            throw new IllegalStateException("no stripe was begun");
        }
        StripeDecoder.checkRange("part of segment " + segment, buffer, offset, layout.partLength(stripe));
        parts[segment] = buffer;
        offsets[segment] = offset;
    }

    /**
     * Writes all parts.
     *
     * @param payload has the stripe's bytes: {@link StripeLayout#stripeLength} of them; these and the parts do not
     *                overlap each other.
     * @param offset  of the stripe's first byte in that buffer.
     * @throws IllegalStateException    when a segment has no place.
     * @throws IllegalArgumentException when they leave their buffer, or a parity part overlaps another part.
     */
    public void encode(final DirectBuffer payload, final int offset) {
        if (layout == null) {
            throw new IllegalStateException("no stripe was begun");
        }
        final int length = layout.shardLength(stripe);
        final int left = layout.stripeLength(stripe);
        StripeDecoder.checkRange("stripe of the payload", payload, offset, left);
        for (int segment = 0; segment < parts.length; segment++) {
            if (parts[segment] == null) {
                throw new IllegalStateException("segment " + segment + " was given no place for its part");
            }
        }
        shards.length(length);
        for (int segment = 0; segment < parts.length; segment++) {
            final int at = offsets[segment] + StripeLayout.CHECKSUM;
            if (segment < codec.dataShards()) {
                copyData(payload, offset, segment * length, Math.min(length, left - segment * length), segment, at);
                shards.give(segment, parts[segment], at);
            } else {
                shards.want(segment, parts[segment], at);
            }
        }
        codec.encode(shards);
        shards.clear();
        for (int segment = 0; segment < parts.length; segment++) {
            checksum.write(layout, stripe, segment, parts[segment], offsets[segment]);
            parts[segment] = null;
        }
        layout = null;
    }

    /** A data shard, and zeros where the payload has ended. */
    private void copyData(final DirectBuffer payload, final int offset, final int from, final int bytes,
                          final int segment, final int at) {
        final int there = Math.max(0, bytes);
        if (there > 0) {
            parts[segment].putBytes(at, payload, offset + from, there);
        }
        parts[segment].setMemory(at + there, shards.length() - there, (byte) 0);
    }
}
