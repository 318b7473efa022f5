package io.fleet.verify.hazards;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What could go wrong once, and which tests show that it does not any more. A test says so by a tag,
 * {@code hazard-ID}, on a method or on a class; {@code hazards.tsv} says in words what each id is.
 */
final class HazardTable {
    static final String BEGIN = "<!-- hazards: made by HazardTableTest -->\n";
    static final String END = "<!-- hazards: end -->\n";

    private static final Pattern TAG = Pattern.compile("@Tag\\(\"hazard-([A-Za-z0-9-]+)\"\\)");
    private static final Pattern NAME = Pattern.compile("\\bvoid (\\w+)\\(|\\bclass (\\w+)");
    /** Letters by name, digits by size: S-A2 stands before S-A10. */
    private static final Comparator<String> ORDER =
        Comparator.comparing((String id) -> id.replaceAll("\\d+$", ""))
            .thenComparing(id -> id.replaceAll("\\D", ""), Comparator.comparingInt(String::length))
            .thenComparing(Comparator.naturalOrder());

    private final Map<String, String[]> words = new TreeMap<>(ORDER);
    private final Map<String, TreeSet<String>> tests = new TreeMap<>(ORDER);
    private final List<String> faults = new ArrayList<>();

    /** Reads the words from a file, and the tags from all tests below a directory. */
    static HazardTable read(final Path words, final Path root) throws IOException {
        final HazardTable table = new HazardTable();
        for (final String line : Files.readAllLines(words)) {
            table.addWords(line);
        }
        for (final Path module : modules(root)) {
            try (Stream<Path> files = Files.walk(module)) {
                for (final Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                    table.addTests(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                }
            }
        }
        table.judge();
        return table;
    }

    private static List<Path> modules(final Path root) throws IOException {
        try (Stream<Path> found = Files.list(root)) {
            return found.map(path -> path.resolve("src/test/java")).filter(Files::isDirectory).sorted().toList();
        }
    }

    void addWords(final String line) {
        final String[] columns = line.split("\t");
        if (columns.length != 3) {
            faults.add("hazards.tsv: '" + line
                + "' must be an id, what could happen and what holds, with tabs between them");
        } else if (words.put(columns[0], columns) != null) {
            faults.add("hazards.tsv: " + columns[0] + " stands there twice");
        }
    }

    void addTests(final String className, final String source) {
        final Matcher tag = TAG.matcher(source);
        final Matcher name = NAME.matcher(source);
        while (tag.find()) {
            if (name.find(tag.end())) {
                final String test = name.group(1) == null ? className : className + "." + name.group(1);
                tests.computeIfAbsent(tag.group(1), id -> new TreeSet<>()).add(test);
            }
        }
    }

    void judge() {
        tests.keySet().stream().filter(id -> !words.containsKey(id))
            .forEach(id -> faults.add("hazards.tsv has no words for " + id + ", which " + tests.get(id) + " name"));
        words.keySet().stream().filter(id -> !tests.containsKey(id) && !words.get(id)[2].startsWith("No test: "))
            .forEach(id -> faults.add(id + ": no test has the tag hazard-" + id
                + ", and its words do not begin with 'No test: '"));
    }

    List<String> faults() {
        return faults;
    }

    /** The table in Markdown. */
    String markdown() {
        final StringBuilder text =
            new StringBuilder("| | what could happen | what holds | shown by |\n|---|---|---|---|\n");
        words.forEach((id, columns) -> {
            final TreeSet<String> by = tests.getOrDefault(id, new TreeSet<>());
            text.append("| ").append(id).append(" | ").append(columns[1]).append(" | ").append(columns[2]).append(" | ")
                .append(by.isEmpty() ? "" : "`" + String.join("`, `", by) + "`").append(" |\n");
        });
        return text.toString();
    }
}
