package io.fleet.bench.coded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("slow")
class CodedCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path directory;

    private int run(final String line) {
        return new CommandLine(new CodedCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
            .execute(line.split(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "--only=disk > --only is 'disk', but must be all or some of cost, slots, speed",
        "--modes=raft > --modes is 'raft', but must be all or some of coded, coded-bytes, scattered, leader",
        "--values=0 > --values is 0, but must be from 1 to 4194304",
        "--values=1k > --values is '1k', but must be numbers from 1 to 4194304",
        "--cost-values=4194305 > --cost-values is 4194305, but must be from 1 to 4194304",
        "--slots=257 > --slots is 257, but must be from 1 to 256",
        "--in-flight=-1 > --in-flight is -1, but must be from 0 to 4096",
        "--rounds=0 > --rounds is 0, but must be from 1 to 1000",
        "--seconds=0 > --seconds is 0, but must be from 0.1 to 3600",
        "--warm-up=-1 > --warm-up is -1, but must be from 0 to 3600",
        "--disk=-1 > --disk is -1, but must be from 0 to 100000"
    })
    void shouldRefuseWrongOptions(final String word, final String message) {
        assertEquals(CommandLine.ExitCode.USAGE, run(word));
        assertTrue(err.toString().contains(message), err.toString());
    }

    @Test
    void shouldHaveDefaults() {
        final CodedCommand command = new CodedCommand();
        new CommandLine(command).parseArgs();
        final CodedOptions options = command.options();
        assertEquals(CodedOptions.PARTS, options.only);
        assertEquals(List.of(Contender.CODED, Contender.SCATTERED, Contender.LEADER), options.modes);
        assertEquals(List.of(1_300, 65_536, 666_000, 2_000_000), options.values);
        assertEquals(List.of(65_536, 1 << 20), options.costValues);
        assertEquals(Duration.ofSeconds(2), options.measure);
        assertEquals(List.of(60, 30, 15, 15), options.values.stream().map(options::inFlight).toList());
        assertEquals(List.of(1_000, 512, 50, 16), options.values.stream().map(CodedOptions::keys).toList());
    }

    @Tag("full")
    @Test
    void shouldMeasureACodedGroupBesideTheOthers() throws Exception {
        assertEquals(0, run("--values 20000 --cost-values 65536 --slots 4 --rounds 1 --seconds 0.3 --warm-up 0.1 --dir "
            + directory), () -> out + "\n" + err);
        for (final String each : List.of("| coded     | 65,536 | mean |", "| leader    | 65,536 | 2    |",
            "| 5       | 4         |", "100 % writes", "50 % writes", "5 % writes", "| x ", " 0 operations failed")) {
            assertTrue(out.toString().contains(each), "no '" + each + "' in " + out);
        }
        assertFalse(Files.exists(directory.resolve("data")), "data was left");
    }

    @Tag("full")
    @Test
    void shouldTellWhatValuesOfOneAndOfSeveralStripesCost(final TestReporter reporter) {
        final int code = run("--only cost,slots --modes coded,coded-bytes --seconds 0.5 --dir " + directory);
        reporter.publishEntry(System.lineSeparator() + out);
        assertEquals(0, code, () -> out + "\n" + err);
        assertTrue(out.toString().contains("| coded-bytes | 1,048,576 | mean |"), out.toString());
    }
}
