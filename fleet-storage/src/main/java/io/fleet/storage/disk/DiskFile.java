package io.fleet.storage.disk;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * One open file of a {@link Disk}. One thread writes and syncs; any thread may read at the same time, and sees every
 * write that returned before its read began.
 */
public interface DiskFile extends AutoCloseable {
    /**
     * The name of the file in its directory.
     *
     * @return the name when it was opened.
     */
    String name();

    /**
     * The length of the file.
     *
     * @return bytes.
     */
    long length();

    /**
     * Writes; not durable before {@link #sync()}.
     *
     * @param position in the file.
     * @param source   where the bytes are.
     * @param offset   of the first.
     * @param length   how many.
     */
    void write(long position, DirectBuffer source, int offset, int length);

    /**
     * Reads up to {@code length} bytes.
     *
     * @param position in the file.
     * @param target   where to put them.
     * @param offset   of the first.
     * @param length   how many.
     * @return how many were read: fewer than asked for only at the end of the file.
     * @throws io.fleet.storage.ReadFailedException when the disk cannot read it.
     */
    int read(long position, MutableDirectBuffer target, int offset, int length);

    /** Makes every write that returned before durable. When it throws, the file is not to be trusted any more. */
    void sync();

    @Override
    void close();
}
