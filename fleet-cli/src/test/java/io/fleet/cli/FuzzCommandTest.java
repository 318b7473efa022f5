package io.fleet.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.verify.fuzz.FuzzResult;
import io.fleet.verify.fuzz.FuzzTarget;
import io.fleet.verify.fuzz.Fuzzer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class FuzzCommandTest {
    private static final long SEED = 1;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path directory;

    private int run(final String... arguments) {
        return new FleetCli(options -> null, new PrintWriter(out), new PrintWriter(err)).run(arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "kv-batch, 2500, 60", "kv-snapshot, 6000, 6", "resp, 1000, 150", "kv-answers, 10000, 4", "kv-options, 1500, 25",
        "kv-history, 3000, 30"
    })
    void shouldTreatInputsAsDeclared(final String name, final int inputs, final int outcomes) {
        final FuzzTarget target = FuzzCommand.targets().stream().filter(each -> each.name().equals(name)).findFirst()
            .orElseThrow();
        final FuzzResult result = new Fuzzer(target, SEED).run(tried -> tried < inputs);
        assertTrue(result.taken() > inputs / 50 && result.taken() < inputs, () -> "too few are taken: " + result);
        assertTrue(result.outcomes() >= outcomes, () -> "too little is reached: " + result);
    }

    @Test
    void shouldListTheTargets() {
        assertEquals(0, run("fuzz", "--list"), err::toString);
        assertEquals(FuzzCommand.targets().stream().map(FuzzTarget::name).distinct().collect(Collectors.toList()),
            out.toString().lines().collect(Collectors.toList()));
    }

    @Test
    void shouldFuzzOneTarget() {
        assertEquals(0, run("fuzz", "--target", "commands", "--seconds", "1", "--seed", "3", "--failures",
            directory.toString()), out::toString);
        assertTrue(out.toString().startsWith("commands: "), out::toString);
        assertTrue(out.toString().contains(" inputs/s"), out::toString);
        assertTrue(out.toString().endsWith(String.format("PASSED: seed 3, 1 decoders, 0 failed%n")), out::toString);
    }

    @Test
    void shouldTryAnInputAgain() throws IOException {
        final Path input = directory.resolve("input");
        Files.write(input, new byte[] {1, 2, 3});
        assertEquals(0, run("fuzz", "--target", "wire", "--input", input.toString()), err::toString);
        assertTrue(out.toString().startsWith("wire: TRUNCATED"), out::toString);
    }

    @Test
    void shouldTryWhatACoverageGuidedFuzzerGives() throws IOException {
        System.setProperty(CoverageGuided.TARGET, "commands");
        System.setProperty(CoverageGuided.FAILURES, directory.toString());
        try {
            CoverageGuidedEntry.fuzzerTestOneInput(new byte[] {1, 2, 3});
            final FuzzTarget target = CoverageGuided.chosen();
            assertEquals("commands", target.name());
            assertEquals("./fleet fuzz --target commands --input " + directory.resolve("fuzz-commands.input"),
                CoverageGuided.keep(target, new byte[] {7}));
            assertEquals(1, Files.size(directory.resolve("fuzz-commands.input")));
        } finally {
            System.clearProperty(CoverageGuided.TARGET);
            System.clearProperty(CoverageGuided.FAILURES);
        }
    }
}
