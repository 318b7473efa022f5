package io.fleet.bench.speculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.server.CommandLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@Tag("slow")
class SpeculationCommandTest {
    private static final int WORK = 1;
    private static final int IN_FLIGHT = 2;
    private static final int NAME = 3;
    private static final int P50 = 4;
    private static final int EARLY = 10;
    private static final int INSERTED = 12;
    private static final int EFFECT_BYTES = 13;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    @Test
    void shouldPrintALineForEachVariantAndApplyEachCommandOnce() throws IOException {
        assertEquals(0, run("--micros 20,300 --threads 1,2 --in-flight 1,4 --rounds 1 --seconds 0.05"), this::all);
        final List<String> lines = new ArrayList<>();
        for (final String[] row : rows()) {
            lines.add(row[WORK] + " us, " + row[IN_FLIGHT] + ", " + row[NAME]);
            assertTrue(Integer.parseInt(row[P50].replace(",", "")) >= Integer.parseInt(row[WORK]), this::all);
            assertTrue(row[NAME].matches(".*thread.*|shipped")
                || row[EARLY].equals("not offered".equals(row[NAME]) ? "-" : "0 %"), this::all);
            final boolean isShipped = "shipped".equals(row[NAME]);
            assertTrue(row[INSERTED].matches(isShipped ? "[0-9]+ %" : "-"), this::all);
            assertEquals(isShipped ? "88" : "-", row[EFFECT_BYTES], this::all);
        }
        final List<String> wanted = new ArrayList<>();
        for (final String point : List.of("20 us, 1", "20 us, 4", "300 us, 1", "300 us, 4")) {
            Stream.of("off", "1 thread", "2 threads", "shipped").forEach(each -> wanted.add(point + ", " + each));
        }
        Stream.of("0 us, 1", "0 us, 4").forEach(point -> wanted.addAll(List.of(point + ", not offered",
            point + ", off")));
        assertEquals(wanted, lines, this::all);
        assertTrue(out.toString().contains("commands; each was applied once by each of the three nodes."), this::all);
        assertTrue(out.toString().contains("Nothing is switched off"), this::all);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList(), "data was left");
        }
    }

    @Test
    void shouldMeasureThePlainMachineAlone() {
        assertEquals(0, run("--plain --in-flight 2 --rounds 2 --seconds 0.02"), this::all);
        final List<String[]> rows = rows();
        assertEquals(1, rows.size(), this::all);
        assertEquals("0", rows.get(0)[WORK], this::all);
        assertEquals("not offered", rows.get(0)[NAME], this::all);
        assertTrue(out.toString().contains("commands; each was applied once by each of the three nodes."), this::all);
    }

    @ParameterizedTest
    @CsvSource({"--micros,100001,from 0 to 100000", "--micros,-1,from 0 to 100000",
        "--micros,x,numbers from 0 to 100000", "--threads,257,from 0 to 256", "--in-flight,0,from 1 to 1024",
        "--rounds,0,from 1 to 1000", "--seconds,0,from 0.01 to 3600"})
    void shouldRefuseWhatIsOutOfRangeAndNameIt(final String option, final String value, final String allowed) {
        assertEquals(2, run(option + "=" + value), this::all);
        assertTrue(err.toString().contains(option + " is "), this::all);
        assertTrue(err.toString().contains("must be " + allowed), this::all);
    }

    @Test
    void shouldRefuseADirectoryThatIsAFile() throws IOException {
        final Path file = Files.createFile(directory.resolve("file"));
        assertEquals(2, execute("--directory", file.toString()));
        assertTrue(err.toString().contains("--directory is " + file + ", but must be a directory"), this::all);
    }

    private List<String[]> rows() {
        return out.toString().lines().filter(line -> line.matches("\\| [0-9].*"))
            .map(line -> Stream.of(line.split("\\|")).map(String::strip).toArray(String[]::new)).toList();
    }

    private int run(final String words) {
        return execute((words + " --directory " + directory).split(" "));
    }

    private int execute(final String... words) {
        final CommandLine bench = new CommandLine(new Bench()).addSubcommand(new SpeculationCommand());
        CommandLines.prepare(bench, "fleet bench", new PrintWriter(out, true), new PrintWriter(err, true));
        return bench.execute(Stream.concat(Stream.of("speculation"), Stream.of(words)).toArray(String[]::new));
    }

    private String all() {
        return out + "\n" + err;
    }

    @CommandLine.Command(name = "bench")
    private static final class Bench {
    }
}
