package io.fleet.bench.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** Where data goes, and that it goes away again. */
final class Directories {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Set<String> MEMORY_KINDS = Set.of("tmpfs", "ramfs");

    private Directories() {
    }

    /** A new one for a whole run: below one that was asked for, on the temporary disk, or in memory. */
    static Path forRun(final RunOptions options) throws IOException {
        if (options.directory() != null) {
            return Files.createDirectories(options.directory());
        }
        return options.durable() || !Files.isDirectory(MEMORY) ? Files.createTempDirectory("fleet-bench")
            : Files.createTempDirectory(MEMORY, "fleet-bench");
    }

    /** A new one for what need not last: in memory where the machine has a place for that, else below another one. */
    static Path inMemory(final Path otherwise) throws IOException {
        return Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : otherwise, "fleet-bench");
    }

    /** Whether nothing in a directory outlives the machine. */
    static boolean isInMemory(final Path directory) throws IOException {
        return MEMORY_KINDS.contains(Files.getFileStore(directory).type());
    }

    /** Deletes one with all that is in it; nothing when it is not there. */
    static void delete(final Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(root)) {
            for (final Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
