package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reads of an open loop, undisturbed and while one of three nodes, a follower, stands still. */
final class PausedPart {
    private static final int NODES = 3;
    /** For how long the pause goes on at most, beyond what is measured in it. */
    private static final int SLACK_SECONDS = 25;
    private static final List<String> HEAD =
        List.of("three nodes", "op/s", "p50 us", "p99 us", "p99.9 us", "most us", "p99, undisturbed is 1", "failed");

    private final ReadsOptions options;
    private final String classPath;
    private final PrintWriter out;

    PausedPart(final ReadsOptions options, final String classPath, final PrintWriter out) {
        this.options = options;
        this.classPath = classPath;
        this.out = out;
    }

    /** How many operations failed. */
    long run() throws IOException, BenchmarkFailure, InterruptedException {
        final String level = options.levels.get(Math.min(1, options.levels.size() - 1));
        final Figure undisturbed = new Figure();
        final Figure paused = new Figure();
        final Figure afterwards = new Figure();
        try (ReadScene scene = new ReadScene(options, NODES, Map.of(), classPath).start(List.of(level))) {
            for (int round = 0; round < options.rounds; round++) {
                undisturbed.add(scene.open(level, "jbsq", options.rate));
                final int node = scene.follower();
                scene.cluster().pauseServer(node, SLACK_SECONDS
                    + (int) TimeUnit.NANOSECONDS.toSeconds(options.warmUpNs() + options.measureNs()));
                try {
                    paused.add(scene.open(level, "jbsq", options.rate));
                } finally {
                    scene.cluster().resumeServer(node);
                }
                afterwards.add(scene.open(level, "jbsq", options.rate));
            }
        }
        out.printf(Locale.ROOT, "%npaused: %,.0f %s reads a second, open loop%n%n", options.rate, level);
        final List<List<String>> rows = new ArrayList<>();
        rows.add(row("undisturbed", undisturbed, undisturbed));
        rows.add(row("one paused", paused, undisturbed));
        rows.add(row("it goes on", afterwards, undisturbed));
        TextTable.lines(HEAD, rows).forEach(out::println);
        return undisturbed.bad() + paused.bad() + afterwards.bad();
    }

    private static List<String> row(final String name, final Figure figure, final Figure first) {
        return List.of(name, TextTable.spread("%,.0f", figure.rates()), figure.micros(50), figure.micros(99),
            figure.micros(99.9), figure.micros(100), Figure.ratio(figure.p99s(), first.p99s()),
            Long.toString(figure.bad()));
    }
}
