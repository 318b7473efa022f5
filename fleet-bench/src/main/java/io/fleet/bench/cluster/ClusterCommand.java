package io.fleet.bench.cluster;

import io.fleet.bench.load.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fleet bench cluster}: reads and checks the options, runs, and reports; exit code 1 when a peer failed. */
@Command(name = "cluster", description = {
    "Compares Fleet with other replicated systems, and with an unreplicated server: the same map",
    "in each, each in processes of its own on this machine, in turn. The table tells ratios."})
final class ClusterCommand implements Callable<Integer> {
    private static final int MAX_VALUE = 524_288;
    private static final int MAX_OUTSTANDING = 4_096;
    private static final double MAX_RATE = 10_000_000;
    private static final double MAX_SECONDS = 3_600;
    private static final double MIN_SECONDS = 0.1;
    private static final double MAX_MINUTES = 10_080;
    private static final double NANOS = 1e9;

    @Spec
    private CommandSpec spec;
    @Option(names = "--peer", paramLabel = "NAME,...",
        description = "fleet, aeron-cluster, ratis, jraft, zookeeper, unreplicated; with --embedded fleet, microraft "
            + "(default: all that are built)")
    private String peers;
    @Option(names = "--workload", paramLabel = "KIND,...", defaultValue = "put",
        description = "put, get, mix: half of each (default: ${DEFAULT-VALUE})")
    private String workloads;
    @Option(names = "--value", paramLabel = "BYTES,...", defaultValue = "64",
        description = "how long values are (default: ${DEFAULT-VALUE})")
    private String values;
    @Option(names = "--outstanding", paramLabel = "N,...",
        description = "closed loop: operations in flight (default: 1,16,256 without --rate)")
    private String outstanding;
    @Option(names = "--rate", paramLabel = "N,...",
        description = "open loop: operations a second, or with a %% sign, such as 70%%, part of the peer's own peak")
    private String rates;
    @Option(names = "--seconds", paramLabel = "N", defaultValue = "5",
        description = "how long each point is measured (default: ${DEFAULT-VALUE})")
    private double seconds;
    @Option(names = "--warm-up", paramLabel = "N", defaultValue = "3",
        description = "how many seconds of the same load go before (default: ${DEFAULT-VALUE})")
    private double warmUp;
    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3",
        description = "how often each point is measured with each peer, in turn (default: ${DEFAULT-VALUE})")
    private int rounds;
    @Option(names = "--minutes", paramLabel = "N",
        description = "how long all may take; what does not fit is skipped, and told")
    private Double minutes;
    @Option(names = "--nodes", paramLabel = "N", defaultValue = "3",
        description = "nodes of each cluster: 1, 3 or 5 (default: ${DEFAULT-VALUE})")
    private int nodes;
    @Option(names = "--embedded",
        description = "all nodes and the client in one JVM, as a library inside an application")
    private boolean embedded;
    @Option(names = "--durable", paramLabel = "BOOL", arity = "1", defaultValue = "true",
        description = "true: a put is on a majority of disks when it is answered; false: data in memory, no fsync "
            + "where a peer can do without (default: ${DEFAULT-VALUE})")
    private String durable;
    @Option(names = "--dir", paramLabel = "DIR",
        description = "takes data, which is deleted, and logs (default: a temporary one)")
    private Path directory;
    @Option(names = "--csv", paramLabel = "FILE", description = "takes every measurement")
    private Path csv;
    @Option(names = "--svg", paramLabel = "DIR", description = "takes a plot for each workload and length of values")
    private Path svg;
    @Option(names = "--jvm-flags", paramLabel = "FLAGS", defaultValue = "",
        description = "more flags for every process that is started, in one word with spaces")
    private String jvmFlags;

    private final BuiltPeers built;

    ClusterCommand(final BuiltPeers built) {
        this.built = built;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final ClusterOptions options = options();
        return new ClusterReport(options, built, spec.commandLine().getOut(), spec.commandLine().getErr()).run()
            ? 0 : 1;
    }

    /** What was asked for. */
    ClusterOptions options() throws IOException {
        range("--seconds", seconds, MIN_SECONDS, MAX_SECONDS);
        range("--warm-up", warmUp, 0, MAX_SECONDS);
        range("--rounds", rounds, 1, 100);
        if (minutes != null) {
            range("--minutes", minutes, MIN_SECONDS, MAX_MINUTES);
        }
        if (nodes != 1 && nodes != 3 && nodes != 5) {
            throw wrong("--nodes is " + nodes + ", but must be 1, 3 or 5");
        }
        if (!durable.equals("true") && !durable.equals("false")) {
            throw wrong("--durable is '" + durable + "', but must be true or false");
        }
        if (rates != null && outstanding != null) {
            throw wrong("--rate is " + rates + ", and --outstanding is " + outstanding
                + ", but a loop is open or closed: leave one of them out");
        }
        checkPlaces();
        final List<Double> perSecond = new ArrayList<>();
        final List<Double> shares = new ArrayList<>();
        readRates(perSecond, shares);
        return new ClusterOptions(names(), kinds(), integers("--value", values, 1, MAX_VALUE),
            rates == null ? integers("--outstanding", outstanding == null ? "1,16,256" : outstanding, 1,
                MAX_OUTSTANDING) : List.of(),
            perSecond, shares, duration(warmUp), duration(seconds), rounds, minutes == null ? null
            : duration(minutes * 60), nodes, embedded, Boolean.parseBoolean(durable), directory, csv, svg,
            jvmFlags.isBlank() ? List.of() : List.of(jvmFlags.strip().split("\\s+")));
    }

    private List<String> names() throws IOException {
        final List<String> all = embedded ? BuiltPeers.EMBEDDED : BuiltPeers.ALL;
        if (peers == null) {
            return built.built(all);
        }
        final List<String> names = words(peers);
        for (final String name : names) {
            if (!all.contains(name)) {
                throw wrong("--peer is '" + name + "', but must be all or some of " + String.join(", ", all)
                    + (embedded ? " with --embedded" : ""));
            }
            if (!built.isBuilt(name)) {
                throw wrong("--peer is '" + name + "', which is not built; built are "
                    + String.join(", ", built.built(all)) + " (mvn -Ppeers package builds all)");
            }
        }
        return names;
    }

    private List<Workload> kinds() {
        final List<Workload> kinds = new ArrayList<>();
        for (final String word : words(workloads)) {
            try {
                kinds.add(Workload.valueOf(word.toUpperCase(Locale.ROOT)));
            } catch (final IllegalArgumentException e) {
                throw wrong("--workload is '" + word + "', but must be all or some of put, get, mix");
            }
        }
        return kinds;
    }

    private void readRates(final List<Double> perSecond, final List<Double> shares) {
        if (rates == null) {
            return;
        }
        for (final String word : words(rates)) {
            final boolean isShare = word.endsWith("%");
            final double value;
            try {
                value = Double.parseDouble(isShare ? word.substring(0, word.length() - 1) : word);
            } catch (final NumberFormatException e) {
                throw wrong("--rate is '" + word + "', but must be a number, or one with a % sign");
            }
            if (isShare) {
                range("--rate with a % sign", value, 1, 200);
                shares.add(value / 100);
            } else {
                range("--rate", value, 1, MAX_RATE);
                perSecond.add(value);
            }
        }
    }

    private void checkPlaces() throws IOException {
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw wrong("--dir is " + directory + ", but must be a directory");
        }
        if (directory != null && Files.isDirectory(directory) && durable.equals("true")
            && Directories.isInMemory(directory)) {
            throw wrong("--dir is " + directory + ", which is in memory, but --durable is true: name one on a disk");
        }
        if (csv != null && Files.isDirectory(csv)) {
            throw wrong("--csv is " + csv + ", which is a directory, but must be a file");
        }
        if (svg != null && Files.exists(svg) && !Files.isDirectory(svg)) {
            throw wrong("--svg is " + svg + ", but must be a directory");
        }
    }

    private List<Integer> integers(final String option, final String text, final int min, final int max) {
        final List<Integer> numbers = new ArrayList<>();
        for (final String word : words(text)) {
            try {
                final int number = Integer.parseInt(word);
                range(option, number, min, max);
                numbers.add(number);
            } catch (final NumberFormatException e) {
                throw wrong(option + " is '" + word + "', but must be numbers from " + min + " to " + max);
            }
        }
        return numbers;
    }

    /** Words between commas; each once. */
    private static List<String> words(final String text) {
        final LinkedHashSet<String> words = new LinkedHashSet<>();
        for (final String word : text.split(",", -1)) {
            words.add(word.strip().toLowerCase(Locale.ROOT));
        }
        return new ArrayList<>(words);
    }

    private void range(final String option, final double value, final double min, final double max) {
        if (!(value >= min && value <= max)) {
            throw wrong(option + " is " + text(value) + ", but must be from " + text(min) + " to " + text(max));
        }
    }

    private static String text(final double value) {
        return value == Math.rint(value) ? String.format(Locale.ROOT, "%.0f", value) : Double.toString(value);
    }

    private static Duration duration(final double inSeconds) {
        return Duration.ofNanos((long) (inSeconds * NANOS));
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
