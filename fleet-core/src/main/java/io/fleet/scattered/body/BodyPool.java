package io.fleet.scattered.body;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Reuses byte arrays by power-of-two size, so that bodies cost no allocation in steady state. Keeps a bounded number
 * of bytes.
 */
public final class BodyPool {
    private static final int MIN_BITS = 8;
    private static final int CLASSES = 18;

    private final List<ArrayDeque<byte[]>> free = new ArrayList<>();
    private final long maxRetained;
    private long retained;

    BodyPool(final long maxRetained) {
        this.maxRetained = maxRetained;
        for (int i = 0; i < CLASSES; i++) {
            free.add(new ArrayDeque<>());
        }
    }

    byte[] take(final int length) {
        final int index = sizeClass(length);
        final byte[] array = free.get(index).pollLast();
        if (array == null) {
            return new byte[1 << index + MIN_BITS];
        }
        retained -= array.length;
        return array;
    }

    void give(final byte[] array) {
        if (retained + array.length <= maxRetained) {
            retained += array.length;
            free.get(sizeClass(array.length)).addLast(array);
        }
    }

    /** How many bytes of memory a body of a length takes. */
    public static int capacity(final int length) {
        return 1 << sizeClass(length) + MIN_BITS;
    }

    private static int sizeClass(final int length) {
        final int bits = length <= 1 << MIN_BITS ? MIN_BITS : 32 - Integer.numberOfLeadingZeros(length - 1);
        return bits - MIN_BITS;
    }
}
