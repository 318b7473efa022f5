package io.fleet.ec.codec;

/** What each call of a codec asks of its shards. */
final class Preconditions {
    private Preconditions() {
    }

    static void encode(final ErasureCodec codec, final ShardSet shards) {
        shards.check(codec.shards(), true);
        for (int shard = 0; shard < codec.shards(); shard++) {
            final boolean isData = shard < codec.dataShards();
            if (shards.isGiven(shard) != isData) {
                throw new IllegalArgumentException(isData
                    ? "data shard " + shard + " is not given, but all of 0 to " + (codec.dataShards() - 1) + " must be"
                    : "parity shard " + shard + " is given, but must be wanted or absent: encoding makes it");
            }
        }
    }

    static void reconstruct(final ErasureCodec codec, final ShardSet shards) {
        shards.check(codec.shards(), true);
        if (shards.wanted() > 0 && shards.given() < codec.dataShards()) {
            throw new IllegalArgumentException("shards given are " + shards.given() + ", but must be from "
                + codec.dataShards() + " to " + codec.shards() + " to make others");
        }
    }

    static void verify(final ErasureCodec codec, final ShardSet shards) {
        shards.check(codec.shards(), false);
        if (shards.given() <= codec.dataShards()) {
            throw new IllegalArgumentException("shards given are " + shards.given() + ", but must be from "
                + (codec.dataShards() + 1) + " to " + codec.shards() + " to be compared");
        }
    }
}
