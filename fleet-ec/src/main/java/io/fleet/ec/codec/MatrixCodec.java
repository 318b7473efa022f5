package io.fleet.ec.codec;

import java.util.Arrays;

/**
 * A codec that multiplies by rows of the code's matrix, strip by strip: a strip of each shard fits into the processor's
 * first cache, so all shards of it are read and written there. Arrays are worked on where they lie. What lies outside
 * the Java heap, and what is left at the end of a shard and shorter than the product's granule, goes through strips of
 * the codec's own.
 */
final class MatrixCodec implements ErasureCodec {
    /** Bytes of a shard that are worked on at a time. */
    static final int STRIP = 4096;

    private final int dataShards;
    private final int parityShards;
    private final Recipe encoding;
    private final Recipe rebuilding;
    private final Recipe comparing;
    private final byte[][] strips;
    private final byte[][] in;
    private final int[] inAt;
    private final byte[][] out;
    private final int[] outAt;
    private final byte[] compared = new byte[STRIP];

    MatrixCodec(final int dataShards, final int parityShards, final Product.Factory products) {
        this.dataShards = dataShards;
        this.parityShards = parityShards;
        final int shards = dataShards + parityShards;
        final CodeMatrix matrix = new CodeMatrix(dataShards, shards);
        encoding = new Recipe(matrix, dataShards, shards, products.create(dataShards), false);
        rebuilding = new Recipe(matrix, dataShards, shards, products.create(dataShards), false);
        comparing = new Recipe(matrix, dataShards, shards, products.create(dataShards), true);
        strips = new byte[shards][STRIP];
        in = new byte[dataShards][];
        inAt = new int[dataShards];
        out = new byte[parityShards][];
        outAt = new int[parityShards];
    }

    @Override
    public int dataShards() {
        return dataShards;
    }

    @Override
    public int parityShards() {
        return parityShards;
    }

    @Override
    public void encode(final ShardSet shards) {
        Preconditions.encode(this, shards);
        if (shards.wanted() > 0) {
            encoding.prepare(shards);
            make(encoding, shards);
        }
    }

    @Override
    public void reconstruct(final ShardSet shards) {
        Preconditions.reconstruct(this, shards);
        if (shards.wanted() > 0) {
            rebuilding.prepare(shards);
            make(rebuilding, shards);
        }
    }

    @Override
    public boolean verify(final ShardSet shards) {
        Preconditions.verify(this, shards);
        comparing.prepare(shards);
        final int granule = comparing.product().granule();
        boolean isEqual = true;
        for (int at = 0; isEqual && at < shards.length();) {
            final int bytes = Math.min(STRIP, shards.length() - at);
            load(comparing, shards, at, bytes, bytes % granule != 0);
            for (int i = 0; i < comparing.targetCount(); i++) {
                ownTarget(i);
            }
            comparing.product().multiply(in, inAt, out, outAt, roundUp(bytes, granule));
            for (int i = 0; isEqual && i < comparing.targetCount(); i++) {
                shards.read(comparing.target(i), at, compared, bytes);
                isEqual = Arrays.equals(compared, 0, bytes, out[i], 0, bytes);
            }
            at += bytes;
        }
        release();
        return isEqual;
    }

    private void make(final Recipe recipe, final ShardSet shards) {
        final int granule = recipe.product().granule();
        for (int at = 0; at < shards.length();) {
            final int left = shards.length() - at;
            final boolean isTail = left < granule;
            final int bytes = isTail ? left : Math.min(STRIP, left - left % granule);
            load(recipe, shards, at, bytes, isTail);
            for (int i = 0; i < recipe.targetCount(); i++) {
                final int target = recipe.target(i);
                if (isTail || shards.array(target) == null) {
                    ownTarget(i);
                } else {
                    out[i] = shards.array(target);
                    outAt[i] = shards.arrayIndex(target) + at;
                }
            }
            recipe.product().multiply(in, inAt, out, outAt, isTail ? granule : bytes);
            for (int i = 0; i < recipe.targetCount(); i++) {
                if (out[i] == strips[dataShards + i]) {
                    shards.write(recipe.target(i), at, out[i], bytes);
                }
            }
            at += bytes;
        }
        release();
    }

    /** The sources, where they lie or copied. */
    private void load(final Recipe recipe, final ShardSet shards, final int at, final int bytes,
                      final boolean copies) {
        for (int i = 0; i < dataShards; i++) {
            final int source = recipe.source(i);
            if (copies || shards.array(source) == null) {
                shards.read(source, at, strips[i], bytes);
                in[i] = strips[i];
                inAt[i] = 0;
            } else {
                in[i] = shards.array(source);
                inAt[i] = shards.arrayIndex(source) + at;
            }
        }
    }

    private void ownTarget(final int index) {
        out[index] = strips[dataShards + index];
        outAt[index] = 0;
    }

    /** Keeps no array of the caller's. */
    private void release() {
        Arrays.fill(in, null);
        Arrays.fill(out, null);
    }

    private static int roundUp(final int bytes, final int granule) {
        return (bytes + granule - 1) / granule * granule;
    }
}
