package io.fleet.testkit.shrink;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.sim.SimTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs that once failed. Each file is named after what it showed and says in its first lines which defect makes it
 * fail.
 */
class ScriptsTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");

    @ParameterizedTest
    @MethodSource("scripts")
    void shouldKeepEveryRuleIn(final String name) throws IOException {
        final String text = Files.readString(SCRIPTS.resolve(name));
        assertTrue(text.lines().skip(1).findFirst().orElse("").startsWith("# Fails when "), "says when it fails");
        final SeedResult result = Simulation.run(Script.read(text), new SimTrace());
        assertTrue(result.passed(), () -> name + ": " + result.violations());
        assertTrue(result.acknowledged() > 0, "it does something");
    }

    private static List<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            final List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
            assertFalse(names.isEmpty());
            return names;
        }
    }
}
