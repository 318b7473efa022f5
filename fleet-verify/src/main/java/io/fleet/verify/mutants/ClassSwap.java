package io.fleet.verify.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Puts class files into a directory, and what was there before back. */
final class ClassSwap {
    private final Path target;
    /** What was there before; null for nothing. */
    private final Map<Path, byte[]> before = new LinkedHashMap<>();

    ClassSwap(final Path target) {
        this.target = target;
    }

    /** Copies all that lies below {@code classes} to the same place in the directory. */
    void put(final Path classes) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (final Path file : files) {
            final Path place = target.resolve(classes.relativize(file).toString());
            before.put(place, Files.exists(place) ? Files.readAllBytes(place) : null);
            Files.createDirectories(place.getParent());
            Files.write(place, Files.readAllBytes(file));
        }
    }

    /** Makes the directory what it was. */
    void undo() throws IOException {
        for (final Map.Entry<Path, byte[]> file : before.entrySet()) {
            if (file.getValue() == null) {
                Files.delete(file.getKey());
            } else {
                Files.write(file.getKey(), file.getValue());
            }
        }
        before.clear();
    }
}
