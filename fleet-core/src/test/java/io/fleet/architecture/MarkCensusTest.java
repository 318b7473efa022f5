package io.fleet.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The marks of all modules as they are, and proof that the census looks. */
class MarkCensusTest {
    private static final String ONE = "private static final Mark ONE = " + "Mark.named(\"place.one\");\n";
    private static final String TWO = "private static final Mark TWO =\n    " + "Mark.named(\n\"place.two\");\n";

    @Test
    void shouldHaveOneTestForEachMark() {
        final MarkCensus census = new MarkCensus().readModules(Path.of(".."));
        assertTrue(census.size() > 50, "only " + census.size() + " marks are in sight");
        assertEquals(List.of(), census.problems());
    }

    @Test
    void shouldBeContentWhenEachMarkHasItsTest() {
        assertEquals(List.of(), new MarkCensus().main(ONE + TWO)
            .test("@" + "Expects({\"place.one\",\n\"place.two\"}) void shouldDoBoth() { }").problems());
        assertEquals(List.of(), new MarkCensus().main("/** " + TWO + " */").main("// " + ONE).problems());
    }

    @Test
    void shouldFindMarksWithoutATestAndWithTwo() {
        assertEquals(List.of("mark place.two is expected by two tests", "mark place.one is expected by no test"),
            new MarkCensus().main(ONE).main(TWO).test("@" + "Expects(\"place.two\") @Test")
                .test("@" + "Expects(\"place.two\") @Test").problems());
    }

    @Test
    void shouldFindANameThatIsTakenAndOneThatNobodyHas() {
        assertEquals(List.of("mark place.one is declared twice", "mark place.gone is expected, and does not exist"),
            new MarkCensus().main(ONE).main(ONE).test("@" + "Expects(\"place.one\") @Test")
                .test("@" + "Expects(\"place.gone\") @Test").problems());
    }

    @Test
    void shouldRefuseANameThatItCannotRead() {
        assertThrows(IllegalArgumentException.class, () -> new MarkCensus().main("Mark" + ".named(PREFIX + name)"));
    }
}
