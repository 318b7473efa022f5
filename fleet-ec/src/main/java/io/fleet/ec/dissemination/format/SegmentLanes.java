package io.fleet.ec.dissemination.format;

import io.fleet.ec.codec.ErasureCodec;
import io.fleet.ec.codec.ShardSet;
import org.agrona.MutableDirectBuffer;

/** The lanes of {@link SegmentCodec} by an {@link ErasureCodec}: lane j is shard j. One thread at a time. */
public final class SegmentLanes implements SegmentCodec {
    private final ErasureCodec codec;
    private final ShardSet shards;

    /**
     * Creates the code of a group.
     *
     * @param codec of k and m; owned from now on.
     */
    public SegmentLanes(final ErasureCodec codec) {
        this.codec = codec;
        shards = new ShardSet(codec.shards());
    }

    @Override
    public int dataSegments() {
        return codec.dataShards();
    }

    @Override
    public int paritySegments() {
        return codec.parityShards();
    }

    @Override
    public void encode(final MutableDirectBuffer lanes, final int laneLength) {
        mark(lanes, laneLength, (1L << codec.dataShards()) - 1);
        codec.encode(shards);
    }

    @Override
    public void reconstruct(final MutableDirectBuffer lanes, final int laneLength, final long present) {
        mark(lanes, laneLength, present);
        codec.reconstruct(shards);
    }

    @Override
    public ErasureCodec erasure() {
        return codec;
    }

    private void mark(final MutableDirectBuffer lanes, final int laneLength, final long present) {
        lanes.checkLimit(codec.shards() * laneLength);
        shards.clear();
        shards.length(laneLength);
        for (int lane = 0; lane < codec.shards(); lane++) {
            if ((present & 1L << lane) != 0) {
                shards.give(lane, lanes, lane * laneLength);
            } else {
                shards.want(lane, lanes, lane * laneLength);
            }
        }
    }
}
