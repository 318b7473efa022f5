package io.fleet.examples.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the checkout that tests of documents look at, with slashes whatever the system has. */
final class Repository {
    private final Path root;
    private final Map<String, List<String>> javaFiles;

    private Repository(final Path root) throws IOException {
        this.root = root;
        javaFiles = files(name -> name.endsWith(".java"), "src").stream()
            .collect(Collectors.groupingBy(Repository::simpleName, TreeMap::new, Collectors.toList()));
    }

    /** The checkout that the module whose tests run belongs to. */
    static Repository find() throws IOException {
        return new Repository(Path.of("").toAbsolutePath().getParent());
    }

    /** All documents: those beside the modules, of the modules themselves, and in {@code docs}. */
    List<String> documents() throws IOException {
        final List<String> found = new ArrayList<>(list("", name -> name.endsWith(".md")));
        for (final String module : list("", name -> name.startsWith("fleet-"))) {
            found.addAll(list(module, name -> name.endsWith(".md")));
        }
        found.addAll(files(name -> name.endsWith(".md"), "docs"));
        return found;
    }

    /** Sources of the main or the test code of all modules. */
    List<String> sources(final String kind) {
        return javaFiles.values().stream().flatMap(List::stream).filter(file -> file.contains("/src/" + kind + "/"))
            .sorted().toList();
    }

    /** The sources of classes with that simple name, in whatever package and module. */
    List<String> sourcesOf(final String simpleName) {
        return javaFiles.getOrDefault(simpleName, List.of());
    }

    String read(final String file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(final String file, final String text) throws IOException {
        Files.writeString(root.resolve(file), text);
    }

    boolean has(final String file) {
        return Files.exists(root.resolve(file));
    }

    /** Whether a file has exactly that name, also where the file system does not tell small letters from large ones. */
    boolean isSpelled(final String file) {
        final int slash = file.lastIndexOf('/');
        try {
            return list(slash < 0 ? "" : file.substring(0, slash), file.substring(slash + 1)::equals).size() == 1;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of what lies in a directory of the checkout, with the directory in front. */
    List<String> list(final String directory, final Predicate<String> names) throws IOException {
        final Path at = root.resolve(directory);
        if (!Files.isDirectory(at)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(at)) {
            return entries.filter(path -> names.test(path.getFileName().toString())).map(this::name).sorted().toList();
        }
    }

    private List<String> files(final Predicate<String> names, final String below) throws IOException {
        final List<Path> starts = new ArrayList<>();
        if ("docs".equals(below)) {
            starts.add(root.resolve(below));
        } else {
            list("", name -> name.startsWith("fleet-")).forEach(module -> starts.add(root.resolve(module)));
        }
        final List<String> found = new ArrayList<>();
        for (final Path start : starts.stream().filter(Files::isDirectory).toList()) {
            Files.walkFileTree(start, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(final Path directory, final BasicFileAttributes attributes) {
                    return directory.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) {
                    if (names.test(file.getFileName().toString())) {
                        found.add(name(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        Collections.sort(found);
        return found;
    }

    private String name(final Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    static String simpleName(final String file) {
        return file.substring(file.lastIndexOf('/') + 1).replace(".java", "");
    }
}
