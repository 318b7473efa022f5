package io.fleet.ec.dissemination.format;

import io.fleet.ec.codec.ErasureCodec;
import io.fleet.ec.codec.ShardSet;
import org.agrona.MutableDirectBuffer;

/**
 * The systematic (k, m) code of a group over the shards of one stripe that lie one behind the other in a buffer: k + m
 * shards of equal length, of which the first k are the value itself, padded. Deterministic: the same value has the same
 * shards, whoever encodes it (Racos 12). For one thread at a time.
 */
public final class ShardCodec {
    private final ErasureCodec codec;
    private final ShardSet set;

    /**
     * Creates the code of a group.
     *
     * @param codec of k and m; owned from now on.
     */
    public ShardCodec(final ErasureCodec codec) {
        this.codec = codec;
        set = new ShardSet(codec.shards());
    }

    /**
     * How many shards a stripe is cut into, and how many give it back.
     *
     * @return k, at least 1.
     */
    public int dataShards() {
        return codec.dataShards();
    }

    /**
     * How many shards are added.
     *
     * @return m, at least 0.
     */
    public int parityShards() {
        return codec.parityShards();
    }

    /**
     * How many shards there are: one for each member.
     *
     * @return k + m.
     */
    public int shards() {
        return codec.shards();
    }

    /**
     * How long each shard of a value of one stripe is.
     *
     * @param valueLength bytes of the value.
     * @return bytes: a k-th, rounded up.
     */
    public int shardLength(final int valueLength) {
        return (valueLength + dataShards() - 1) / dataShards();
    }

    /**
     * Computes the last m shards from the first k.
     *
     * @param shards      from index 0.
     * @param shardLength bytes of each, at least 0.
     */
    public void encode(final MutableDirectBuffer shards, final int shardLength) {
        mark(shards, shardLength, (1L << codec.dataShards()) - 1);
        codec.encode(set);
    }

    /**
     * Computes the shards that are missing from those that are there.
     *
     * @param shards      from index 0.
     * @param shardLength bytes of each, at least 0.
     * @param present     which are there, as bits; at least k of them.
     */
    public void reconstruct(final MutableDirectBuffer shards, final int shardLength, final long present) {
        mark(shards, shardLength, present);
        codec.reconstruct(set);
    }

    /**
     * The code for shards at any place, as long values have them.
     *
     * @return used by the thread of this codec.
     */
    public ErasureCodec erasure() {
        return codec;
    }

    private void mark(final MutableDirectBuffer shards, final int shardLength, final long present) {
        shards.checkLimit(codec.shards() * shardLength);
        set.clear();
        set.length(shardLength);
        for (int shard = 0; shard < codec.shards(); shard++) {
            if ((present & 1L << shard) != 0) {
                set.give(shard, shards, shard * shardLength);
            } else {
                set.want(shard, shards, shard * shardLength);
            }
        }
    }
}
