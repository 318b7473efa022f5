package io.fleet.examples.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows first is the code that is compiled and run here. */
class ReadmeTest {
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path COUNTER = MODULE.resolve("src/test/java/io/fleet/examples/counter/CounterTest.java");
    private static final String BLOCK = "```java\n";

    @Test
    void shouldShowTheCounterAsItIsCompiled() throws IOException {
        final String readme = Files.readString(MODULE.resolveSibling("README.md"));
        final int begin = readme.indexOf(BLOCK);
        assertTrue(begin >= 0, "README.md has no Java block");
        final int first = begin + BLOCK.length();
        assertEquals(Files.readString(COUNTER), readme.substring(first, readme.indexOf("```\n", first)));
    }

    @Test
    void shouldNeedNoMoreThanFortyLinesOfUserCode() throws IOException {
        final List<String> code = Files.readAllLines(COUNTER).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("import ") && !line.startsWith("package ")).toList();
        assertTrue(code.size() <= 40, "lines of code: " + code.size());
    }
}
