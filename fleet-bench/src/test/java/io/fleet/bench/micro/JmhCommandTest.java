package io.fleet.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class JmhCommandTest {
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "Learner( > PATTERN is 'Learner(', but must be a regular expression",
        "NoSuchBenchmark > PATTERN is 'NoSuchBenchmark', but must be found in the name of a benchmark",
        "--slow > Unknown option: '--slow'"
    })
    void shouldRefuseWrongOptions(final String word, final String message) {
        assertEquals(CommandLine.ExitCode.USAGE,
            new CommandLine(new JmhCommand()).setErr(new PrintWriter(err)).execute(word));
        assertTrue(err.toString().contains(message), err.toString());
    }
}
