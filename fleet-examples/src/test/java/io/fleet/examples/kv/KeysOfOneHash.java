package io.fleet.examples.kv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes keys of eight bytes that all have a certain hash, by doing what {@link KeyHash} does backwards. */
final class KeysOfOneHash {
    private KeysOfOneHash() {
    }

    static byte[][] make(final int hash, final int count) {
        final byte[][] keys = new byte[count][];
        for (int i = 0; i < count; i++) {
            long h = ((long) hash << 32 | i) * inverse(0xbf58476d1ce4e5b9L);
            h ^= h >>> 29 ^ h >>> 58;
            h *= inverse(0xc4ceb9fe1a85ec53L);
            h ^= h >>> 32;
            h *= inverse(0xff51afd7ed558ccdL);
            h ^= 0x9e3779b97f4a7c15L ^ Long.BYTES;
            keys[i] = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(h).array();
        }
        return keys;
    }

    /** What an odd number is to be multiplied with to give 1. */
    private static long inverse(final long odd) {
        long inverse = odd;
        for (int i = 0; i < 6; i++) {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
