package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.OptionChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The options that all benchmarks of the life of a cluster have. */
final class LifecycleArguments {
    private static final long LEAST_STATE = 1 << 20;
    private static final long MOST_STATE = 64L << 30;
    private static final int MAX_VALUE = 524_288;
    private static final int OPEN_SLOTS = 4_096;
    private static final long MOST_RATE = 10L << 30;
    private static final double MAX_RATE = 1_000_000;
    private static final double MAX_SETTLE = 3_600;

    @Option(names = "--state", paramLabel = "BYTES", defaultValue = "64m",
        description = "how large the state of each replica is: a number with k, m or g (default: ${DEFAULT-VALUE})")
    private String state;
    @Option(names = "--value", paramLabel = "BYTES", defaultValue = "4k",
        description = "how long values are (default: ${DEFAULT-VALUE})")
    private String value;
    @Option(names = "--store", paramLabel = "heap|offheap", defaultValue = "heap",
        description = "where replicas have their values: an array for each, or blocks beside the heap "
            + "(default: ${DEFAULT-VALUE})")
    private String store;
    @Option(names = "--rate", paramLabel = "N",
        description = "open loop: puts a second, due whether or not others are answered (default: 1000)")
    private Double rate;
    @Option(names = "--in-flight", paramLabel = "N",
        description = "closed loop instead: so many puts in flight, each answer starts the next")
    private Integer inFlight;
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3",
        description = "3 or 5, each a process (default: ${DEFAULT-VALUE})")
    private int nodes;
    @Option(names = "--trim", paramLabel = "all|quorum", defaultValue = "quorum",
        description = "what logs let go of: what the snapshots of all members cover, or of a quorum "
            + "(default: ${DEFAULT-VALUE})")
    private String trim;
    @Option(names = "--margin", paramLabel = "N", defaultValue = "1024",
        description = "entries that are kept below that (default: ${DEFAULT-VALUE})")
    private int margin;
    @Option(names = "--write-rate", paramLabel = "BYTES",
        description = "how much of a snapshot each node writes in a second, such as 64m; 0 for as much as it can "
            + "(default: the library's)")
    private String writeRate;
    @Option(names = "--settle", paramLabel = "SECONDS", defaultValue = "8",
        description = "how long the cluster works before anything is measured (default: ${DEFAULT-VALUE})")
    private double settle;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    private Path directory;
    @Option(names = "--csv", paramLabel = "FILE", description = "takes what each slice of the time gave")
    private Path csv;
    @Option(names = "--jvm-flags", paramLabel = "FLAGS", defaultValue = "",
        description = "more flags for every process that is started, in one word with spaces")
    private String jvmFlags;

    /** What was asked for. */
    LifecycleOptions options(final OptionChecks checks) {
        final long stateBytes = checks.bytes("--state", state, LEAST_STATE, MOST_STATE);
        final int valueBytes = (int) checks.bytes("--value", value, 1, MAX_VALUE);
        if (stateBytes / valueBytes > Integer.MAX_VALUE / Long.BYTES) {
            throw checks.wrong("--value is " + valueBytes + ", but must be at least "
                + (stateBytes / (Integer.MAX_VALUE / Long.BYTES) + 1) + " with a --state of " + stateBytes);
        }
        if (rate != null && inFlight != null) {
            throw checks.wrong("--rate is " + rate + ", and --in-flight is " + inFlight
                + ", but a loop is open or closed: leave one of them out");
        }
        if (rate != null) {
            checks.range("--rate", rate, 1, MAX_RATE);
        }
        if (inFlight != null) {
            checks.range("--in-flight", inFlight, 1, OPEN_SLOTS);
        }
        if (nodes != 3 && nodes != 5) {
            throw checks.wrong("--nodes is " + nodes + ", but must be 3 or 5");
        }
        checks.range("--margin", margin, 1, Integer.MAX_VALUE);
        checks.range("--settle", settle, 0, MAX_SETTLE);
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw checks.wrong("--dir is " + directory + ", but must be a directory");
        }
        if (csv != null && Files.isDirectory(csv)) {
            throw checks.wrong("--csv is " + csv + ", which is a directory, but must be a file");
        }
        return new LifecycleOptions(stateBytes, valueBytes, oneOf(checks, "--store", store, "heap", "offheap") == 1,
            inFlight != null ? 0 : rate == null ? 1_000 : rate, inFlight == null ? OPEN_SLOTS : inFlight, nodes,
            List.of("all", "quorum").get(oneOf(checks, "--trim", trim, "all", "quorum")), margin,
            writeRate == null ? -1 : checks.bytes("--write-rate", writeRate, 0, MOST_RATE),
            OptionChecks.duration(settle), directory, csv,
            jvmFlags.isBlank() ? List.of() : List.of(jvmFlags.strip().split("\\s+")));
    }

    /** Which of two words it is. */
    static int oneOf(final OptionChecks checks, final String option, final String word, final String first,
                     final String second) {
        final int index = List.of(first, second).indexOf(word.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw checks.wrong(option + " is '" + word + "', but must be " + first + " or " + second);
        }
        return index;
    }
}
