package io.fleet.verify.shrink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptRunsTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    @TempDir
    private Path directory;

    @Test
    void shouldRunAScriptAndShowItsSteps() throws IOException {
        final RunPlan plan = RunPlan.draw(1);
        final Path script = directory.resolve("calm.script");
        Files.writeString(script, Script.write(plan.withFaults(FaultPlan.of(List.of(), -1)).withWorkload(plan.workload()
            .withOperations(List.of(new PlannedOperation(0, 1_000_000_000, 0, "add 3 7")))), List.of()));
        assertTrue(ScriptRuns.replay(script, true, out), this::text);
        assertTrue(text().contains("client 0: add 3 7"), text());
        assertTrue(text().contains("calm.script: passed"), text());
    }

    @Test
    void shouldRunACodedGroupFromAScript() throws IOException {
        final RunPlan plan = RunPlan.draw(1, Set.of(Feature.CODED));
        final RunPlan calm = plan.withFaults(FaultPlan.of(List.of(), -1)).withWorkload(plan.workload()
            .withOperations(List.of(new PlannedOperation(0, 1_000_000_000, 0, "add 3 7"))));
        final String text = Script.write(calm, List.of());
        assertTrue(text.contains("set code "), text);
        final RunPlan read = Script.read(text);
        assertEquals(text, Script.write(read, List.of()));
        assertEquals(calm.config().toString(), read.config().toString());
        final Path script = directory.resolve("coded.script");
        Files.writeString(script, text);
        assertTrue(ScriptRuns.replay(script, true, out), this::text);
        assertTrue(text().contains("STEPS"), text());
        assertThrows(ScriptException.class, () -> Script.read(text.replaceFirst("nodes \\d", "nodes 9")));
    }

    @Test
    void shouldSayThatASeedDoesNotFail() throws IOException {
        final Path target = directory.resolve("none.script");
        assertFalse(ScriptRuns.shrink(1, Set.of(), target, 10, out), this::text);
        assertEquals("seed 1 does not fail: there is nothing to shrink", text().trim());
        assertFalse(Files.exists(target));
    }

    @Test
    void shouldRefuseWhatIsNoScript() throws IOException {
        final Path wrong = directory.resolve("wrong.script");
        Files.writeString(wrong, "fleet-script 9\n");
        assertThrows(ScriptException.class, () -> ScriptRuns.replay(wrong, false, out));
        assertThrows(NoSuchFileException.class, () -> ScriptRuns.replay(directory.resolve("missing"), false, out));
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
