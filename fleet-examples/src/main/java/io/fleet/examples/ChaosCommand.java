package io.fleet.examples;

import io.fleet.examples.chaos.ChaosOptions;
import io.fleet.examples.chaos.ChaosRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fleet chaos}: reads and checks the options, then does one run; exit code 1 when something was wrong. */
@Command(name = "chaos", description = {
    "Kills and pauses real processes of the key-value server under load, and",
    "checks what their clients saw."})
final class ChaosCommand implements Callable<Integer> {
    private static final int MIN_CLIENTS = 3;
    private static final int MAX_CLIENTS = 1000;

    @Spec
    private CommandSpec spec;
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
    @Option(names = "--max-gap-ms", paramLabel = "MS", defaultValue = "1500",
        description = "fails when no client is answered for so long; not with --power-cut "
            + "(default: ${DEFAULT-VALUE})")
    private int maxGapMillis;

    @Override
    public Integer call() throws Exception {
        range("--seconds", seconds, 1, 86_400);
        range("--clients", clients, MIN_CLIENTS, MAX_CLIENTS);
        range("--max-gap-ms", maxGapMillis, 1, 3_600_000);
        requireEmpty();
        final ChaosOptions options = new ChaosOptions(Duration.ofSeconds(seconds), clients, directory, powerCut,
            Duration.ofMillis(maxGapMillis));
        return ChaosRun.run(options, spec.commandLine().getOut()) ? 0 : FleetCli.FAILED;
    }

    private void requireEmpty() throws IOException {
        if (directory == null || !Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw wrong("--dir is " + directory + ", but must be a directory");
        }
        try (Stream<Path> content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                throw wrong("--dir is " + directory + ", but must be new or empty");
            }
        }
    }

    private void range(final String option, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw wrong(option + " is " + value + ", but must be from " + min + " to " + max);
        }
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
