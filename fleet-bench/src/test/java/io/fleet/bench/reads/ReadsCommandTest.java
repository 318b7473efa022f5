package io.fleet.bench.reads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Tag("slow")
class ReadsCommandTest {
    private static final String SHORT = " --seconds 0.3 --warm-up 0.1 --settle 0 --keys 50";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    @TempDir
    Path directory;

    @Test
    void shouldKnowWhatTheLawAllows() { // CM-17
        assertEquals(3_000, ReadLaw.peak(3, 1_000, 1), 1e-9);
        assertEquals(1_000, ReadLaw.peak(5, 1_000, 0), 1e-9);
        assertEquals(1_500, ReadLaw.peak(3, 1_000, 0.5), 1e-9);
        assertEquals(3_000 / 1.1, ReadLaw.peak(3, 1_000, 0.95), 1e-9);
    }

    @Tag("full")
    @Test
    void shouldMeasureLevelsBesideEachOther() {
        assertEquals(0, run("--only levels --nodes 3 --shares 95 --levels log,quorum,lease,local --outstanding 8"
            + SHORT), this::all);
        for (final String each : new String[] {"| 3     | 95 %  | log ", "| quorum |",
            "| lease  |", "| local  |", "a = "}) {
            assertTrue(out.toString().contains(each), all());
        }
        assertFalse(Files.exists(directory.resolve("data")), "data was left");
    }

    @Tag("full")
    @Test
    void shouldMeasureAPausedNodeAndBothChoices() {
        assertEquals(0, run("--only paused,bimodal --rate 200 --bimodal-us 100 --load 10" + SHORT), this::all);
        for (final String each : new String[] {"| one paused ", "| it goes on ", "| random ", "| jbsq "}) {
            assertTrue(out.toString().contains(each), all());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--only speed", "--levels fast", "--shares 94", "--nodes 8", "--load 100"})
    void shouldRefuseWhatItDoesNotKnow(final String words) {
        assertEquals(2, run(words));
        assertTrue(err.toString().startsWith(words.split(" ")[0] + " is "), err.toString());
    }

    private int run(final String words) {
        return new CommandLine(new ReadsCommand(System.getProperty("java.class.path"))).setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err)).setParameterExceptionHandler((wrong, given) -> {
                err.write(wrong.getMessage());
                return 2;
            }).execute((words + " --dir " + directory).split(" +"));
    }

    private String all() {
        return out + "\n" + err;
    }
}
