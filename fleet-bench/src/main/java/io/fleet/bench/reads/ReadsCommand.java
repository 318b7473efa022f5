package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.OptionChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet bench reads}: exit code 1 when an operation failed or had no answer. */
@Command(name = "reads", description = {
    "Measures reads: the levels beside each other for several shares of reads, and the bound of the read/write law",
    "(levels); p99 with a paused node, which is sent SIGSTOP (paused); p99 where a tenth of the reads take ten times",
    "as long, by the shortest queue and at random (bimodal). Every node is a process."})
public final class ReadsCommand implements Callable<Integer> {
    private static final List<String> PARTS = List.of("levels", "paused", "bimodal");
    private static final List<String> LEVELS = List.of("log", "quorum", "lease", "stale", "local");
    private static final List<Integer> SHARES = List.of(100, 95, 50);

    @Spec
    private CommandSpec spec;
    @Option(names = "--only", paramLabel = "PART,...", defaultValue = "levels,paused,bimodal",
        description = "levels, paused, bimodal (default: all)")
    private String only;
    @Option(names = "--levels", paramLabel = "LEVEL,...", defaultValue = "log,quorum,lease,stale,local",
        description = "levels: log, quorum, lease, stale (100 ms), local; paused takes the second of them, bimodal the "
            + "last (default: ${DEFAULT-VALUE})")
    private String levels;
    @Option(names = "--shares", paramLabel = "N,...", defaultValue = "100,95,50",
        description = "levels: of a hundred operations so many read: 100, 95, 50 (default: ${DEFAULT-VALUE})")
    private String shares;
    @Option(names = "--nodes", paramLabel = "N,...", defaultValue = "3,5",
        description = "levels: replicas, 1 to 7 (default: ${DEFAULT-VALUE})")
    private String nodes;
    @Option(names = "--outstanding", paramLabel = "N", defaultValue = "256",
        description = "levels: operations in flight (default: ${DEFAULT-VALUE})")
    private int outstanding;
    @Option(names = "--value", paramLabel = "BYTES", defaultValue = "64",
        description = "how long values are (default: ${DEFAULT-VALUE})")
    private int value;
    @Option(names = "--keys", paramLabel = "N", defaultValue = "1000",
        description = "how many there are (default: ${DEFAULT-VALUE})")
    private int keys;
    @Option(names = "--wait-us", paramLabel = "N", defaultValue = "0",
        description = "levels: a replica takes so many microseconds to execute anything, without a processor, so that "
            + "replicas on one machine are as slow as on machines of their own (default: ${DEFAULT-VALUE})")
    private int wait;
    @Option(names = "--rate", paramLabel = "N", defaultValue = "2000",
        description = "paused: reads a second, open loop (default: ${DEFAULT-VALUE})")
    private double rate;
    @Option(names = "--bimodal-us", paramLabel = "N", defaultValue = "200",
        description = "bimodal: how long most reads take, without a processor (default: ${DEFAULT-VALUE})")
    private int bimodal;
    @Option(names = "--load", paramLabel = "PERCENT", defaultValue = "60",
        description = "bimodal: of what three replicas could execute, open loop (default: ${DEFAULT-VALUE})")
    private int load;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "1",
        description = "how often each is measured, in turn (default: ${DEFAULT-VALUE})")
    private int rounds;
    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "40",
        description = "how long a cluster works at all levels before it is measured (default: ${DEFAULT-VALUE})")
    private double settle;
    @Option(names = "--warm-up", paramLabel = "SECONDS", defaultValue = "1",
        description = "before each measurement (default: ${DEFAULT-VALUE})")
    private double warmUp;
    @Option(names = "--seconds", paramLabel = "SECONDS", defaultValue = "2",
        description = "each measurement (default: ${DEFAULT-VALUE})")
    private double seconds;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    private Path directory;

    private final String classPath;

    /**
     * Creates the command.
     *
     * @param classPath of the processes that it starts.
     */
    public ReadsCommand(final String classPath) {
        this.classPath = classPath;
    }

    @Override
    public Integer call() throws IOException, BenchmarkFailure, InterruptedException {
        final ReadsOptions options = options();
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "Each node and the client a JVM (Java %s), on %d processors and one disk; %d keys, "
            + "values of %d bytes; %.1f s of each, after %.1f s of warm-up; a new cluster works for %.1f s "
            + "first.%n",
            Runtime.version(), Runtime.getRuntime().availableProcessors(), keys, value, seconds, warmUp, settle);
        long bad = 0;
        if (options.parts().contains("levels")) {
            bad += new LevelsPart(options, classPath, out).run();
        }
        if (options.parts().contains("paused")) {
            bad += new PausedPart(options, classPath, out).run();
        }
        if (options.parts().contains("bimodal")) {
            bad += new BimodalPart(options, classPath, out).run();
        }
        out.flush();
        return bad == 0 ? 0 : 1;
    }

    private ReadsOptions options() {
        final OptionChecks checks = new OptionChecks(spec);
        checks.range("--outstanding", outstanding, 1, 4_096);
        checks.range("--value", value, 1, 32_768);
        checks.range("--keys", keys, 1, 1_000_000);
        checks.range("--wait-us", wait, 0, 100_000);
        checks.range("--rate", rate, 1, 1_000_000);
        checks.range("--bimodal-us", bimodal, 1, 100_000);
        checks.range("--load", load, 1, 99);
        checks.range("--rounds", rounds, 1, 100);
        checks.range("--settle", settle, 0, 3_600);
        checks.range("--warm-up", warmUp, 0, 600);
        checks.range("--seconds", seconds, 0.1, 20);
        return new ReadsOptions(words(checks, "--only", only, PARTS), words(checks, "--levels", levels, LEVELS),
            checks.integers("--shares", shares, 0, 100).stream().map(each -> share(checks, each)).toList(),
            checks.integers("--nodes", nodes, 1, 7), outstanding, value, keys, wait, rate, bimodal, load, rounds,
            OptionChecks.duration(settle).toNanos(), OptionChecks.duration(warmUp).toNanos(),
            OptionChecks.duration(seconds).toNanos(), directory);
    }

    private static Integer share(final OptionChecks checks, final Integer share) {
        if (!SHARES.contains(share)) {
            throw checks.wrong("--shares is " + share + ", but must be 100, 95 or 50");
        }
        return share;
    }

    private static List<String> words(final OptionChecks checks, final String option, final String text,
                                      final List<String> all) {
        final List<String> words = OptionChecks.words(text);
        for (final String each : words) {
            if (!all.contains(each)) {
                throw checks.wrong(option + " is '" + each + "', but must be some of " + String.join(", ", all));
            }
        }
        return words;
    }
}
