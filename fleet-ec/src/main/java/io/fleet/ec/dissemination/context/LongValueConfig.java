package io.fleet.ec.dissemination.context;

import io.fleet.ec.stripe.StripeLayout;

/**
 * How long values are handled: those that are longer than one stripe, k shards.
 *
 * @param shardLength bytes of a full shard, {@link StripeLayout#MIN_SHARD} to {@link StripeLayout#MAX_SHARD}; the same
 *                    on all nodes.
 * @param window      pieces that are on their way to one node, or stripes that are gathered of one value, at a time,
 *                    at least 1.
 * @param stripes     stripes that are gathered at a time, of all values, at least {@code window}: each takes k
 *                    shards of memory.
 * @param copied      bytes of long values that are kept for those who do not keep them themselves, at least 0.
 * @param abandonNs   after how long without news a part that has not all its pieces is forgotten, in nanoseconds, at
 *                    least 1; longer than {@code resendNs}.
 */
public record LongValueConfig(int shardLength, int window, int stripes, long copied, long abandonNs) {
    private static final int DEFAULT_WINDOW = 8;
    private static final int DEFAULT_STRIPES = 32;
    private static final long DEFAULT_COPIED = 128 << 20;
    private static final long DEFAULT_ABANDON_NS = 60_000_000_000L;

    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException that names the value and its range.
     */
    public LongValueConfig {
        if (shardLength < StripeLayout.MIN_SHARD || shardLength > StripeLayout.MAX_SHARD) {
            throw new IllegalArgumentException("shardLength " + shardLength + " is not in [" + StripeLayout.MIN_SHARD
                + ", " + StripeLayout.MAX_SHARD + "]");
        }
        if (window < 1 || stripes < window || copied < 0 || abandonNs < 1) {
            throw new IllegalArgumentException("window " + window + " or abandonNs " + abandonNs
                + " is below 1, stripes " + stripes + " below window, or copied " + copied + " below 0");
        }
    }

    /**
     * What suits a server: shards of 64 KiB, 8 pieces on their way to a node, 32 stripes gathered, 128 MiB copied, a
     * minute.
     */
    public static LongValueConfig defaults() {
        return new LongValueConfig(StripeLayout.DEFAULT_SHARD, DEFAULT_WINDOW, DEFAULT_STRIPES, DEFAULT_COPIED,
            DEFAULT_ABANDON_NS);
    }
}
