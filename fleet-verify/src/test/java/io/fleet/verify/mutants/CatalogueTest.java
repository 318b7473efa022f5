package io.fleet.verify.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.error.ConfigException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogueTest {
    private static final List<String> RULES = List.of("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10",
        "S11", "S12", "S13", "S14", "S15", "S16");

    @TempDir
    private Path directory;

    @Test
    void shouldBreakEveryRule() throws Exception {
        final List<Mutant> mutants = Checkout.find().catalogue();
        final Set<String> missing = new TreeSet<>(RULES);
        mutants.forEach(mutant -> missing.removeAll(List.of(mutant.rule().split(", "))));
        assertEquals(Set.of(), missing);
        assertTrue(mutants.size() >= 40, "mutants: " + mutants.size());
        assertEquals(mutants.size(), new HashSet<>(mutants.stream().map(Mutant::name).toList()).size());
    }

    /** With {@code -Dfleet.mutants.write=true} it writes the page of all mutants; otherwise it checks it. */
    @Test
    void shouldListAllMutantsInTheDocuments() throws Exception {
        final Checkout checkout = Checkout.find();
        final List<Mutant> mutants = checkout.catalogue();
        final StringBuilder page = new StringBuilder("""
            # Mutants

            Made by `CatalogueTest` from the heads of the patches in `fleet-verify/src/mutants`. What a mutant is,
            how to run them and how to add one is in [testing.md](../testing.md#mutants).

            """).append("There are ").append(mutants.size())
            .append(".\n\n| mutant | rule | takes away | why that is unsafe | noticed by |\n|---|---|---|---|---|\n");
        for (final Mutant mutant : mutants) {
            page.append("| `").append(mutant.name()).append("` | ").append(mutant.rule()).append(" | ")
                .append(mutant.removes()).append(" | ").append(mutant.unsafe()).append(" | ").append(killer(mutant))
                .append(" |\n");
        }
        final Path file = checkout.root().resolve("docs/generated/mutants.md");
        if (Boolean.getBoolean("fleet.mutants.write")) {
            Files.writeString(file, page);
        } else {
            assertEquals(page.toString(), Files.readString(file), file + " is old; write it with scripts/docs.sh");
        }
    }

    private static String killer(final Mutant mutant) {
        final String name = mutant.script() == null ? mutant.test() : mutant.script();
        return name == null ? "seeds: " + mutant.expect()
            : (mutant.script() == null ? "test `" : "script `") + name.replaceAll(".*\\.", "").replace('#', '.') + "`";
    }

    @Test
    void shouldApplyToTheSourcesAsTheyAre() throws Exception {
        final Checkout checkout = Checkout.find();
        for (final Mutant mutant : checkout.catalogue()) {
            new MutantBuild(checkout, Files.createDirectory(directory.resolve(mutant.name()))).apply(mutant);
        }
    }

    @Tag("full")
    @Test
    void shouldCompile() throws Exception {
        final Checkout checkout = Checkout.find();
        for (final Mutant mutant : checkout.catalogue()) {
            new MutantBuild(checkout, Files.createDirectory(directory.resolve(mutant.name()))).build(mutant);
        }
    }

    @Test
    void shouldChangeProductionSourcesOnly() throws Exception {
        for (final Mutant mutant : Checkout.find().catalogue()) {
            for (final String file : mutant.files()) {
                assertTrue(file.matches("fleet-(core|storage|ec|reads|examples)/src/main/java/.*\\.java"),
                    mutant.name() + ": " + file);
            }
        }
    }

    @Test
    void shouldFindTheScriptsThatMutantsName() throws Exception {
        final Checkout checkout = Checkout.find();
        final List<Mutant> scripted = checkout.catalogue().stream().filter(mutant -> mutant.script() != null).toList();
        assertTrue(scripted.size() > 0, "no mutant names a script");
        for (final Mutant mutant : scripted) {
            assertTrue(Files.isRegularFile(checkout.script(mutant)), mutant.name());
        }
    }

    @Test
    void shouldFindTheTestsThatMutantsName() throws Exception {
        final Checkout checkout = Checkout.find();
        final List<Mutant> tested = checkout.catalogue().stream().filter(mutant -> mutant.test() != null).toList();
        assertTrue(tested.size() > 0, "no mutant names a test");
        for (final Mutant mutant : tested) {
            final String module = checkout.test(mutant).module();
            assertTrue(mutant.files().stream().anyMatch(file -> file.startsWith(module + "/"))
                || !mutant.isCoded() && "fleet-core".equals(module) || isSimulated(mutant, module),
                mutant.name() + " is tested by " + module);
        }
    }

    /** Whole runs stand on all modules but the examples. */
    private static boolean isSimulated(final Mutant mutant, final String module) {
        return ("fleet-testkit".equals(module) || "fleet-verify".equals(module))
            && mutant.files().stream().noneMatch(file -> file.startsWith("fleet-examples/"));
    }

    @Test
    void shouldRefuseATestThatIsNotThere() throws Exception {
        final Path patch = directory.resolve("one.patch");
        Files.writeString(patch, "Mutant: one\nRule: S1\nRemoves: a\nUnsafe: b\nExpect: c\n"
            + "Test: io.fleet.consensus.common.BallotTest#shouldNotBeThere\n\n+++ b/x\n");
        final Mutant mutant = Mutant.read(patch);
        final String message = assertThrows(ConfigException.class, () -> Checkout.find().test(mutant)).getMessage();
        assertEquals("mutant one names the test 'io.fleet.consensus.common.BallotTest#shouldNotBeThere', but no module"
            + " has it;"
            + " it must be the package, class and #method of a test", message);
    }

    @Test
    void shouldRefuseAScriptThatIsNotThere() throws Exception {
        final Path patch = directory.resolve("one.patch");
        Files.writeString(patch,
            "Mutant: one\nRule: S1\nRemoves: a\nUnsafe: b\nExpect: c\nScript: no-such\n\n+++ b/x\n");
        final Mutant mutant = Mutant.read(patch);
        final String message = assertThrows(ConfigException.class, () -> Checkout.find().script(mutant)).getMessage();
        assertTrue(message.startsWith("mutant one names the script 'no-such', but there is no "), message);
    }

    @Test
    void shouldRefuseAHeadThatLacksSomething() throws Exception {
        final Path patch = directory.resolve("one.patch");
        Files.writeString(patch, "Mutant: one\nRule: S1\nRemoves: this\nExpect: that\n\n+++ b/x\n");
        final String message = assertThrows(ConfigException.class, () -> Mutant.read(patch)).getMessage();
        assertEquals(patch + ": 'Expect: that' stands where 'Unsafe: ...' must stand", message);
    }

    @Test
    void shouldRefuseAFileOfAnotherName() throws Exception {
        final Path patch = directory.resolve("two.patch");
        Files.writeString(patch, "Mutant: one\nRule: S1\nRemoves: a\nUnsafe: b\nExpect: c\n\n+++ b/x\n");
        final String message = assertThrows(ConfigException.class, () -> Mutant.read(patch)).getMessage();
        assertEquals(patch + " holds the mutant 'one', but must be named after it", message);
    }

    @Test
    void shouldSayWhichMutantDoesNotApplyAnyMore() throws Exception {
        final Path patch = directory.resolve("old.patch");
        final String file = "fleet-core/src/main/java/io/fleet/consensus/common/Ballot.java";
        Files.writeString(patch, "Mutant: old\nRule: S1\nRemoves: a\nUnsafe: b\nExpect: c\n\n--- a/" + file + "\n+++ b/"
            + file + "\n@@ -1,1 +1,1 @@\n-this never stood there\n+nor did this\n");
        final MutantBuild build = new MutantBuild(Checkout.find(), Files.createDirectory(directory.resolve("scratch")));
        final String message = assertThrows(ConfigException.class, () -> build.apply(Mutant.read(patch))).getMessage();
        assertTrue(message.startsWith("mutant old does not apply to the sources any more: "), message);
    }
}
