package io.fleet.storage.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** CRC32C over ranges of buffers without allocation. Not thread-safe: one instance a thread. */
public final class Checksum {
    private final CRC32C crc = new CRC32C();
    private final byte[] word = new byte[Integer.BYTES];

    /**
     * The checksum of a range.
     *
     * @param buffer backed by an array or a direct {@link ByteBuffer}.
     * @param offset of the first byte.
     * @param length in bytes.
     * @return the checksum.
     */
    public int of(final DirectBuffer buffer, final int offset, final int length) {
        crc.reset();
        update(buffer, offset, length);
        return value();
    }

    /** Starts a checksum of several parts. */
    public void reset() {
        crc.reset();
    }

    /**
     * Adds a range.
     *
     * @param buffer backed by an array or a direct {@link ByteBuffer}.
     * @param offset of the first byte.
     * @param length in bytes.
     */
    public void update(final DirectBuffer buffer, final int offset, final int length) {
        final int start = buffer.wrapAdjustment() + offset;
        if (buffer.byteArray() != null) {
            crc.update(buffer.byteArray(), start, length);
        } else {
            final ByteBuffer bytes = buffer.byteBuffer();
            final int limit = bytes.limit();
            final int position = bytes.position();
            bytes.limit(start + length).position(start);
            crc.update(bytes);
            bytes.limit(limit).position(position);
        }
    }

    /**
     * Adds a number, its lowest byte first.
     *
     * @param value the number.
     */
    public void update(final int value) {
        word[0] = (byte) value;
        word[1] = (byte) (value >>> 8);
        word[2] = (byte) (value >>> 16);
        word[3] = (byte) (value >>> 24);
        crc.update(word, 0, Integer.BYTES);
    }

    /** The checksum of all parts since {@link #reset()}. */
    public int value() {
        return (int) crc.getValue();
    }
}
