package io.fleet.examples.kv.value;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LcsTest {
    @Test
    void shouldFindNoShorterThanAnyAndTellWhereItIs() {
        final Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            final byte[] a = any(random);
            final byte[] b = any(random);
            final Lcs found = new Lcs(a, b, true);
            assertEquals(longest(a, b, 0, 0), found.length());
            assertEquals(found.length(), new Lcs(a, b, false).length());
            final byte[] common = found.bytes();
            assertEquals(found.length(), common.length);
            final ByteArrayOutputStream backwards = new ByteArrayOutputStream();
            found.ranges((from, otherFrom, length) -> {
                assertArrayEquals(Arrays.copyOfRange(a, from, from + length),
                    Arrays.copyOfRange(b, otherFrom, otherFrom + length));
                for (int j = length - 1; j >= 0; j--) {
                    backwards.write(a[from + j]);
                }
            });
            final byte[] reversed = backwards.toByteArray();
            for (int j = 0; j < common.length; j++) {
                assertEquals(common[j], reversed[common.length - 1 - j]);
            }
        }
    }

    private static byte[] any(final Random random) {
        final byte[] bytes = new byte[random.nextInt(9)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(3);
        }
        return bytes;
    }

    private static int longest(final byte[] a, final byte[] b, final int i, final int j) {
        if (i == a.length || j == b.length) {
            return 0;
        }
        return a[i] == b[j] ? 1 + longest(a, b, i + 1, j + 1)
            : Math.max(longest(a, b, i + 1, j), longest(a, b, i, j + 1));
    }
}
