package io.fleet.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class AblationsCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    private Path directory;

    private CommandLine commands() {
        return BenchMain.commands(new BuiltPeers(directory.resolve("none"), System.getProperty("java.class.path")),
            new PrintWriter(out), new PrintWriter(err));
    }

    private List<String> ablations(final String line) {
        final CommandLine.ParseResult parsed = commands().parseArgs(("ablations " + line).strip().split(" "));
        return ((AblationsCommand) parsed.subcommand().commandSpec().userObject()).ablations().stream()
            .map(Ablation::name).toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "--peer fleet > Unknown option",
        "--only speed > --only is 'speed', but must be all or some of dissemination, replies, service, persistence, "
            + "flush, batches, copies",
        "--service-us 0 > --service-us is 0, but must be from 1 to 10000",
        "--settle 3601 > --settle is 3601, but must be from 0 to 3600",
        "--rounds 0 > --rounds is 0, but must be from 1 to 100",
        "--nodes 2 > --nodes is 2, but must be 1, 3 or 5",
        "--dir pom.xml > --dir is pom.xml, but must be a directory"
    })
    void shouldRefuseWrongOptions(final String line, final String message) {
        assertEquals(2, commands().execute(("ablations " + line).split(" ")), err.toString());
        assertTrue(err.toString().contains(message), err.toString());
        assertTrue(err.toString().contains("fleet bench help ablations"), err.toString());
    }

    @Test
    void shouldTakeAllOrSomeInTheOrderOfMeasurement() {
        assertEquals(Ablations.NAMES, ablations(""));
        assertEquals(List.of("dissemination", "batches"), ablations("--only batches,dissemination,batches"));
    }

    @Test
    void shouldNameAllInTheHelp() {
        assertEquals(0, commands().execute("help", "ablations"));
        final String help = out.toString().replaceAll("\\s+", " ");
        assertTrue(help.contains(String.join(", ", Ablations.NAMES)), help);
    }

    @Tag("full")
    @Test
    void shouldMeasureWithRealProcesses() throws Exception {
        final Path csv = directory.resolve("all.csv");
        assertEquals(0, commands().execute("ablations", "--only", "replies", "--nodes", "1", "--durable", "false",
            "--seconds", "0.2", "--settle", "0.1", "--warm-up", "0", "--rounds", "1", "--jvm-flags",
            "-Xms64m -Xmx512m", "--dir", directory.resolve("data").toString(), "--csv", csv.toString()),
            () -> out + "\n" + err);
        assertTrue(out.toString().contains("| get 6144 B, 256 in flight | jbsq "), out.toString());
        assertTrue(err.toString().contains("  replies/jbsq get 6144 B, 256 in flight, while it settles: "),
            err.toString());
        final List<String> lines = Files.readAllLines(csv);
        assertEquals(4, lines.size());
        for (final String line : lines.subList(1, 4)) {
            final String[] fields = line.split(",");
            assertTrue(fields[7].startsWith("replies/"), line);
            assertTrue(Long.parseLong(fields[10]) > 0, "nothing was completed: " + line);
            assertEquals("0", fields[11], "something failed: " + line);
        }
    }
}
