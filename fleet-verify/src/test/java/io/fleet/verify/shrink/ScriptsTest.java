package io.fleet.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs that fail with a defect: each file is named after the mutant of {@code src/mutants} that makes it fail. Each is
 * run with the chance that it names and with some other, since a change of timing elsewhere lets other races be won.
 */
@Tag("slow")
class ScriptsTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");
    private static final Path MUTANTS = Path.of("src/mutants");
    private static final String ENDING = ".script";
    private static final int CHANCES = 10;

    @ParameterizedTest
    @MethodSource("scripts")
    void shouldKeepEveryRuleIn(final String name) throws IOException {
        final String text = Files.readString(SCRIPTS.resolve(name));
        final String mutant = name.substring(0, name.length() - ENDING.length());
        assertTrue(Files.exists(MUTANTS.resolve(mutant + ".patch")), "there is no mutant " + mutant);
        assertTrue(text.lines().skip(1).findFirst().orElse("").startsWith("# Fails with the mutant " + mutant + ": "),
            "says what it is red with");
        final RunPlan plan = Script.read(text);
        for (int i = 0; i < CHANCES; i++) {
            final SeedResult result = Simulation.run(plan.withSeed(plan.seed() + 1_000L * i), new SimTrace());
            assertTrue(result.passed(), () -> name + ", seed " + result.seed() + ": " + result.violations());
            assertTrue(result.acknowledged() > 0, "it does something");
        }
    }

    private static List<String> scripts() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            final List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
            assertFalse(names.isEmpty());
            assertTrue(names.stream().allMatch(name -> name.endsWith(ENDING)), names::toString);
            return names;
        }
    }
}
