package io.fleet;

import io.fleet.error.ConfigException;
import io.fleet.node.config.Shard;
import io.fleet.storage.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks whether directories are of a node with as many duty threads as are asked for. With another number a node would
 * find other directories, or none, for a part of its groups: it would come back without what it has acknowledged.
 */
final class ShardDirectories {
    private ShardDirectories() {
    }

    static void require(final List<Path> directories, final int dutyThreads) {
        for (final Path directory : directories) {
            final int found = countIn(directory);
            if (found > 0 && found != dutyThreads) {
                throw new ConfigException("dutyThreads is " + dutyThreads + ", but must be " + found
                    + ": directory " + directory + " holds the groups of a node with that number, which cannot be"
                    + " changed; see docs/guide.md#many-groups-on-many-processors");
            }
        }
    }

    /** The number of duty threads whose files lie in a directory; 0 where there are none. */
    private static int countIn(final Path directory) {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(ShardDirectories::countOf).flatMap(Optional::stream).findFirst().orElse(0);
        } catch (final IOException e) {
            throw new StorageException("cannot list directory " + directory + ": " + e, e);
        }
    }

    private static Optional<Integer> countOf(final Path entry) {
        final String name = entry.getFileName().toString();
        if (Files.isDirectory(entry)) {
            return Shard.countIn(name);
        }
        return name.equals("meta") || name.equals("damaged-meta") || name.endsWith(".log") ? Optional.of(1)
            : Optional.empty();
    }
}
