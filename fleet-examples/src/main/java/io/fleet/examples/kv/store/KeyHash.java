package io.fleet.examples.kv.store;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The hash of keys, the same on every replica and in every kind of store: it is what walks are in the order of. It is
 * SipHash-1-3 (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012) under a secret that the replicas have
 * agreed on, so that nobody who does not know it can choose keys that collide. Immutable.
 */
public class KeyHash {
    /** Where no secret has been agreed on. */
    public static final KeyHash OPEN = new KeyHash(0, 0);
    /** The size of a secret in bytes. */
    public static final int SECRET_BYTES = 16;
    /** The bits of a hash; it is never negative, and never 0, since a walk that is at its end says 0. */
    static final int BITS = 63;
    /** The top bits of a hash that say which segment of a store it belongs to. */
    static final int SEGMENT_BITS = 12;
    /** The bits below those. */
    static final int LOW_BITS = BITS - SEGMENT_BITS;
    /** How many segments there are. */
    static final int SEGMENTS = 1 << SEGMENT_BITS;

    private final long first;
    private final long second;

    /** Takes both halves of a secret. */
    public KeyHash(final long first, final long second) {
        this.first = first;
        this.second = second;
    }

    static int segment(final long hash) {
        return (int) (hash >>> LOW_BITS);
    }

    public long first() {
        return first;
    }

    public long second() {
        return second;
    }

    /**
     * The hash of a key.
     *
     * @param buffer where the key is.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return from 1 to {@link Long#MAX_VALUE}.
     */
    public long of(final DirectBuffer buffer, final int offset, final int length) {
        long v0 = first ^ 0x736f6d6570736575L;
        long v1 = second ^ 0x646f72616e646f6dL;
        long v2 = first ^ 0x6c7967656e657261L;
        long v3 = second ^ 0x7465646279746573L;
        int i = 0;
        for (int round = 0; round < 4;) {
            final long m;
            final boolean isWord = i + Long.BYTES <= length;
            final boolean isLast = !isWord && round == 0;
            if (isWord) {
                m = buffer.getLong(offset + i, ByteOrder.LITTLE_ENDIAN);
                i += Long.BYTES;
            } else if (isLast) {
                m = rest(buffer, offset + i, length - i, length);
                round++;
            } else {
                m = 0;
                v2 ^= round == 1 ? 0xff : 0;
                round++;
            }
            v3 ^= m;
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= m;
        }
        return Math.max(1, (v0 ^ v1 ^ v2 ^ v3) >>> 1);
    }

    /** The bytes behind the last whole word, and the length modulo 256 as the top one. */
    private static long rest(final DirectBuffer buffer, final int offset, final int count, final int length) {
        long rest = (long) length << 56;
        for (int i = 0; i < count; i++) {
            rest |= (buffer.getByte(offset + i) & 0xffL) << 8 * i;
        }
        return rest;
    }
}
