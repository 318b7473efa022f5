package io.fleet.node.status;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a directory of a node takes on its disk. Files that are created ahead count.
 *
 * @param path           the directory.
 * @param scatteredBytes of files of the scattered log.
 * @param orderedBytes   of files of the ordered log.
 * @param snapshotBytes  of snapshots.
 * @param otherBytes     of the meta store, and of files that were set aside.
 * @param freeBytes      that the file system has left for this process; -1 when it does not say.
 * @param totalBytes     of the file system; -1 when it does not say.
 */
public record DirectoryUsage(Path path, long scatteredBytes, long orderedBytes, long snapshotBytes, long otherBytes,
                             long freeBytes, long totalBytes) {
    /**
     * Looks at a directory. Waits for the disk, so not for the node's thread.
     *
     * @param path the directory.
     * @return what it takes; files that go away meanwhile, or cannot be looked at, are left out.
     */
    public static DirectoryUsage of(final Path path) {
        return of(path, List.of(path));
    }

    /**
     * Looks at a directory of a node with several duty threads.
     *
     * @param path  the directory.
     * @param parts those in it, of the threads.
     * @return what they take together.
     */
    public static DirectoryUsage of(final Path path, final List<Path> parts) {
        final long[] bytes = new long[4];
        try {
            for (final Path part : parts) {
                add(part, bytes);
            }
        } catch (final IOException | UncheckedIOException e) {
            return new DirectoryUsage(path, bytes[0], bytes[1], bytes[2], bytes[3], -1, -1);
        }
        long free = -1;
        long total = -1;
        try {
            final FileStore store = Files.getFileStore(path);
            free = store.getUsableSpace();
            total = store.getTotalSpace();
        } catch (final IOException e) {
            free = -1;
        }
        return new DirectoryUsage(path, bytes[0], bytes[1], bytes[2], bytes[3], free, total);
    }

    private static void add(final Path directory, final long[] bytes) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (final Path file : files.toList()) {
                final String name = file.getFileName().toString();
                bytes[name.startsWith("scattered-") ? 0 : name.startsWith("ordered-") ? 1
                    : name.startsWith("snapshot-") ? 2 : 3] += length(file);
            }
        }
    }

    private static long length(final Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (final NoSuchFileException e) {
            return 0;
        }
    }
}
