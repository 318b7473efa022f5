package io.fleet.ec.codec;

/**
 * A systematic Reed-Solomon code with k data shards and m parity shards of equal length: any k of the k + m shards
 * give all others back. Shards 0 to k - 1 are the data as it is, k to k + m - 1 are parity. What the bytes are depends
 * on (k, m) alone, never on the implementation.
 *
 * <p>An instance belongs to one thread at a time: it has room for intermediate results. It keeps no buffer of the
 * caller's beyond a call, reads those of given shards and writes those of wanted ones, and changes neither the set nor
 * its marks. The implementations but {@link CodecKind#BACKBLAZE} allocate nothing in a call, once warm; see
 * {@link CodecKind#VECTOR} for what that means there.
 *
 * <p>A codec detects no damage in what it is given: a damaged shard makes damaged ones. Callers know by checksums
 * which shards are whole. A call that throws has written nothing.
 */
public interface ErasureCodec {
    /** The most shards, data and parity together: each is a point of a field with this many. */
    int MAX_SHARDS = 256;

    /**
     * The data shards.
     *
     * @return k, 1 to 256.
     */
    int dataShards();

    /**
     * The parity shards.
     *
     * @return m, 0 to 256 - k.
     */
    int parityShards();

    /**
     * All shards.
     *
     * @return k + m.
     */
    default int shards() {
        return dataShards() + parityShards();
    }

    /**
     * Makes parity shards: those that are wanted.
     *
     * @param shards of k + m shards; all data shards are given, and no parity shard is.
     * @throws IllegalArgumentException when that is not so, when a range leaves its buffer, or when a wanted shard
     *                                  overlaps another one.
     */
    void encode(ShardSet shards);

    /**
     * Makes the wanted shards, data or parity, from the given ones.
     *
     * @param shards of k + m shards, at least k of them given. Without wanted ones nothing happens.
     * @throws IllegalArgumentException when that is not so, when a range leaves its buffer, or when a wanted shard
     *                                  overlaps another one.
     */
    void reconstruct(ShardSet shards);

    /**
     * Whether the given shards belong together: all of them are what the first k of them give. Wanted shards are not
     * looked at.
     *
     * @param shards of k + m shards, more than k of them given.
     * @return false when at least one of the given shards is another one's, or damaged; which one, is not known.
     * @throws IllegalArgumentException when there are too few to compare, or a range leaves its buffer.
     */
    boolean verify(ShardSet shards);
}
