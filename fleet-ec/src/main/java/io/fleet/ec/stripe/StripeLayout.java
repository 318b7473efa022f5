package io.fleet.ec.stripe;

import io.fleet.ec.codec.ErasureCodec;

/**
 * How a payload is cut: into stripes of k shards of one length, and a last stripe that is shorter. Stripe s has the
 * payload's bytes from s times k times the shard length on, shard after shard; the last stripe's shards are as short as
 * they can be, and filled up with zeros. Segment j holds, stripe after stripe, {@link #CHECKSUM} bytes of checksum and
 * shard j.
 *
 * <p>It follows from four numbers, which all nodes must agree on: k, m, the length of a full shard, and the payload's
 * length. Immutable.
 */
public final class StripeLayout {
    /** The longest payload: 64 MiB. */
    public static final int MAX_PAYLOAD = 64 << 20;
    /** The shortest full shard, in bytes. */
    public static final int MIN_SHARD = 64;
    /** The longest full shard, in bytes: 1 MiB. */
    public static final int MAX_SHARD = 1 << 20;
    /** A full shard where nobody says otherwise: 64 KiB. */
    public static final int DEFAULT_SHARD = 64 << 10;
    /** Bytes of the checksum in front of each shard in a segment. */
    public static final int CHECKSUM = 4;

    private final int dataShards;
    private final int parityShards;
    private final int fullShard;
    private final int payloadLength;
    private final int stripes;

    /**
     * The layout of one payload.
     *
     * @param dataShards    k, from 1.
     * @param parityShards  m; k + m is at most {@link ErasureCodec#MAX_SHARDS}.
     * @param fullShard     bytes of a shard of all stripes but the last, {@link #MIN_SHARD} to {@link #MAX_SHARD}.
     * @param payloadLength bytes of the payload, 0 to {@link #MAX_PAYLOAD}.
     * @throws IllegalArgumentException when one of them is out of its range.
     */
    public StripeLayout(final int dataShards, final int parityShards, final int fullShard, final int payloadLength) {
        check("data shards (k)", dataShards, 1, ErasureCodec.MAX_SHARDS);
        check("parity shards (m)", parityShards, 0, ErasureCodec.MAX_SHARDS - dataShards);
        check("bytes of a full shard", fullShard, MIN_SHARD, MAX_SHARD);
        check("bytes of the payload", payloadLength, 0, MAX_PAYLOAD);
        this.dataShards = dataShards;
        this.parityShards = parityShards;
        this.fullShard = fullShard;
        this.payloadLength = payloadLength;
        stripes = ceiling(payloadLength, dataShards * fullShard);
    }

    /**
     * The data shards of a stripe.
     *
     * @return k.
     */
    public int dataShards() {
        return dataShards;
    }

    /**
     * The segments.
     *
     * @return k + m.
     */
    public int segments() {
        return dataShards + parityShards;
    }

    /**
     * The payload's length.
     *
     * @return bytes.
     */
    public int payloadLength() {
        return payloadLength;
    }

    /**
     * The stripes.
     *
     * @return how many; 0 for an empty payload.
     */
    public int stripes() {
        return stripes;
    }

    /**
     * Where a stripe begins in the payload.
     *
     * @param stripe its index, from 0.
     * @return offset in bytes.
     */
    public int stripeOffset(final int stripe) {
        check("stripe", stripe, 0, stripes - 1);
        return stripe * dataShards * fullShard;
    }

    /**
     * How much of the payload is in a stripe.
     *
     * @param stripe its index, from 0.
     * @return bytes, at least 1.
     */
    public int stripeLength(final int stripe) {
        return Math.min(dataShards * fullShard, payloadLength - stripeOffset(stripe));
    }

    /**
     * How long the shards of a stripe are.
     *
     * @param stripe its index, from 0.
     * @return bytes, at least 1.
     */
    public int shardLength(final int stripe) {
        return ceiling(stripeLength(stripe), dataShards);
    }

    /**
     * How much a segment holds of a stripe: checksum and shard.
     *
     * @param stripe its index, from 0.
     * @return bytes.
     */
    public int partLength(final int stripe) {
        return CHECKSUM + shardLength(stripe);
    }

    /**
     * Where a stripe's part begins in each segment.
     *
     * @param stripe its index, from 0.
     * @return offset in bytes.
     */
    public int partOffset(final int stripe) {
        check("stripe", stripe, 0, stripes - 1);
        return stripe * (CHECKSUM + fullShard);
    }

    /**
     * How long each segment is.
     *
     * @return bytes; 0 for an empty payload.
     */
    public int segmentLength() {
        return stripes == 0 ? 0 : partOffset(stripes - 1) + partLength(stripes - 1);
    }

    int fullShard() {
        return fullShard;
    }

    static void check(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + ", but must be from " + least + " to " + most);
        }
    }

    private static int ceiling(final int dividend, final int divisor) {
        return (dividend + divisor - 1) / divisor;
    }
}
