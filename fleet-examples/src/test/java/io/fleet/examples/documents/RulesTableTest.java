package io.fleet.examples.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dfleet.rules.write=true} it writes the page of who cites which rule; otherwise it checks it. */
class RulesTableTest {
    private static final String PAGE = "docs/generated/rules.md";
    private static final String HEAD = """
        # Who cites which rule

        Made by `RulesTableTest` from comments of classes and tests, and from the heads of mutants. What the rules say
        is in [rules.md](../rules.md), what the ids of papers are in [spec/papers.md](../spec/papers.md).

        """;
    private static final List<String> DEFINING = List.of("docs/rules.md", "docs/spec/papers.md");
    private static final Pattern RULES = Pattern.compile("(?m)^Rule: (.*)$");

    @Test
    void shouldCiteRulesThatAreDefined() throws IOException {
        final Repository repository = Repository.find();
        final RulesTable table = new RulesTable();
        DEFINING.forEach(page -> table.define(page, repository.read(page)));
        for (final String file : repository.sources("main")) {
            if (!file.contains("/peers/")) {
                table.addClass(name(file), repository.read(file));
            }
        }
        repository.sources("test").stream().filter(file -> !file.contains("/documents/"))
            .forEach(file -> table.addTest(name(file), repository.read(file)));
        for (final String module : repository.list("", name -> name.startsWith("fleet-"))) {
            for (final String patch : repository.list(module + "/src/mutants", name -> name.endsWith(".patch"))) {
                final Matcher rules = RULES.matcher(repository.read(patch));
                if (rules.find()) {
                    table.addMutant(patch, rules.group(1));
                }
            }
        }
        repository.documents().stream()
            .filter(page -> page.startsWith("docs/") && !page.equals(PAGE)
                && !page.matches("docs/(reports/.*|performance.md)"))
            .forEach(page -> table.addPage(page, String.join("\n", new Markdown(repository.read(page)).lines())));
        table.judge();
        assertEquals(List.of(), table.faults());
        final String made = HEAD + table.markdown();
        if (Boolean.getBoolean("fleet.rules.write")) {
            repository.write(PAGE, made);
        } else {
            assertEquals(made, repository.read(PAGE), PAGE + " is old; write it with scripts/docs.sh");
        }
    }

    @Test
    void shouldFindWhoCitesWhat() {
        final RulesTable table = new RulesTable();
        table.define("page", "| id | rule |\n| S1 | one |\n| S2 | two |\n| S3 | three |\n| FL-05 | five |\n"
            + "| Racos 11 | eleven |\n");
        table.addClass("Foo",
            "/** (S1 to\n * S3), FL-05. */ class Foo { String s = \"S9 // S9\"; } // hazard-X-S8, Racos 11");
        table.addTest("FooTest", "void shouldBar() { // S2\n");
        table.addMutant("m", "S3, FL-05");
        table.judge();
        assertEquals("| rule | classes | tests | mutants |\n|---|---|---|---|\n| S1 | `Foo` |  | 0 |\n"
            + "| S2 | `Foo` | `FooTest` | 0 |\n| S3 | `Foo` |  | 1 |\n| FL-05 | `Foo` |  | 1 |\n"
            + "| Racos 11 | `Foo` |  | 0 |\n", table.markdown());
        assertEquals(List.of("S1 is cited by no test and no mutant"), table.faults());
    }

    @Test
    void shouldSayWhatIsNotDefined() {
        final RulesTable table = new RulesTable();
        table.define("page", "| S1 | one |\n| S1 | once more |\n");
        table.addClass("Foo", "// S1, S2\n");
        table.addMutant("m", "DESIGN 2");
        table.judge();
        assertEquals(List.of("S1 is defined twice", "Foo cites S2, which no document defines",
            "m cites DESIGN 2, which no document defines", "S1 is cited by no test and no mutant"), table.faults());
    }

    private static String name(final String file) {
        final String name = Repository.simpleName(file);
        return "package-info".equals(name) ? file.replaceAll(".*/io/", "io/").replaceAll("/package-info.*", "")
            .replace('/', '.') : name;
    }
}
