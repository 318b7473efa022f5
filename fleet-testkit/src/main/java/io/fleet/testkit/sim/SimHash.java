package io.fleet.testkit.sim;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The 64-bit hash that traces and witnesses use: fast, the same on every machine, and not meant to resist an adversary.
 */
public final class SimHash {
    /** Where a hash starts. */
    public static final long START = 0x243F6A8885A308D3L;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private SimHash() {
    }

    /**
     * Folds one number into a hash.
     *
     * @param hash  so far.
     * @param value the number.
     * @return the new hash.
     */
    public static long mix(final long hash, final long value) {
        long h = (hash ^ value) * FACTOR;
        h ^= h >>> 29;
        h *= 0xBF58476D1CE4E5B9L;
        return h ^ h >>> 32;
    }

    /**
     * Folds bytes and their number into a hash.
     *
     * @param hash   so far.
     * @param buffer where the bytes are.
     * @param offset of the first.
     * @param length how many.
     * @return the new hash.
     */
    public static long mix(final long hash, final DirectBuffer buffer, final int offset, final int length) {
        long h = mix(hash, length);
        int i = offset;
        final int end = offset + length;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            h = (h ^ buffer.getLong(i, ByteOrder.LITTLE_ENDIAN)) * FACTOR;
            h ^= h >>> 32;
        }
        long rest = 0;
        for (; i < end; i++) {
            rest = rest << Byte.SIZE | buffer.getByte(i) & 0xFF;
        }
        h = mix(h, rest);
        return h;
    }
}
