package io.fleet.protocol.scattered;

import java.util.ArrayDeque;

/** Reuses byte arrays by power-of-two size, so that bodies cost no allocation in steady state. Keeps a bounded number of bytes. */
final class BodyPool {
    private static final int MIN_BITS = 8;
    private static final int CLASSES = 18;

    private final ArrayDeque<byte[]>[] free;
    private final long maxRetained;
    private long retained;

    @SuppressWarnings("unchecked")
    BodyPool(final long maxRetained) {
        this.maxRetained = maxRetained;
        free = new ArrayDeque[CLASSES];
        for (int i = 0; i < CLASSES; i++) {
            free[i] = new ArrayDeque<>();
        }
    }

    byte[] take(final int length) {
        final int index = sizeClass(length);
        final byte[] array = free[index].pollLast();
        if (array == null) {
            return new byte[1 << index + MIN_BITS];
        }
        retained -= array.length;
        return array;
    }

    void give(final byte[] array) {
        if (retained + array.length <= maxRetained) {
            retained += array.length;
            free[sizeClass(array.length)].addLast(array);
        }
    }

    private static int sizeClass(final int length) {
        final int bits = length <= 1 << MIN_BITS ? MIN_BITS : 32 - Integer.numberOfLeadingZeros(length - 1);
        return bits - MIN_BITS;
    }
}
