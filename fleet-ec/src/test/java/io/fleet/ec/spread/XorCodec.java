package io.fleet.ec.spread;

import org.agrona.MutableDirectBuffer;

/** The (k, 1) code: the last lane is the sum of the others. */
public final class XorCodec implements SegmentCodec {
    private final int dataSegments;

    /**
     * Creates the code.
     *
     * @param dataSegments k.
     */
    public XorCodec(final int dataSegments) {
        this.dataSegments = dataSegments;
    }

    @Override
    public int dataSegments() {
        return dataSegments;
    }

    @Override
    public int paritySegments() {
        return 1;
    }

    @Override
    public void encode(final MutableDirectBuffer lanes, final int laneLength) {
        reconstruct(lanes, laneLength, (1L << dataSegments) - 1);
    }

    @Override
    public void reconstruct(final MutableDirectBuffer lanes, final int laneLength, final long present) {
        final int missing = Long.numberOfTrailingZeros(~present);
        for (int at = 0; at < laneLength && missing <= dataSegments; at++) {
            byte sum = 0;
            for (int lane = 0; lane <= dataSegments; lane++) {
                sum ^= lane == missing ? 0 : lanes.getByte(lane * laneLength + at);
            }
            lanes.putByte(missing * laneLength + at, sum);
        }
    }
}
