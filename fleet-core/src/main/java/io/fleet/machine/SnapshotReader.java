package io.fleet.machine;

import io.fleet.error.SnapshotFormatException;

/**
 * A stream of bytes out of a snapshot, already verified by checksum.
 * Reading past the end throws {@link SnapshotFormatException}.
 */
public interface SnapshotReader {
    /**
     * Reads exactly {@code length} bytes.
     *
     * @param target where to put them.
     * @param offset of the first.
     * @param length how many.
     */
    void read(byte[] target, int offset, int length);

    /**
     * Reads four bytes, little-endian.
     *
     * @return the number.
     */
    int readInt();

    /**
     * Reads eight bytes, little-endian.
     *
     * @return the number.
     */
    long readLong();

    /**
     * How many bytes are left.
     *
     * @return bytes.
     */
    long remaining();

    /**
     * Reads what {@link SnapshotWriter#writeBytes} wrote. The length is checked against {@link #remaining()}.
     *
     * @return a new array.
     */
    default byte[] readBytes() {
        final int length = readInt();
        if (length < 0 || length > remaining()) {
            throw new SnapshotFormatException("length " + length + " at a place where " + remaining()
                + " bytes are left: the snapshot was written by another machine or version");
        }
        final byte[] bytes = new byte[length];
        read(bytes, 0, length);
        return bytes;
    }
}
