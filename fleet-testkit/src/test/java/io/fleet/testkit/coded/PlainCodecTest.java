package io.fleet.testkit.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class PlainCodecTest {
    private static final int LENGTH = 5;

    @Test
    void shouldGiveAllLanesBackFromAnyK() {
        final SplittableRandom random = new SplittableRandom(3);
        for (int k = 1; k <= 4; k++) {
            for (int m = 0; m <= 4; m++) {
                check(new PlainCodec(k, m), random);
            }
        }
    }

    @Test
    void shouldRefuseFewerThanK() {
        final UnsafeBuffer lanes = new UnsafeBuffer(new byte[5 * LENGTH]);
        assertThrows(IllegalArgumentException.class, () -> new PlainCodec(3, 2).reconstruct(lanes, LENGTH, 3));
    }

    private static void check(final PlainCodec codec, final SplittableRandom random) {
        final byte[] bytes = new byte[codec.segments() * LENGTH];
        random.nextBytes(bytes);
        final UnsafeBuffer lanes = new UnsafeBuffer(bytes);
        codec.encode(lanes, LENGTH);
        for (long present = 0; present < 1L << codec.segments(); present++) {
            if (Long.bitCount(present) < codec.dataSegments()) {
                continue;
            }
            final UnsafeBuffer left = new UnsafeBuffer(new byte[bytes.length]);
            for (int lane = 0; lane < codec.segments(); lane++) {
                if ((present & 1L << lane) != 0) {
                    left.putBytes(lane * LENGTH, lanes, lane * LENGTH, LENGTH);
                }
            }
            codec.reconstruct(left, LENGTH, present);
            assertEquals(lanes, left, codec.dataSegments() + " of " + codec.segments() + " from " + present);
        }
    }
}
