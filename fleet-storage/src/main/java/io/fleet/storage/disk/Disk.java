package io.fleet.storage.disk;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * One directory on one device. Everything above is written against this interface, so the simulator's disk and the
 * real one run the same code.
 *
 * <p>All methods throw {@link io.fleet.storage.StorageException} or a subclass that names the file and the cause
 * ({@link io.fleet.storage.DiskFullException} when there is no space).
 */
public interface Disk extends AutoCloseable {
    /** A name for messages, such as the path. */
    String name();

    /**
     * Names of the files in the directory.
     *
     * @return the names, sorted.
     */
    List<String> list();

    /**
     * Whether a file exists.
     *
     * @param file its name.
     * @return whether it does.
     */
    boolean exists(String file);

    /**
     * Creates a file of fixed length, filled with written zeros, and makes file and directory entry durable.
     * A crash before the return leaves no file or any prefix of it.
     *
     * @param file   its name; it must not exist.
     * @param length in bytes.
     * @return the open file.
     */
    DiskFile create(String file, long length);

    /**
     * As {@link #create(String, long)}, at the caller's pace where it takes long.
     *
     * @param file      its name; it must not exist.
     * @param length    in bytes.
     * @param onWritten told on the caller's thread of bytes that were written, which may wait there.
     * @return the open file.
     */
    default DiskFile create(final String file, final long length, final IntConsumer onWritten) {
        return create(file, length);
    }

    /**
     * Creates a file of fixed length that is to be written once, from begin to end, and makes its directory entry
     * durable. It reads as zeros. Its space may be taken only when it is written, so a write may find the disk full; in
     * return nothing is written twice.
     *
     * @param file   its name; it must not exist.
     * @param length in bytes.
     * @return the open file.
     */
    default DiskFile createUnwritten(final String file, final long length) {
        return create(file, length);
    }

    /**
     * Opens an existing file for reading and writing.
     *
     * @param file its name.
     * @return the open file.
     */
    DiskFile open(String file);

    /**
     * Renames a file within the directory, atomically, and makes that durable. An open file stays open.
     *
     * @param from the old name.
     * @param to   the new name; replaced where it exists.
     */
    void rename(String from, String to);

    /**
     * Deletes a file and makes that durable.
     *
     * @param file its name.
     */
    void delete(String file);

    @Override
    void close();

    /** How many bytes may still be written; without a bound where that is not known. */
    default long usableBytes() {
        return Long.MAX_VALUE;
    }
}
