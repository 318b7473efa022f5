package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.torture.TortureOptions;
import io.fleet.verify.torture.TortureRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet chaos}: reads and checks the options, then does one run; exit code 1 when something was wrong. */
@Command(name = "chaos", description = "Kills and pauses real processes of the key-value server under load, and "
    + "checks what their clients saw.")
final class ChaosCommand implements Callable<Integer> {
    private static final int MIN_CLIENTS = 3;
    private static final int MAX_CLIENTS = 1000;

    @Spec
    private CommandSpec spec;
    @Mixin
    private ToolChecks checks;
    @Option(names = "--seconds", paramLabel = "N", defaultValue = "60",
        description = "how long clients work; a fault every 12 s, but at least one (default: ${DEFAULT-VALUE})")
    private int seconds;
    @Option(names = "--clients", paramLabel = "N", defaultValue = "12",
        description = "how many clients work at once (default: ${DEFAULT-VALUE})")
    private int clients;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "new or empty; takes data and logs, and is kept (default: a temporary one, kept after failures)")
    private Path directory;
    @Option(names = "--power-cut", description = "kills all three processes at once, twice, instead of one by one")
    private boolean powerCut;
    @Option(names = "--witness", description = "node 2 has no keys: it only persists and votes")
    private boolean hasWitness;
    @Option(names = "--max-gap-ms", paramLabel = "MS", defaultValue = "1500",
        description = "fails when no client is answered for so long; not with --power-cut "
            + "(default: ${DEFAULT-VALUE})")
    private int maxGapMillis;

    @Override
    public Integer call() throws Exception {
        checks.range("--seconds", seconds, 1, 86_400);
        checks.range("--clients", clients, MIN_CLIENTS, MAX_CLIENTS);
        checks.range("--max-gap-ms", maxGapMillis, 1, 3_600_000);
        checks.newOrEmpty(directory);
        final TortureOptions options = TortureOptions.chaos(Duration.ofSeconds(seconds), clients, directory, powerCut,
            Duration.ofMillis(maxGapMillis)).witnesses(hasWitness ? 1 : 0);
        return TortureRun.run(options, spec.commandLine().getOut()) ? 0 : CommandLines.FAILED;
    }
}
