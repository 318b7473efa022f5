package io.fleet.ec.codec;

import java.util.concurrent.CompletableFuture;

/**
 * Codes with one codec until a faster one is ready. Both give the same bytes, so the change may come between any two
 * calls. The calls are for one thread at a time, as of any codec; the faster one may be made by another.
 */
final class WarmingCodec implements ErasureCodec {
    private final ErasureCodec first;
    private volatile ErasureCodec ready;

    /**
     * Begins with the one that is there.
     *
     * @param first  of the two.
     * @param faster completes with the other one, or with null where there is none.
     */
    WarmingCodec(final ErasureCodec first, final CompletableFuture<ErasureCodec> faster) {
        this.first = first;
        faster.thenAccept(codec -> ready = codec);
    }

    @Override
    public int dataShards() {
        return first.dataShards();
    }

    @Override
    public int parityShards() {
        return first.parityShards();
    }

    /** Which one the next call is coded by. */
    @Override
    public CodecKind kind() {
        return now().kind();
    }

    @Override
    public void encode(final ShardSet shards) {
        now().encode(shards);
    }

    @Override
    public void reconstruct(final ShardSet shards) {
        now().reconstruct(shards);
    }

    @Override
    public boolean verify(final ShardSet shards) {
        return now().verify(shards);
    }

    private ErasureCodec now() {
        final ErasureCodec faster = ready;
        return faster == null ? first : faster;
    }
}
