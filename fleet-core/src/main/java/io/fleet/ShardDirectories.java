package io.fleet;

import io.fleet.error.ConfigException;
import io.fleet.node.config.Shard;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.RealDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.CloseHelper;

/**
 * The directories of a node with several duty threads, each of which has one of its own in all of them. They are
 * locked, so that no other process takes them for those of a node with another number of duty threads.
 *
 * <p>With another number a node would find other directories, or none, for a part of its groups: it would come back
 * without what it has acknowledged. So it does not start.
 */
final class ShardDirectories implements AutoCloseable {
    /** Files of a node with one duty thread; others may lie there, too. */
    private static final Pattern FILE = Pattern.compile("(damaged-)?(\\d+-)?"
        + "(meta(\\.new)?|diverged|(scattered|steps|ordered|snapshot)-([0-9a-f]{8}|begun-anew-).*"
        + "|spare-(scattered|steps|ordered|snapshot)-.*)");

    private final List<Path> directories;
    private final int dutyThreads;
    private final List<RealDisk> locks = new ArrayList<>();

    private ShardDirectories(final List<Path> directories, final int dutyThreads) {
        this.directories = directories;
        this.dutyThreads = dutyThreads;
    }

    /** Locks and looks at them; throws where they are of another number of duty threads. */
    static ShardDirectories open(final List<Path> directories, final int dutyThreads) {
        final ShardDirectories opened = new ShardDirectories(directories, dutyThreads);
        try {
            if (dutyThreads > 1) {
                directories.forEach(directory -> opened.locks.add(RealDisk.open(directory)));
            }
            opened.require();
            return opened;
        } catch (final RuntimeException | Error e) {
            opened.close();
            throw e;
        }
    }

    /** Throws where they are of another number of duty threads. */
    void require() {
        directories.forEach(directory -> require(directory, dutyThreads));
    }

    private static void require(final Path directory, final int dutyThreads) {
        final Set<Integer> found = countsIn(directory);
        if (!found.isEmpty() && !found.equals(Set.of(dutyThreads))) {
            throw new ConfigException("dutyThreads is " + dutyThreads + ", but must be "
                + found.stream().map(String::valueOf).collect(Collectors.joining(" and ")) + ": directory " + directory
                + " holds the groups of a node with that number, which cannot be changed;"
                + " see docs/guide.md#many-groups-on-many-processors");
        }
    }

    /** The numbers of duty threads whose files lie in a directory. */
    private static Set<Integer> countsIn(final Path directory) {
        final Set<Integer> counts = new TreeSet<>();
        for (final Path entry : list(directory)) {
            final String name = entry.getFileName().toString();
            if (!Files.isDirectory(entry)) {
                if (FILE.matcher(name).matches()) {
                    counts.add(1);
                }
            } else {
                Shard.countIn(name).filter(count -> list(entry).stream()
                    .anyMatch(file -> FILE.matcher(file.getFileName().toString()).matches())).ifPresent(counts::add);
            }
        }
        return counts;
    }

    private static List<Path> list(final Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (final IOException e) {
            throw new StorageException("cannot list directory " + directory + ": " + e, e);
        }
    }

    /** Gives the locks back. Idempotent. */
    @Override
    public synchronized void close() {
        try {
            CloseHelper.closeAll(locks);
        } finally {
            locks.clear();
        }
    }
}
