package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.ClusterOptions;
import io.fleet.bench.cluster.plan.FleetVariant;
import io.fleet.bench.cluster.plan.Plan;
import io.fleet.bench.cluster.plan.RunOptions;
import io.fleet.bench.load.Workload;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code fleet bench cluster}: reads and checks the options, runs, and reports; exit code 1 when a peer failed. */
@Command(name = "cluster", description = {
    "Compares Fleet with other replicated systems, and with an unreplicated server: the same map",
    "in each, each in processes of its own on this machine, in turn. The table tells ratios.",
    "Each system does by default what it does: Fleet writes snapshots and trims its logs, and a point",
    "lasts until each node has done so, or --longest is over. The tables tell how many there were."})
final class ClusterCommand implements Callable<Integer> {
    private static final int MAX_VALUE = 524_288;
    private static final int MAX_OUTSTANDING = 4_096;
    private static final double MAX_RATE = 10_000_000;
    private static final double MAX_LONGEST = 3_600;
    private static final double SECONDS = 20;

    @Spec
    private CommandSpec spec;
    @Option(names = "--peer", paramLabel = "NAME,...",
        description = "fleet, aeron-cluster, ratis, jraft, zookeeper, etcd, unreplicated; with --embedded fleet, "
            + "microraft (default: all that are built)")
    private String peers;
    @Option(names = "--variant", paramLabel = "NAME,...",
        description = "Fleet once more beside itself, with something that is not its default: no-snapshots, "
            + "quorum-copies, everyone-learns, leader-learns, collector-learns, witness (default: none)")
    private String variants;
    @Option(names = "--workload", paramLabel = "KIND,...", defaultValue = "put",
        description = "put, get, mix: half of each, mostly_get: 5 %% puts (default: ${DEFAULT-VALUE})")
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
    @Option(names = "--longest", paramLabel = "SECONDS", defaultValue = "120",
        description = "how long a point is measured at most: it goes on beyond --seconds until each node has written a "
            + "snapshot and trimmed its logs, if it does so at all (default: ${DEFAULT-VALUE})")
    private double longest;
    @Option(names = "--embedded",
        description = "all nodes and the client in one JVM, as a library inside an application")
    private boolean embedded;
    @Mixin
    private RunArguments run;
    @Mixin
    private ToolChecks checks;

    private final BuiltPeers built;

    ClusterCommand(final BuiltPeers built) {
        this.built = built;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final ClusterOptions options = options();
        return new ClusterReport(options.run(), Plan.blocks(options), new ClusterTables(options), built,
            spec.commandLine().getOut(), spec.commandLine().getErr()).run() ? 0 : 1;
    }

    /** What was asked for. */
    ClusterOptions options() throws IOException, InterruptedException {
        checks.range("--longest", longest, 0, MAX_LONGEST);
        final RunOptions asked = run.options(checks, embedded, SECONDS, longest);
        if (rates != null && outstanding != null) {
            throw checks.wrong("--rate is " + rates + ", and --outstanding is " + outstanding
                + ", but a loop is open or closed: leave one of them out");
        }
        final List<Double> perSecond = new ArrayList<>();
        final List<Double> shares = new ArrayList<>();
        readRates(perSecond, shares);
        final List<FleetVariant> beside = variants == null ? List.of()
            : checks.words("--variant", variants, FleetVariant.words()).stream().map(FleetVariant::of).toList();
        return new ClusterOptions(names(), beside, kinds(), checks.integers("--value", values, 1, MAX_VALUE),
            rates == null ? checks.integers("--outstanding", outstanding == null ? "1,16,256" : outstanding, 1,
                MAX_OUTSTANDING) : List.of(),
            perSecond, shares, asked);
    }

    private List<String> names() throws IOException {
        final List<String> all = embedded ? BuiltPeers.EMBEDDED : BuiltPeers.ALL;
        if (peers == null) {
            return built.built(all);
        }
        final List<String> names = ToolChecks.words(peers);
        for (final String name : names) {
            if (!all.contains(name)) {
                throw checks.wrong("--peer is '" + name + "', but must be all or some of " + String.join(", ", all)
                    + (embedded ? " with --embedded" : ""));
            }
            if (!built.isBuilt(name)) {
                throw checks.wrong("--peer is '" + name + "', which is not built; built are "
                    + String.join(", ", built.built(all)) + " (mvn -Ppeers package builds all)");
            }
            final String lacks = BuiltPeers.lacks(name, System.getenv("PATH"));
            if (!lacks.isEmpty()) {
                throw checks.wrong("--peer is '" + name + "', but " + lacks);
            }
        }
        return names;
    }

    private List<Workload> kinds() {
        return checks.words("--workload", workloads, List.of("put", "get", "mix", "mostly_get")).stream()
            .map(word -> Workload.valueOf(word.toUpperCase(Locale.ROOT))).toList();
    }

    private void readRates(final List<Double> perSecond, final List<Double> shares) {
        if (rates == null) {
            return;
        }
        for (final String word : ToolChecks.words(rates)) {
            final boolean isShare = word.endsWith("%");
            final double value;
            try {
                value = Double.parseDouble(isShare ? word.substring(0, word.length() - 1) : word);
            } catch (final NumberFormatException e) {
                throw checks.wrong("--rate is '" + word + "', but must be a number, or one with a % sign");
            }
            if (isShare) {
                checks.range("--rate with a % sign", value, 1, 200);
                shares.add(value / 100);
            } else {
                checks.range("--rate", value, 1, MAX_RATE);
                perSecond.add(value);
            }
        }
    }
}
