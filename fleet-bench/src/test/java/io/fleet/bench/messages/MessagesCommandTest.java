package io.fleet.bench.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.examples.kv.server.CommandLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MessagesCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path directory;

    @Test
    void shouldReadShapes() {
        assertEquals(new ClusterShape(3, 0, 0, 0, false), ClusterShape.parse("3"));
        assertEquals(new ClusterShape(2, 1, 0, 0, false), ClusterShape.parse("2+1w"));
        assertEquals(new ClusterShape(3, 0, 2, 0, false), ClusterShape.parse("3+2o"));
        assertEquals(new ClusterShape(3, 2, 1, 0, false), ClusterShape.parse("3+2w+1o"));
        assertEquals(new ClusterShape(3, 6, 0, 2, false), ClusterShape.parse("3+2g"));
        assertEquals("groups 3,4,5/6,7,8", ClusterShape.parse("3+2g").quorums().toString());
        assertEquals("grid 2,3/4,5", ClusterShape.parse("2+2x2").quorums().toString());
        assertEquals("2+2x2", ClusterShape.parse("2+2x2").toString());
        assertEquals("3+2w+1o", ClusterShape.parse("3+2w+1o").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "w", "1w", "3+", "3+0o", "1+1w", "2+2w", "1+1g", "1+2x2", "3+1g+1o", "3+1o+1w",
        "3 ", "33"})
    void shouldRefuseWhatIsNoShape(final String text) {
        assertNull(ClusterShape.parse(text));
        assertEquals(2, commands().execute("messages", "--shapes=" + text));
        assertTrue(err.toString().contains("--shapes has '" + text + "', but must have"), err.toString());
    }

    @Test
    void shouldCountWhatNodesSendAndReceive() {
        assertEquals(0, commands().execute("messages", "--shapes", "2+1w", "--batch", "1,10", "--commands", "20",
            "--directory", directory.toString()), err.toString());
        final List<String> rows = out.toString().lines().filter(line -> line.startsWith("| 2+1w")).toList();
        assertEquals(6, rows.size(), out.toString());
        for (final String row : rows) {
            final String[] cells = row.split("\\|");
            assertTrue(Double.parseDouble(cells[5].strip()) > 0, row);
        }
        assertTrue(rows.get(0).contains("leader"), out.toString());
        assertTrue(rows.get(5).contains("witness"), out.toString());
    }

    private CommandLine commands() {
        final CommandLine bench = new CommandLine(new Bench()).addSubcommand(new MessagesCommand());
        CommandLines.prepare(bench, "fleet bench", new PrintWriter(out, true), new PrintWriter(err, true));
        return bench;
    }

    @CommandLine.Command(name = "bench")
    private static final class Bench {
    }
}
