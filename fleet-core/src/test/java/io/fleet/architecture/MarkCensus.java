package io.fleet.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which marks sources declare and which of them tests expect, read from the text of the sources. */
final class MarkCensus {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern DECLARED = Pattern.compile("Mark\\s*\\.\\s*named\\(\\s*([^)]*?)\\s*\\)");
    private static final Pattern EXPECTED = Pattern.compile("@Expects\\(([^)]*)\\)");
    private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

    private final List<String> declared = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /** Reads all modules that stand in a directory. */
    MarkCensus readModules(final Path root) {
        for (final Path module : list(root, Files::isDirectory)) {
            sources(module.resolve("src/main/java")).forEach(this::main);
            sources(module.resolve("src/test/java")).forEach(this::test);
        }
        return this;
    }

    MarkCensus main(final String source) {
        find(DECLARED, source, declared);
        return this;
    }

    MarkCensus test(final String source) {
        find(EXPECTED, source, expected);
        return this;
    }

    int size() {
        return declared.size();
    }

    /** What is wrong, a sentence each: every mark has a name of its own and one test that expects it. */
    List<String> problems() {
        final List<String> problems = new ArrayList<>();
        twice(declared).forEach(name -> problems.add("mark " + name + " is declared twice"));
        twice(expected).forEach(name -> problems.add("mark " + name + " is expected by two tests"));
        declared.stream().filter(name -> !expected.contains(name))
            .forEach(name -> problems.add("mark " + name + " is expected by no test"));
        expected.stream().filter(name -> !declared.contains(name))
            .forEach(name -> problems.add("mark " + name + " is expected, and does not exist"));
        return problems;
    }

    private static Set<String> twice(final List<String> names) {
        final Set<String> once = new HashSet<>();
        final Set<String> twice = new HashSet<>();
        names.forEach(name -> (once.add(name) ? once : twice).add(name));
        return twice;
    }

    private static void find(final Pattern pattern, final String source, final List<String> names) {
        final Matcher found = pattern.matcher(COMMENT.matcher(source).replaceAll(""));
        while (found.find()) {
            final int before = names.size();
            final Matcher text = TEXT.matcher(found.group(1));
            while (text.find()) {
                names.add(text.group(1));
            }
            if (names.size() == before) {
                throw new IllegalArgumentException("the name of a mark must be written out: " + found.group());
            }
        }
    }

    private static List<String> sources(final Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).map(MarkCensus::read).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> list(final Path directory, final Predicate<Path> filter) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(filter).toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
