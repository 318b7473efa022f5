package io.fleet.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Stream;

/** Where data goes, and that it goes away again. */
public final class Directories {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final Set<String> MEMORY_KINDS = Set.of("tmpfs", "ramfs");

    private Directories() {
    }

    /**
     * A new one for a whole run: one that was asked for, or else on the temporary disk or in memory.
     *
     * @param wanted  the one that was asked for; null for a temporary one.
     * @param durable whether it must not be in memory.
     * @return the directory.
     * @throws IOException when it cannot be made.
     */
    public static Path forRun(final Path wanted, final boolean durable) throws IOException {
        if (wanted != null) {
            return Files.createDirectories(wanted);
        }
        return durable || !Files.isDirectory(MEMORY) ? Files.createTempDirectory("fleet-bench")
            : Files.createTempDirectory(MEMORY, "fleet-bench");
    }

    /**
     * A new one for what need not last.
     *
     * @param otherwise below which it is made where the machine has no place in memory.
     * @return the directory.
     * @throws IOException when it cannot be made.
     */
    public static Path inMemory(final Path otherwise) throws IOException {
        return Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : otherwise, "fleet-bench");
    }

    /**
     * Whether nothing in a directory outlives the machine.
     *
     * @param directory that exists.
     * @throws IOException when the system does not say.
     */
    public static boolean isInMemory(final Path directory) throws IOException {
        return MEMORY_KINDS.contains(Files.getFileStore(directory).type());
    }

    /**
     * Deletes one with all that is in it; nothing when it is not there.
     *
     * @param root which.
     * @throws IOException when something cannot be deleted.
     */
    public static void delete(final Path root) throws IOException {
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
