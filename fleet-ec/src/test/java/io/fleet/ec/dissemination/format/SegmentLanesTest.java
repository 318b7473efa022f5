package io.fleet.ec.dissemination.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fleet.ec.codec.CodecKind;
import java.util.SplittableRandom;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class SegmentLanesTest {
    @Test
    void shouldGiveAllLanesBackFromAnyK() {
        final SegmentCodec codec = new SegmentLanes(CodecKind.TABLE.create(3, 2));
        assertEquals(5, codec.segments());
        final SplittableRandom random = new SplittableRandom(4);
        for (int length = 0; length < 40; length++) {
            final int laneLength = codec.laneLength(length);
            final byte[] value = new byte[3 * laneLength];
            random.nextBytes(value);
            final ExpandableArrayBuffer lanes = new ExpandableArrayBuffer();
            lanes.putBytes(0, value);
            codec.encode(lanes, laneLength);
            for (long present = 0; present < 1L << 5; present++) {
                if (Long.bitCount(present) >= 3) {
                    check(codec, lanes, laneLength, present);
                }
            }
        }
    }

    private static void check(final SegmentCodec codec, final ExpandableArrayBuffer lanes, final int laneLength,
                              final long present) {
        final ExpandableArrayBuffer left = new ExpandableArrayBuffer();
        for (int lane = 0; lane < 5; lane++) {
            if ((present & 1L << lane) != 0) {
                left.putBytes(lane * laneLength, lanes, lane * laneLength, laneLength);
            }
        }
        codec.reconstruct(left, laneLength, present);
        for (int at = 0; at < 5 * laneLength; at++) {
            assertEquals(lanes.getByte(at), left.getByte(at), "byte " + at + " from " + present);
        }
    }
}
