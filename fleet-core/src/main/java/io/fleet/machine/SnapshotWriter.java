package io.fleet.machine;

import org.agrona.DirectBuffer;

/** A stream of bytes into a snapshot. Numbers are little-endian. I/O errors stop the snapshot, not the machine. */
public interface SnapshotWriter {
    /**
     * Appends bytes.
     *
     * @param source where they are.
     * @param offset of the first.
     * @param length how many.
     */
    void write(DirectBuffer source, int offset, int length);

    /**
     * Appends bytes.
     *
     * @param source where they are.
     * @param offset of the first.
     * @param length how many.
     */
    void write(byte[] source, int offset, int length);

    /**
     * Appends four bytes, little-endian.
     *
     * @param value the number.
     */
    void writeInt(int value);

    /**
     * Appends eight bytes, little-endian.
     *
     * @param value the number.
     */
    void writeLong(long value);

    /**
     * Appends a length-prefixed array, read back by {@link SnapshotReader#readBytes()}.
     *
     * @param source the bytes.
     */
    default void writeBytes(byte[] source) {
        writeInt(source.length);
        write(source, 0, source.length);
    }
}
