package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README and the page on tests show first is the code that is compiled and run here. */
class ReadmeTest {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path COUNTER = MODULE.resolve("src/test/java/io/fleet/examples/counter/CounterTest.java");
    private static final Path SIMULATION = COUNTER.resolveSibling("CounterSimulationTest.java");
    private static final String BLOCK = "```java\n";

    @Test
    void shouldShowTheCounterAsItIsCompiled() throws IOException {
        assertEquals(Files.readString(COUNTER), firstBlock(MODULE.resolveSibling("README.md")));
    }

    @Test
    void shouldShowTheSimulationOfTheCounterAsItIsCompiled() throws IOException {
        assertEquals(Files.readString(SIMULATION), firstBlock(MODULE.resolveSibling("docs/testing.md")));
    }

    @Test
    void shouldShowTheMachineOfLargeValuesAsItIsCompiled() throws IOException {
        final String test = Files.readString(COUNTER.resolveSibling("FilesTest.java"));
        final String machine = test.substring(test.indexOf("    static class Files"), test.lastIndexOf("}"))
            .replaceAll("(?m)^    ", "").replaceFirst("static ", "");
        assertTrue(Files.readString(MODULE.resolveSibling("README.md")).contains(BLOCK + machine + "```"), machine);
    }

    @Test
    void shouldNeedNoMoreThanFortyLinesOfUserCode() throws IOException {
        final List<String> code = Files.readAllLines(COUNTER).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("import ") && !line.startsWith("package ")).toList();
        assertTrue(code.size() <= 40, "lines of code: " + code.size());
    }

    private static String firstBlock(final Path page) throws IOException {
        final String text = Files.readString(page);
        final int begin = text.indexOf(BLOCK);
        assertTrue(begin >= 0, page + " has no Java block");
        final int first = begin + BLOCK.length();
        return text.substring(first, text.indexOf("```\n", first));
    }
}
