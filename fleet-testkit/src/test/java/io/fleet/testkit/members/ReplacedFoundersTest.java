package io.fleet.testkit.members;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fleet.TransportKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every founder of a group is replaced under load, and nobody notices (S14). */
@Tag("slow")
class ReplacedFoundersTest {
    @TempDir
    Path directory;

    @Test
    void shouldBeLinearizableWhileEveryFounderIsReplaced() throws Exception { // S14
        try (MembersScenario scenario = new MembersScenario(TransportKind.MDC, directory)) {
            final String seen = scenario.play();
            assertTrue(seen.startsWith("linearizable: "), seen);
        }
    }

    @Tag("full")
    @Test
    void shouldBeLinearizableByMulticastWhileEveryFounderIsReplaced() throws Exception { // S14
        final String name = "fleet-members-" + ProcessHandle.current().pid();
        assumeTrue(run(List.of("ip", "netns", "add", name)).endsWith("exit 0"),
            "a network namespace cannot be made here: needs root and iproute2");
        try {
            final boolean isReady = run(List.of("ip", "-n", name, "link", "set", "lo", "up")).endsWith("exit 0")
                && run(List.of("ip", "-n", name, "link", "set", "lo", "multicast", "on")).endsWith("exit 0")
                && run(List.of("ip", "-n", name, "route", "add", "224.0.0.0/4", "dev", "lo")).endsWith("exit 0");
            assumeTrue(isReady, "multicast cannot be set up in a network namespace here");
            final String said = run(List.of("ip", "netns", "exec", name,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--add-opens",
                "java.base/jdk.internal.misc=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                MembersScenario.class.getName(), TransportKind.MULTICAST.name(), directory.toString()));
            assertTrue(said.endsWith("passed\nexit 0"), said);
        } finally {
            run(List.of("ip", "netns", "delete", name));
        }
    }

    /** What a process says, and how it ends. */
    private static String run(final List<String> command) throws InterruptedException {
        final Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (final IOException e) {
            return e.getMessage();
        }
        try {
            final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said + "exit " + process.waitFor();
        } catch (final IOException e) {
            return e.getMessage();
        } finally {
            process.destroyForcibly();
        }
    }
}
