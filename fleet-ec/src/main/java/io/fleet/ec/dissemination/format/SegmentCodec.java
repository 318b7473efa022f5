package io.fleet.ec.dissemination.format;

import io.fleet.ec.codec.ErasureCodec;
import org.agrona.MutableDirectBuffer;

/**
 * A systematic (k, m) code over lanes: k + m stretches of equal length, one behind the other in a buffer. The first k
 * are the value itself, padded. Deterministic: the same value has the same segments, whoever encodes it (Racos
 * 12).
 */
public interface SegmentCodec {
    /**
     * How many segments a value is cut into, and how many give it back.
     *
     * @return k, at least 1.
     */
    int dataSegments();

    /**
     * How many segments are added.
     *
     * @return m, at least 0.
     */
    int paritySegments();

    /**
     * Computes the last m lanes from the first k.
     *
     * @param lanes      from index 0.
     * @param laneLength bytes of each, at least 0.
     */
    void encode(MutableDirectBuffer lanes, int laneLength);

    /**
     * Computes the lanes that are missing from those that are there.
     *
     * @param lanes      from index 0.
     * @param laneLength bytes of each, at least 0.
     * @param present    which are there, as bits; at least k of them.
     */
    void reconstruct(MutableDirectBuffer lanes, int laneLength, long present);

    /**
     * The code for shards at any place, as stripes have them.
     *
     * @return used by the thread of this codec.
     */
    ErasureCodec erasure();

    /**
     * How many segments there are.
     *
     * @return k + m.
     */
    default int segments() {
        return dataSegments() + paritySegments();
    }

    /**
     * How long each segment of a value is.
     *
     * @param valueLength bytes of the value.
     * @return bytes: a k-th, rounded up.
     */
    default int laneLength(final int valueLength) {
        return (valueLength + dataSegments() - 1) / dataSegments();
    }
}
