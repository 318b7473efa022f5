package io.fleet.ec.codec;

import java.util.Arrays;

/**
 * Backblaze's codec behind the same calls. It takes arrays of one length with all shards at one offset: where the
 * caller's are like that they are handed on, elsewhere strips are copied. It makes all missing shards or none, so those
 * that nobody wants are made into strips and forgotten.
 */
final class BackblazeCodec implements ErasureCodec {
    private static final int STRIP = 4096;

    private final int dataShards;
    private final int parityShards;
    private final Object library;
    private final byte[][] strips;
    private final byte[][] arrays;
    private final byte[] compared = new byte[STRIP];
    private final boolean[] isThere;

    BackblazeCodec(final int dataShards, final int parityShards) {
        this.dataShards = dataShards;
        this.parityShards = parityShards;
        library = BackblazeLibrary.create(dataShards, parityShards);
        strips = new byte[dataShards + parityShards][STRIP];
        arrays = new byte[dataShards + parityShards][];
        isThere = new boolean[dataShards + parityShards];
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
            make(shards, true);
        }
    }

    @Override
    public void reconstruct(final ShardSet shards) {
        Preconditions.reconstruct(this, shards);
        if (shards.wanted() > 0) {
            make(shards, false);
        }
    }

    /** The first k given shards make all others, which are compared with those that are given too. */
    @Override
    public boolean verify(final ShardSet shards) {
        Preconditions.verify(this, shards);
        boolean isEqual = true;
        for (int at = 0; isEqual && at < shards.length(); at += STRIP) {
            final int bytes = Math.min(STRIP, shards.length() - at);
            int sources = 0;
            for (int shard = 0; shard < strips.length; shard++) {
                isThere[shard] = shards.isGiven(shard) && sources < dataShards;
                if (isThere[shard]) {
                    shards.read(shard, at, strips[shard], bytes);
                    sources++;
                }
            }
            BackblazeLibrary.decode(library, strips, isThere, 0, bytes);
            for (int shard = 0; isEqual && shard < strips.length; shard++) {
                if (shards.isGiven(shard) && !isThere[shard]) {
                    shards.read(shard, at, compared, bytes);
                    isEqual = Arrays.equals(compared, 0, bytes, strips[shard], 0, bytes);
                }
            }
        }
        return isEqual;
    }

    private void make(final ShardSet shards, final boolean isEncoding) {
        for (int shard = 0; shard < strips.length; shard++) {
            isThere[shard] = shards.isGiven(shard);
        }
        if (isInPlace(shards)) {
            makeShards(arrays, shards.arrayIndex(0), shards.length(), isEncoding);
        } else {
            for (int at = 0; at < shards.length(); at += STRIP) {
                makeStrip(shards, at, Math.min(STRIP, shards.length() - at), isEncoding);
            }
        }
        Arrays.fill(arrays, null);
    }

    private void makeStrip(final ShardSet shards, final int at, final int bytes, final boolean isEncoding) {
        for (int shard = 0; shard < strips.length; shard++) {
            if (isThere[shard]) {
                shards.read(shard, at, strips[shard], bytes);
            }
        }
        makeShards(strips, 0, bytes, isEncoding);
        for (int shard = 0; shard < strips.length; shard++) {
            if (shards.isWanted(shard)) {
                shards.write(shard, at, strips[shard], bytes);
            }
        }
    }

    private void makeShards(final byte[][] of, final int offset, final int bytes, final boolean isEncoding) {
        if (bytes > 0 && isEncoding) {
            BackblazeLibrary.encode(library, of, offset, bytes);
        } else if (bytes > 0) {
            BackblazeLibrary.decode(library, of, isThere, offset, bytes);
        }
    }

    /** Whether all shards are in arrays as the library takes them. */
    private boolean isInPlace(final ShardSet shards) {
        for (int shard = 0; shard < strips.length; shard++) {
            if (!shards.isGiven(shard) && !shards.isWanted(shard)) {
                return false;
            }
            arrays[shard] = shards.array(shard);
            if (arrays[shard] == null || arrays[shard].length != arrays[0].length
                || shards.arrayIndex(shard) != shards.arrayIndex(0)) {
                return false;
            }
        }
        return true;
    }
}
