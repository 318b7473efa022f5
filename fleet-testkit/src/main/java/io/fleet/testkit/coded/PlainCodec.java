package io.fleet.testkit.coded;

import io.fleet.ec.spread.SegmentCodec;
import org.agrona.MutableDirectBuffer;

/**
 * A systematic maximum-distance code that can be checked by reading it: the bytes at one position of all lanes are the
 * values of one polynomial over the field of 256 elements at the points 0 to k + m - 1, so any k of them give the
 * others. Slow; for simulations.
 */
final class PlainCodec implements SegmentCodec {
    private static final int POLYNOMIAL = 0x11D;
    private static final int FIELD = 256;

    private final int[] exponents = new int[2 * FIELD];
    private final int[] logarithms = new int[FIELD];
    private final int dataSegments;
    private final int paritySegments;

    PlainCodec(final int dataSegments, final int paritySegments) {
        this.dataSegments = dataSegments;
        this.paritySegments = paritySegments;
        int power = 1;
        for (int i = 0; i < FIELD - 1; i++) {
            exponents[i] = power;
            exponents[i + FIELD - 1] = power;
            logarithms[power] = i;
            power <<= 1;
            power ^= power >= FIELD ? POLYNOMIAL : 0;
        }
    }

    @Override
    public int dataSegments() {
        return dataSegments;
    }

    @Override
    public int paritySegments() {
        return paritySegments;
    }

    @Override
    public void encode(final MutableDirectBuffer lanes, final int laneLength) {
        reconstruct(lanes, laneLength, (1L << dataSegments) - 1);
    }

    @Override
    public void reconstruct(final MutableDirectBuffer lanes, final int laneLength, final long present) {
        if (Long.bitCount(present) < dataSegments) {
            throw new IllegalArgumentException(Long.bitCount(present) + " segments are there, but " + dataSegments
                + " are needed");
        }
        final int[] points = new int[dataSegments];
        int count = 0;
        for (int lane = 0; count < dataSegments; lane++) {
            if ((present & 1L << lane) != 0) {
                points[count++] = lane;
            }
        }
        for (int lane = 0; lane < segments(); lane++) {
            if ((present & 1L << lane) == 0) {
                interpolate(lanes, laneLength, points, lane);
            }
        }
    }

    private void interpolate(final MutableDirectBuffer lanes, final int laneLength, final int[] points,
                             final int target) {
        final int[] weights = new int[points.length];
        for (int i = 0; i < points.length; i++) {
            weights[i] = weight(points, i, target);
        }
        for (int at = 0; at < laneLength; at++) {
            int sum = 0;
            for (int i = 0; i < points.length; i++) {
                sum ^= multiply(weights[i], lanes.getByte(points[i] * laneLength + at) & 0xFF);
            }
            lanes.putByte(target * laneLength + at, (byte) sum);
        }
    }

    private int weight(final int[] points, final int index, final int target) {
        int weight = 1;
        for (int i = 0; i < points.length; i++) {
            if (i != index) {
                final int quotient = FIELD - 1 - logarithms[points[index] ^ points[i]];
                weight = multiply(multiply(weight, target ^ points[i]), exponents[quotient]);
            }
        }
        return weight;
    }

    private int multiply(final int a, final int b) {
        return a == 0 || b == 0 ? 0 : exponents[logarithms[a] + logarithms[b]];
    }
}
