package io.fleet.storage.disk;

import io.fleet.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory of the file system that is looked at and never changed: it takes no lock and creates nothing, so a node
 * may have the directory open at the same time. What would change something throws {@link
 * UnsupportedOperationException}. Safe from any thread.
 */
public final class ReadOnlyDisk implements Disk {
    private final Path directory;

    private ReadOnlyDisk(final Path directory) {
        this.directory = directory;
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
    public String name() {
        return directory.toString();
    }

    @Override
    public List<String> list() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).map(path -> path.getFileName().toString())
                .filter(name -> !name.equals(RealDisk.LOCK_FILE)).sorted().collect(Collectors.toList());
        } catch (final IOException e) {
            throw new StorageException("cannot list directory " + directory + ": " + e, e);
        }
    }

    @Override
    public boolean exists(final String file) {
        return Files.exists(directory.resolve(file));
    }

    @Override
    public DiskFile open(final String file) {
        final Path path = directory.resolve(file);
        try {
            return new ReadOnlyFile(path);
        } catch (final IOException e) {
            throw new StorageException("cannot open file " + path + ": " + e, e);
        }
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
        return new UnsupportedOperationException("cannot " + what + " in " + directory
            + ", which is open for reading only");
    }
}
