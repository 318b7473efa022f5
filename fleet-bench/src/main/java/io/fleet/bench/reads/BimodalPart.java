package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads of which a tenth takes ten times as long: the replica that owes the fewest answers, beside any replica. */
final class BimodalPart {
    private static final int NODES = 3;
    /** Of the mean, in hundredths of most reads: 0.9 of them, and 0.1 of ten times as long. */
    private static final double MEAN = 1.9;
    private static final List<String> HEAD = List.of("choice", "op/s", "p50 us", "p99 us", "p99.9 us",
        "p99, random is 1", "failed");

    private final ReadsOptions options;
    private final String classPath;
    private final PrintWriter out;

    BimodalPart(final ReadsOptions options, final String classPath, final PrintWriter out) {
        this.options = options;
        this.classPath = classPath;
        this.out = out;
    }

    /** How many operations failed. */
    long run() throws IOException, BenchmarkFailure, InterruptedException {
        final String level = options.levels.get(options.levels.size() - 1);
        final double rate = NODES * 1e6 / (options.bimodalMicros * MEAN) * options.load / 100;
        final Map<String, Figure> figures = new LinkedHashMap<>();
        final Map<String, String> settings =
            Map.of("wait-bimodal-us", Integer.toString(options.bimodalMicros));
        try (ReadScene scene = new ReadScene(options, NODES, settings, classPath).start(List.of(level))) {
            for (int round = 0; round < options.rounds; round++) {
                for (final String choice : List.of("random", "jbsq")) {
                    figures.computeIfAbsent(choice, key -> new Figure()).add(scene.open(level, choice, rate));
                }
            }
        }
        out.printf(Locale.ROOT, "%nbimodal: %,.0f %s reads a second, open loop, %d %% of what three nodes can execute; "
            + "nine of ten take %d us, the tenth %d us%n%n", rate, level, options.load, options.bimodalMicros,
            10 * options.bimodalMicros);
        final Figure random = figures.get("random");
        TextTable.lines(HEAD, figures.entrySet().stream().map(each -> List.of(each.getKey(),
            TextTable.spread("%,.0f", each.getValue().rates()), each.getValue().micros(50),
            each.getValue().micros(99), each.getValue().micros(99.9),
            Figure.ratio(each.getValue().p99s(), random.p99s()), Long.toString(each.getValue().bad()))).toList())
            .forEach(out::println);
        return figures.values().stream().mapToLong(Figure::bad).sum();
    }
}
