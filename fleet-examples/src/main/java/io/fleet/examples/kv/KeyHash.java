package io.fleet.examples.kv;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** The hash of a key, the same on every machine and in every kind of store: it is what walks are in the order of. */
final class KeyHash {
    /** The top bits of a hash that say which segment of a store it belongs to. */
    static final int SEGMENT_BITS = 12;
    /** The bits below those. */
    static final int LOW_BITS = 32 - SEGMENT_BITS;
    /** How many segments there are. */
    static final int SEGMENTS = 1 << SEGMENT_BITS;

    private KeyHash() {
    }

    static int segment(final int hash) {
        return hash >>> LOW_BITS;
    }

    /**
     * Mixes eight bytes at a time by multiplication; the top half of the last product is the hash.
     *
     * @param buffer where the key is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return unsigned.
     */
    static int of(final DirectBuffer buffer, final int offset, final int length) {
        long h = 0x9e3779b97f4a7c15L ^ length;
        int i = 0;
        for (; i + 8 <= length; i += 8) {
            h = (h ^ buffer.getLong(offset + i, ByteOrder.LITTLE_ENDIAN)) * 0xff51afd7ed558ccdL;
            h ^= h >>> 32;
        }
        long rest = 0;
        for (int shift = 0; i < length; i++, shift += 8) {
            rest |= (buffer.getByte(offset + i) & 0xffL) << shift;
        }
        h = (h ^ rest) * 0xc4ceb9fe1a85ec53L;
        h ^= h >>> 29;
        h *= 0xbf58476d1ce4e5b9L;
        return (int) (h >>> 32);
    }
}
