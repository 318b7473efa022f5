package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The classes, methods and packages that documents for engineers name in back-ticks are there. */
class NamedClassesTest {
    private static final String INDEX = "docs/where-is-what.md";
    private static final Pattern CLASS = Pattern.compile("([A-Z][a-z0-9]+\\w*)(?:\\.(\\w+))?");
    /** Names of classes, and behind them the package that they are in. */
    private static final Pattern PLACED = Pattern.compile("((?:`[A-Z][\\w.]*`(?:, | and )?)+) \\(`([a-z.]+)`\\)");
    private static final Pattern PAGES = Pattern.compile(
        "docs/(?:internals|where-is-what|rules|glossary|testing|formats|bounds|api|spec/\\w+)\\.md");
    /** Words in back-ticks that look like classes: of models, of files, of programs. */
    private static final Set<String> OTHERS = Set.of("Accept", "Agreement", "Answer", "AnswerHolds", "Apply",
        "AssertionError", "BodyHeld", "ChosenAt", "Collect", "Converge", "Elect", "EntryOnce", "Error", "Expect",
        "Expects", "Few", "FewInSequence", "Form", "IsConfirmed", "LearntAt", "LearntIsChosen", "Lose",
        "NotAppliedHolds", "Off", "Once", "OnceInLog", "OneValue", "Open", "Record", "RecordedIsChosen", "Refuse",
        "Removes", "Rule", "Sessions", "Tell", "Unsafe");

    @Test
    void shouldNameClassesThatAreThere() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        int names = 0;
        for (final String page : repository.documents()) {
            if (PAGES.matcher(page).matches()) {
                for (final String code : new Markdown(repository.read(page)).code()) {
                    final Matcher name = CLASS.matcher(code);
                    if (name.matches() && !OTHERS.contains(name.group(1))) {
                        names++;
                        check(repository, page, name.group(1), name.group(2), faults);
                    }
                }
            }
        }
        assertEquals(List.of(), faults);
        assertTrue(names > 300, "names that were looked at: " + names);
    }

    @Test
    void shouldNameThePackagesOfTheIndex() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        int names = 0;
        for (final String line : new Markdown(repository.read(INDEX)).lines()) {
            final Matcher placed = PLACED.matcher(line);
            while (placed.find()) {
                final String directory = "/" + placed.group(2).replace('.', '/') + "/";
                for (final String code : new Markdown(placed.group(1)).code()) {
                    final String name = code.replaceAll("\\..*", "");
                    names++;
                    if (repository.sourcesOf(name).stream().noneMatch(file -> file.contains(directory + name + "."))) {
                        faults.add(INDEX + " places " + name + " in " + placed.group(2) + ", but it is in "
                            + repository.sourcesOf(name));
                    }
                }
            }
        }
        assertEquals(List.of(), faults);
        assertTrue(names > 100, "names that were looked at: " + names);
    }

    @Test
    void shouldFindWhatIsNotThere() throws IOException {
        final Repository repository = Repository.find();
        final List<String> faults = new ArrayList<>();
        check(repository, "page", "NamedClassesTest", null, faults);
        check(repository, "page", "NamedClassesTest", "check", faults);
        check(repository, "page", "NamedClassesTest", "un" + "check", faults);
        check(repository, "page", "NoSuchClass", null, faults);
        assertEquals(List.of("page names NamedClassesTest.un" + "check, which is not there",
            "page names NoSuchClass, which is not there"), faults);
    }

    private static void check(final Repository repository, final String page, final String simpleName,
                              final String member, final List<String> faults) {
        final Pattern wanted = Pattern.compile("\\b" + (member == null ? simpleName : member) + "\\b");
        if (repository.sourcesOf(simpleName).stream().noneMatch(file -> wanted.matcher(repository.read(file)).find())) {
            faults.add(page + " names " + simpleName + (member == null ? "" : "." + member) + ", which is not there");
        }
    }
}
