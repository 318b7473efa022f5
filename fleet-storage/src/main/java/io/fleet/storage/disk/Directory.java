package io.fleet.storage.disk;

import io.fleet.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What all disks that are directories of the file system share: names, and nothing that changes any. */
abstract class Directory implements Disk {
    static final String LOCK_FILE = "fleet.lock";

    private final Path path;

    Directory(final Path path) {
        this.path = path;
    }

    final Path path() {
        return path;
    }

    /** Opens a file by its whole path. */
    abstract DiskFile openFile(Path file) throws IOException;

    @Override
    public final String name() {
        return path.toString();
    }

    @Override
    public final List<String> list() {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                .filter(name -> !name.equals(LOCK_FILE)).sorted().collect(Collectors.toList());
        } catch (final IOException e) {
            throw new StorageException("cannot list directory " + path + ": " + e, e);
        }
    }

    @Override
    public final boolean exists(final String file) {
        return Files.exists(path.resolve(file));
    }

    @Override
    public final DiskFile open(final String file) {
        final Path whole = path.resolve(file);
        try {
            return openFile(whole);
        } catch (final IOException e) {
            throw new StorageException("cannot open file " + whole + ": " + e, e);
        }
    }
}
