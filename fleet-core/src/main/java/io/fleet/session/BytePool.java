package io.fleet.session;

import java.util.Arrays;

/**
 * Byte arrays for results and for commands in flight, used again instead of left to the garbage collector. Arrays
 * come in powers of two; those above {@link #MAX_POOLED} bytes are made and dropped each time. Single-threaded.
 */
public final class BytePool {
    /** The longest array that is kept for use again. */
    public static final int MAX_POOLED = 64 * 1024;

    static final byte[] EMPTY = new byte[0];

    private static final int MIN_SHIFT = 5;
    private static final int CLASSES = Integer.numberOfTrailingZeros(MAX_POOLED) - MIN_SHIFT + 1;
    private static final int FIRST_STACK = 16;

    private final byte[][][] free = new byte[CLASSES][FIRST_STACK][];
    private final int[] count = new int[CLASSES];
    private final long maxIdleBytes;
    private long idleBytes;

    /**
     * Creates an empty pool.
     *
     * @param maxIdleBytes how many bytes of unused arrays it may hold; what is given beyond that is dropped.
     */
    public BytePool(final long maxIdleBytes) {
        this.maxIdleBytes = maxIdleBytes;
    }

    /**
     * Hands out an array; its content is arbitrary.
     *
     * @param length how many bytes are needed.
     * @return an array of at least that length, the caller's until it is given back.
     */
    public byte[] take(final int length) {
        if (length == 0) {
            return EMPTY;
        }
        if (length > MAX_POOLED) {
            return new byte[length];
        }
        final int sizeClass = classOf(length);
        if (count[sizeClass] == 0) {
            return new byte[1 << sizeClass + MIN_SHIFT];
        }
        final byte[] array = free[sizeClass][--count[sizeClass]];
        free[sizeClass][count[sizeClass]] = null;
        idleBytes -= array.length;
        return array;
    }

    /**
     * Takes an array back.
     *
     * @param array one that {@link #take} handed out; the caller must not use it any more.
     */
    public void give(final byte[] array) {
        if (array.length == 0 || array.length > MAX_POOLED || idleBytes + array.length > maxIdleBytes) {
            return;
        }
        final int sizeClass = classOf(array.length);
        if (count[sizeClass] == free[sizeClass].length) {
            free[sizeClass] = Arrays.copyOf(free[sizeClass], count[sizeClass] * 2);
        }
        free[sizeClass][count[sizeClass]++] = array;
        idleBytes += array.length;
    }

    /** How long the array is that {@link #take} hands out. */
    static int capacity(final int length) {
        return length == 0 || length > MAX_POOLED ? length : 1 << classOf(length) + MIN_SHIFT;
    }

    /**
     * How many bytes of unused arrays the pool holds.
     *
     * @return bytes.
     */
    public long idleBytes() {
        return idleBytes;
    }

    private static int classOf(final int length) {
        return Math.max(0, Integer.SIZE - Integer.numberOfLeadingZeros(length - 1) - MIN_SHIFT);
    }
}
