package io.fleet.storage;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/**
 * The 64-bit digest that ties an entry's metadata to its body (rule M2): CRC32C in the high half, CRC32 in the low
 * half, two independent polynomials that the JVM computes with processor instructions. It guards against accidents (a
 * reused id, a damaged or mixed-up body), not against an adversary. Not thread-safe: one instance a thread.
 */
public final class Digest {
    private final CRC32C castagnoli = new CRC32C();
    private final CRC32 ieee = new CRC32();

    /**
     * Digests a range of a buffer.
     *
     * @param buffer where the body is.
     * @param offset of its first byte.
     * @param length its length in bytes.
     * @return the digest; 0 for an empty body.
     */
    public long of(final DirectBuffer buffer, final int offset, final int length) {
        begin();
        add(buffer, offset, length);
        return value();
    }

    /** Begins to digest bytes that come one range after the other. */
    public void begin() {
        castagnoli.reset();
        ieee.reset();
    }

    /**
     * Goes on with the next bytes.
     *
     * @param buffer where they are.
     * @param offset of the first.
     * @param length how many.
     */
    public void add(final DirectBuffer buffer, final int offset, final int length) {
        if (length == 0) {
            return;
        }
        final byte[] array = buffer.byteArray();
        final int start = buffer.wrapAdjustment() + offset;
        if (array != null) {
            castagnoli.update(array, start, length);
            ieee.update(array, start, length);
        } else {
            final ByteBuffer bytes = buffer.byteBuffer();
            final int limit = bytes.limit();
            final int position = bytes.position();
            bytes.limit(start + length).position(start);
            castagnoli.update(bytes);
            bytes.position(start);
            ieee.update(bytes);
            bytes.limit(limit).position(position);
        }
    }

    /**
     * The digest of all bytes since {@link #begin}; as {@link #of} has it, however they came.
     *
     * @return the digest; 0 when there were none.
     */
    public long value() {
        return castagnoli.getValue() << 32 | ieee.getValue();
    }
}
