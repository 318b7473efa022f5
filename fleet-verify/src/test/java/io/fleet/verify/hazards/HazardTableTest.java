package io.fleet.verify.hazards;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Run with {@code -Dfleet.hazards.write=true} it writes the table into the page; otherwise it checks it. */
class HazardTableTest {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path PAGE = MODULE.resolveSibling("docs/generated/hazards.md");
    private static final Path WORDS = MODULE.resolve("src/test/resources/hazards.tsv");

    @Test
    void shouldNameATestForEachHazard() throws IOException {
        final HazardTable table = HazardTable.read(WORDS, MODULE.getParent());
        assertEquals(List.of(), table.faults());
        final String page = Files.readString(PAGE);
        final int begin = page.indexOf(HazardTable.BEGIN);
        final int end = page.indexOf(HazardTable.END);
        assertTrue(begin >= 0 && end > begin, PAGE + " has no place for the table of hazards");
        final String made = page.substring(0, begin) + HazardTable.BEGIN + table.markdown() + page.substring(end);
        if (Boolean.getBoolean("fleet.hazards.write")) {
            Files.writeString(PAGE, made);
        } else {
            assertEquals(made, page, "the table in docs/generated/hazards.md is not that of hazards.tsv and the tests;"
                + " write it with scripts/docs.sh");
        }
    }

    @Test
    void shouldSayWhatIsMissing() {
        final HazardTable table = new HazardTable();
        table.addWords("S-A1\tone\ttwo");
        table.addWords("S-A10\tone\tNo test: it cannot happen.");
        table.addWords("S-A2\tone\ttwo");
        table.addWords("S-A2\tone\ttwo");
        table.addWords("S-A3 one");
        table.addTests("FooTest",
            "@Tag(\"hazard-S-A2\")\n@Test\nvoid shouldFoo() {\n}\n@Tag(\"hazard-S-A4\")\nvoid shouldBar() {");
        table.judge();
        assertEquals(List.of("hazards.tsv: S-A2 stands there twice",
            "hazards.tsv: 'S-A3 one' must be an id, what could happen and what holds, with tabs between them",
            "hazards.tsv has no words for S-A4, which [FooTest.shouldBar] name",
            "S-A1: no test has the tag hazard-S-A1, and its words do not begin with 'No test: '"), table.faults());
    }

    @Test
    void shouldOrderByNumber() {
        final HazardTable table = new HazardTable();
        table.addWords("S-A10\tc\tNo test: d.");
        table.addWords("S-A2\ta\tb");
        table.addTests("FooTest", "@Tag(\"hazard-S-A2\")\n@Tag(\"hazard-S-A10\") @Test void shouldFoo() {");
        table.addTests("BarTest", "@Tag(\"hazard-S-A2\") class BarTest {");
        assertEquals("| | what could happen | what holds | shown by |\n|---|---|---|---|\n"
            + "| S-A2 | a | b | `BarTest`, `FooTest.shouldFoo` |\n| S-A10 | c | No test: d. | `FooTest.shouldFoo` |\n",
            table.markdown());
    }
}
