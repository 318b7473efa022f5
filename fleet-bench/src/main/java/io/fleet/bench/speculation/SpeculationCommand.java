package io.fleet.bench.speculation;

import io.fleet.bench.harness.Directories;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.LoadResult;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.process.FileTrees;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * {@code fleet bench speculation}: a machine whose commands are prepared before they are chosen, beside itself without,
 * and with effects that are shipped.
 * Exit code 1 when a command failed, had no answer, or was not applied once.
 */
@Command(name = "speculation", description = {
    "Measures commands that are prepared before they are chosen beside the same ones prepared in their turn, those",
    "that the leader alone executes and ships to the others, and a machine that does not opt in beside the same one",
    "that does, without threads. Each has a cluster of three nodes, new in each round, in this process, with the",
    "defaults; they take turns. Fails when a command was not applied once."})
public final class SpeculationCommand implements Callable<Integer> {
    private static final Logger EVENTS = Logger.getLogger("io.fleet.FleetNode");
    private static final int SETTLE_TIMES = 1;
    /** The code is compiled meanwhile. */
    private static final int FIRST_SETTLE_TIMES = 6;

    @Spec
    private CommandSpec spec;
    @Mixin
    private SpeculationOptions given;
    @Mixin
    private ToolChecks checks;

    private final Map<Contender, Map<Point, Figures>> figures = new HashMap<>();
    private PrintWriter out;
    private PrintWriter err;
    private Path below;
    private long bad;
    private long commands;

    /** Made by the command line. */
    public SpeculationCommand() {
    }

    @Override
    public Integer call() throws IOException, TimeoutException {
        final SpeculationOptions options = given.check(checks);
        EVENTS.setLevel(Level.WARNING);
        out = spec.commandLine().getOut();
        err = spec.commandLine().getErr();
        below = Directories.forRun(options.directory, true).toAbsolutePath();
        try {
            head(options);
            for (int round = 1; round <= options.rounds; round++) {
                round(options, round);
            }
        } finally {
            if (options.directory == null) {
                FileTrees.delete(below);
            }
        }
        report(options);
        out.println(String.format(Locale.ROOT, "%,d commands; ", commands) + (bad == 0
            ? "each was applied once by each of the three nodes." : bad + " failures: see above."));
        out.flush();
        return bad > 0 ? 1 : 0;
    }

    private void head(final SpeculationOptions options) throws IOException {
        out.printf(Locale.ROOT, "Clusters of three nodes in one process, in turn (Java %s, %d processors, data %s).%n"
            + "Commands of %d bytes and a header of %d on %d keys, from a client in the node that leads.%n"
            + "Nothing is switched off: durable, snapshots on, all other settings the defaults.%n"
            + "%d rounds, %.2f s of each load. Rates and ratios: the median of the rounds (least-most); latencies: of"
            + " all together.%n%n",
            Runtime.version(), Runtime.getRuntime().availableProcessors(),
            Directories.isInMemory(below) ? "in memory" : "on disk", MapCluster.VALUE_BYTES,
            SpeculativeMap.HEADER_LENGTH, SpeculativeMap.KEYS, options.rounds, options.measure.toNanos() / 1e9);
        out.flush();
    }

    /** With new clusters, since one may be faster than another by chance for as long as it lives. */
    private void round(final SpeculationOptions options, final int round) throws IOException, TimeoutException {
        final Map<Contender, MapCluster> clusters = new LinkedHashMap<>();
        try {
            for (final Contender contender : options.contenders) {
                clusters.put(contender, new MapCluster(contender, options.mostInFlight(), below));
            }
            final Point first = new Point(options.isPlain ? 0 : options.micros.get(0), options.mostInFlight());
            for (final MapCluster each : clusters.values()) {
                counted(each.run(first, Duration.ZERO,
                    options.measure.multipliedBy(round == 1 ? FIRST_SETTLE_TIMES : SETTLE_TIMES)).load());
            }
            measure(options, round, clusters);
            clusters.forEach(this::check);
        } finally {
            for (final MapCluster each : clusters.values()) {
                each.close();
            }
        }
    }

    /** All take turns in each load, so that they meet the same noise, and follow upon each other in any order. */
    private void measure(final SpeculationOptions options, final int round,
                         final Map<Contender, MapCluster> clusters) throws TimeoutException {
        final List<Contender> turns = new ArrayList<>(options.contenders);
        final Random random = new Random(round);
        for (final Point point : options.points()) {
            Collections.shuffle(turns, random);
            for (final Contender contender : turns) {
                if (options.measures(contender, point)) {
                    final MapCluster.Result result = clusters.get(contender).run(point, options.warmUp,
                        options.measure);
                    counted(result.load());
                    figures.computeIfAbsent(contender, key -> new HashMap<>())
                        .computeIfAbsent(point, key -> new Figures()).add(result);
                    tell("round %d, %s, %s: %,.0f a second, p50 %,.0f us", round, point, contender,
                        result.load().perSecond(), result.load().latencies().getValueAtPercentile(50) / 1e3);
                }
            }
        }
    }

    private void counted(final LoadResult result) {
        final long wrong = result.failed() + result.lost();
        bad += wrong;
        if (wrong > 0) {
            tell("%d commands failed, %d had no answer: %s", result.failed(), result.lost(), result.failure());
        }
    }

    /** Where a command has failed nobody knows what must have been applied. */
    private void check(final Contender contender, final MapCluster cluster) {
        commands += cluster.commands();
        final String problem = bad > 0 ? null : cluster.problem();
        if (problem != null) {
            bad++;
            tell("%s: %s", contender, problem);
        }
    }

    private void report(final SpeculationOptions options) {
        if (!options.isPlain) {
            final List<List<String>> rows = new ArrayList<>();
            for (final Point point : options.points(options.micros)) {
                for (final Contender each : options.contenders) {
                    if (!each.isPlain()) {
                        rows.add(of(each).get(point).row(point, each.toString(), of(Contender.OFF).get(point)));
                    }
                }
            }
            print("Commands prepared by threads of each node before they are chosen, beside those that are prepared in"
                + " their turn (off),\nand those that the leader prepares with a thread, and of which the others insert"
                + " the effects (shipped).", "off", rows);
        }
        final List<List<String>> rows = new ArrayList<>();
        for (final Point point : options.points(List.of(0))) {
            final Figures plain = of(Contender.PLAIN).get(point);
            rows.add(plain.row(point, "not offered", plain));
            if (!options.isPlain) {
                rows.add(of(Contender.OFF).get(point).row(point, Contender.OFF.toString(), plain));
            }
        }
        print("The same map as a machine that does not opt in (not offered)"
            + (options.isPlain ? "." : ", beside one that does, without threads (off)."), "not offered", rows);
    }

    private Map<Point, Figures> of(final Contender contender) {
        return figures.get(contender);
    }

    private void print(final String title, final String other, final List<List<String>> rows) {
        out.println(title);
        out.println();
        TextTable.lines(Figures.head(other), rows).forEach(out::println);
        out.println();
        out.flush();
    }

    private void tell(final String format, final Object... arguments) {
        err.println(String.format(Locale.ROOT, format, arguments));
        err.flush();
    }
}
