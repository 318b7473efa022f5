package io.fleet.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

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
     */
    public static Path forRun(final Path wanted, final boolean durable) throws IOException {
        if (wanted != null) {
            return Files.createDirectories(wanted);
        }
        return durable || !Files.isDirectory(MEMORY) ? Files.createTempDirectory("fleet-bench")
            : Files.createTempDirectory(MEMORY, "fleet-bench");
    }

    /** A new one for what need not last; below {@code otherwise} where the machine has no place in memory. */
    public static Path inMemory(final Path otherwise) throws IOException {
        return Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : otherwise, "fleet-bench");
    }

    /** Whether nothing in a directory, which exists, outlives the machine. */
    public static boolean isInMemory(final Path directory) throws IOException {
        return MEMORY_KINDS.contains(Files.getFileStore(directory).type());
    }
}
