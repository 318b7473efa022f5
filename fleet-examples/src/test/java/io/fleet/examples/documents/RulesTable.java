package io.fleet.examples.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules that documents define, and who cites them: classes and tests in their comments, mutants in their heads. An
 * id is a letter and a number (S6), a paper's letters and a number (FL-05), or its name and a number (Racos 11). Of
 * <em>S1 to S4</em> all four are cited.
 */
final class RulesTable {
    /** Defined for itself: what somebody must cite. */
    private static final Pattern OWN = Pattern.compile("[A-Z]\\d+");
    private static final Pattern DEFINITION =
        Pattern.compile("\\| ([A-Z]\\d+|[A-Z]{2}-\\d+|[A-Z][A-Za-z]+ \\d+) \\| .*");
    private static final String PAPERS = "FLEET|HovercRaft|FRaft|Racos|CM|DESIGN";
    private static final Pattern CITATION = Pattern.compile("(?<![\\w.-])(?:((?:[SCFMHPQRLEV])|(?:FL|HC|FR|CM|RC)-|(?:"
        + PAPERS + ") )(\\d{1,2})(?: to (?:[SCFMHPQRLE]|(?:FL|HC|FR|CM|RC)-)?(\\d{1,2})\\b)?)(?![\\w-])");
    /** Comments of Java; texts, which may hold what looks like one, are matched first. */
    private static final Pattern COMMENT = Pattern.compile("\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\""
        + "|'(?:\\\\.|[^'\\\\\n])++'|(//[^\n]*|/\\*[\\s\\S]*?\\*/)");

    private final Map<String, String> definitions = new LinkedHashMap<>();
    private final Map<String, Set<String>> classes = new TreeMap<>();
    private final Map<String, Set<String>> tests = new TreeMap<>();
    private final Map<String, Set<String>> mutants = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();

    /** Reads the definitions of a page: its rows that begin with an id. */
    void define(final String page, final String text) {
        for (final String line : text.split("\n")) {
            final Matcher definition = DEFINITION.matcher(line);
            if (definition.matches() && definitions.put(definition.group(1), page) != null) {
                faults.add(definition.group(1) + " is defined twice");
            }
        }
    }

    void addClass(final String name, final String source) {
        cite(classes, name, comments(source));
    }

    void addTest(final String name, final String source) {
        cite(tests, name, comments(source));
    }

    void addMutant(final String name, final String rules) {
        cite(mutants, name, rules);
    }

    /** What a page cites; it is in no table. */
    void addPage(final String page, final String text) {
        cite(new TreeMap<>(), page, text);
    }

    private static String comments(final String source) {
        final StringBuilder comments = new StringBuilder();
        final Matcher comment = COMMENT.matcher(source);
        while (comment.find()) {
            if (comment.group(1) != null) {
                comments.append(comment.group(1)).append('\n');
            }
        }
        // What a line break parts: "S3" and "to S5", "Racos" and "11".
        return comments.toString().replaceAll("\\s*\n\\s*\\*?\\s*", " ");
    }

    private void cite(final Map<String, Set<String>> table, final String name, final String text) {
        final Matcher citation = CITATION.matcher(text);
        while (citation.find()) {
            final int first = Integer.parseInt(citation.group(2));
            final int last = citation.group(3) == null ? first : Integer.parseInt(citation.group(3));
            for (int number = first; number <= Math.max(first, last); number++) {
                final String id = citation.group(1)
                    + (citation.group(1).endsWith("-") && number < 10 ? "0" + number : Integer.toString(number));
                if (!definitions.containsKey(id)) {
                    faults.add(name + " cites " + id + ", which no document defines");
                }
                table.computeIfAbsent(id, key -> new TreeSet<>(Comparator.naturalOrder())).add(name);
            }
        }
    }

    /** Rules of our own that nobody cites: no test, and no mutant with one. */
    void judge() {
        definitions.keySet().stream().filter(id -> OWN.matcher(id).matches())
            .filter(id -> !tests.containsKey(id) && !mutants.containsKey(id))
            .forEach(id -> faults.add(id + " is cited by no test and no mutant"));
    }

    List<String> faults() {
        return faults.stream().distinct().toList();
    }

    /** The table in Markdown, in the order of the definitions. */
    String markdown() {
        final StringBuilder text = new StringBuilder("| rule | classes | tests | mutants |\n|---|---|---|---|\n");
        for (final Map.Entry<String, String> definition : definitions.entrySet()) {
            final String id = definition.getKey();
            text.append("| ").append(id).append(" | ").append(names(classes, id)).append(" | ").append(names(tests, id))
                .append(" | ").append(mutants.getOrDefault(id, Set.of()).size()).append(" |\n");
        }
        return text.toString();
    }

    private static String names(final Map<String, Set<String>> table, final String id) {
        final Set<String> names = table.getOrDefault(id, Set.of());
        return names.isEmpty() ? "" : "`" + String.join("`, `", names) + "`";
    }
}
