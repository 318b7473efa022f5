package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.torture.Scenes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet scenes}: reads and checks the options, then plays all scenes; exit code 1 when one went wrong. */
@Command(name = "scenes",
    description = "Clients that behave badly, against three real processes of the key-value server: others are served "
        + "on, and memory stays in its bound.")
final class ScenesCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--dir", paramLabel = "DIR", description = "new or empty; takes data and logs, and is kept "
        + "(default: a temporary one, also kept)")
    private Path directory;
    @Option(names = "--max-gap-ms", paramLabel = "MS", defaultValue = "100",
        description = "fails when a client that behaves waits longer for an answer (default: ${DEFAULT-VALUE})")
    private int maxGapMillis;

    @Override
    public Integer call() throws Exception {
        checks.range("--max-gap-ms", maxGapMillis, 1, 3_600_000);
        checks.newOrEmpty(directory);
        final Path made = directory == null ? Files.createTempDirectory("fleet-scenes-") : directory;
        Files.createDirectories(made);
        spec.commandLine().getOut().println("data and logs: " + made.toAbsolutePath());
        return Scenes.run(made, maxGapMillis, spec.commandLine().getOut()) ? 0 : CommandLines.FAILED;
    }
}
