package io.fleet.verify.mutants;

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

/** Whole runs on small catalogues: patches of the test's own, as they come from the class path. */
class MutantsTest {
    private final StringWriter out = new StringWriter();
    @TempDir
    private Path directory;

    private int run(final String name, final long seeds) throws Exception {
        final Path patch = Path.of(MutantsTest.class.getResource("/mutants/" + name + ".patch").toURI());
        return Mutants.run(Checkout.find(), List.of(Mutant.read(patch)),
            new MutantOptions(List.of(name), seeds, 1, directory.resolve("report.md")), new PrintWriter(out));
    }

    @Test
    void shouldKillWhatBreaksAgreement() throws Exception {
        assertEquals(Mutants.ALL_KILLED, run("chooses-without-a-quorum", 50), out::toString);
        assertTrue(out.toString().startsWith("killed    chooses-without-a-quorum"), out.toString());
        final String report = Files.readString(directory.resolve("report.md"));
        assertTrue(report.contains("| `chooses-without-a-quorum` | S6 | "), report);
        assertTrue(report.startsWith("1 of 1 mutants killed within 50 seeds each."), report);
    }

    @Tag("full")
    @Test
    void shouldSayThatAHarmlessMutantSurvives() throws Exception {
        assertEquals(Mutants.SURVIVOR, run("says-it-in-other-words", 2), out::toString);
        assertTrue(out.toString().startsWith("survived  says-it-in-other-words       2  "), out.toString());
        assertTrue(Files.readString(directory.resolve("report.md")).contains(" | survived | "));
    }

    @Tag("full")
    @Test
    void shouldKillByScriptWhatSeedsSeldomDo() throws Exception {
        final List<Mutant> scripted = Checkout.find().catalogue().stream()
            .filter(mutant -> mutant.name().equals("long-reads-wait-without-bound")).toList();
        final int result = Mutants.run(Checkout.find(), scripted, new MutantOptions(List.of(), 1, 1,
            directory.resolve("report.md")), new PrintWriter(out));
        assertEquals(Mutants.ALL_KILLED, result, out::toString);
        assertTrue(out.toString().startsWith("killed    long-reads-wait-without-bound  script  "), out.toString());
        assertTrue(Files.readString(directory.resolve("report.md")).contains(" | script | "));
    }

    @Tag("full")
    @Test
    void shouldNotCallItAKillWhenNothingRuns() throws Exception {
        assertEquals(Mutants.BROKEN, run("starts-no-node", 50), out::toString);
        assertTrue(out.toString().contains("no command was acknowledged in " + Trial.LIFELESS + " seeds; "),
            out.toString());
    }

    @Test
    void shouldNotCallItAKillWhenItDoesNotCompile() throws Exception {
        assertEquals(Mutants.BROKEN, run("does-not-compile", 50), out::toString);
        assertTrue(out.toString().contains("mutant does-not-compile does not compile: "), out.toString());
    }
}
