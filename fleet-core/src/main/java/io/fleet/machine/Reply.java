package io.fleet.machine;

import org.agrona.DirectBuffer;

/**
 * Collects the bytes that a state machine answers. Appending only; what was appended is sent when the call returns.
 * Numbers are little-endian. Valid only during the call it is handed to.
 */
public interface Reply {
    /**
     * Appends bytes.
     *
     * @param source where they are.
     * @param offset of the first.
     * @param length how many.
     * @return this.
     */
    Reply write(DirectBuffer source, int offset, int length);

    /**
     * Appends a whole array.
     *
     * @param source the bytes.
     * @return this.
     */
    Reply write(byte[] source);

    /**
     * Appends one byte.
     *
     * @param value the byte.
     * @return this.
     */
    Reply writeByte(byte value);

    /**
     * Appends four bytes, little-endian.
     *
     * @param value the number.
     * @return this.
     */
    Reply writeInt(int value);

    /**
     * Appends eight bytes, little-endian.
     *
     * @param value the number.
     * @return this.
     */
    Reply writeLong(long value);

    /**
     * How many bytes were appended so far.
     *
     * @return bytes.
     */
    int length();
}
