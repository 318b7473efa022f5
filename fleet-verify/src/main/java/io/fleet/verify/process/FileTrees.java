package io.fleet.verify.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Whole directories. */
public final class FileTrees {
    private FileTrees() {
    }

    /** Deletes one with all that is in it; nothing when it is not there. Symbolic links are not followed. */
    public static void delete(final Path root) throws IOException {
        if (Files.exists(root)) {
            for (final Path path : content(root)) {
                Files.delete(path);
            }
        }
    }

    /** Copies one; the copy must not be there yet. */
    public static void copy(final Path root, final Path copy) throws IOException {
        final List<Path> all = content(root);
        for (int i = all.size() - 1; i >= 0; i--) {
            Files.copy(all.get(i), copy.resolve(root.relativize(all.get(i)).toString()));
        }
    }

    /** The deepest first. */
    private static List<Path> content(final Path root) throws IOException {
        try (Stream<Path> paths = Files.walk(root)) {
            return paths.sorted(Comparator.reverseOrder()).toList();
        }
    }
}
