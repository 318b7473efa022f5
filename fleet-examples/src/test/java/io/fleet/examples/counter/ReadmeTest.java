package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README, guide and the page on tests show is code that is compiled and run here. */
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
        final String guide = Files.readString(MODULE.resolveSibling("docs/guide.md"));
        assertTrue(guide.contains(BLOCK + Files.readString(SIMULATION) + "```\n"), "docs/guide.md must show it whole");
    }

    /** Each block of Java, whatever its indentation, is a part of one of the classes beside this one. */
    @Test
    void shouldShowNoCodeThatIsNotCompiledAndRun() throws IOException {
        final List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.list(COUNTER.getParent())) {
            for (final Path file : files.toList()) {
                sources.add(unindented(Files.readString(file)));
            }
        }
        for (final String page : List.of("README.md", "docs/guide.md")) {
            final String[] blocks = Files.readString(MODULE.resolveSibling(page)).split(BLOCK);
            assertTrue(blocks.length > 1, page + " has no Java block");
            for (final String block : List.of(blocks).subList(1, blocks.length)) {
                final String code = unindented(block.substring(0, block.indexOf("```\n")));
                assertTrue(sources.stream().anyMatch(source -> source.contains(code)), page + " shows\n" + code);
            }
        }
    }

    private static String unindented(final String code) {
        return code.replaceAll("(?m)^ +", "");
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
