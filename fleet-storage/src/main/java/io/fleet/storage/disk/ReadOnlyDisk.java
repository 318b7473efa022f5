package io.fleet.storage.disk;

import io.fleet.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory of the file system that is looked at and never changed: it takes no lock and creates nothing, so a node
 * may have the directory open at the same time. What would change something throws {@link
 * UnsupportedOperationException}. Safe from any thread.
 */
public final class ReadOnlyDisk extends Directory {
    private ReadOnlyDisk(final Path directory) {
        super(directory);
    }

    /**
     * Opens a directory that is there.
     *
     * @param directory its path.
     * @return the disk.
     * @throws StorageException when there is no such directory, or it cannot be read.
     */
    public static ReadOnlyDisk open(final Path directory) {
        if (!Files.isDirectory(directory) || !Files.isReadable(directory)) {
            throw new StorageException(directory + " is not a directory that can be read");
        }
        return new ReadOnlyDisk(directory);
    }

    @Override
    DiskFile openFile(final Path file) throws IOException {
        return new ReadOnlyFile(file);
    }

    @Override
    public DiskFile create(final String file, final long length) {
        throw readOnly("create " + file);
    }

    @Override
    public void rename(final String from, final String to) {
        throw readOnly("rename " + from + " to " + to);
    }

    @Override
    public void delete(final String file) {
        throw readOnly("delete " + file);
    }

    @Override
    public void close() {
        // nothing is held
    }

    private UnsupportedOperationException readOnly(final String what) {
        return new UnsupportedOperationException("cannot " + what + " in " + path()
            + ", which is open for reading only");
    }
}
