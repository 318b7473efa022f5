package io.fleet.bench.cluster.report;

import io.fleet.bench.harness.Statistics;
import io.fleet.bench.harness.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The rows as a Markdown table whose columns also line up on a screen, and the legend below it. */
public final class ResultTable {
    private static final String REFERENCE = "fleet";
    private static final List<String> HEAD = List.of("load", "peer", "op/s (least-most)", "p50 us (least-most)",
        "p99 us", "p99.9 us", "max us", "CPU s/100k", "failed", "fleet's op/s", "fleet's p50");
    private static final String WHOLE = "%,.0f";
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;
    private static final double FAR_TAIL = 99.9;

    private ResultTable() {
    }

    /** The table, one line each. */
    public static List<String> lines(final List<Row> rows) {
        final List<String> lines = new ArrayList<>();
        String figure = "";
        List<List<String>> cells = new ArrayList<>();
        for (final Row row : rows) {
            if (!row.point().figure().equals(figure)) {
                append(lines, figure, cells);
                figure = row.point().figure();
                cells = new ArrayList<>();
            }
            cells.add(cells(row, reference(row, rows)));
        }
        append(lines, figure, cells);
        return lines;
    }

    /** How the table is to be read, and the settings of each peer. */
    public static List<String> legend(final Map<String, List<String>> settings) {
        final List<String> lines = new ArrayList<>(List.of(
            "op/s and p50: the median of the rounds, and the least and the most; p99, p99.9 and max: of all rounds"
                + " together.",
            "CPU s/100k: processor seconds of all server processes and the client for 100,000 operations.",
            "failed: operations with a failure, a wrong answer, or no answer.",
            "fleet's op/s, fleet's p50: what Fleet has for each 1 of this peer, the median of the rounds."));
        settings.forEach((peer, sentences) -> lines.add(peer + ": " + String.join("; ", sentences) + "."));
        return lines;
    }

    private static Row reference(final Row row, final List<Row> rows) {
        return rows.stream().filter(each -> each.peer().equals(REFERENCE) && each.point().equals(row.point()))
            .findFirst().orElse(null);
    }

    private static List<String> cells(final Row row, final Row fleet) {
        final Histogram all = row.latencies();
        return List.of(row.point().load(), row.peer(), TextTable.spread(WHOLE, row.throughputs()),
            TextTable.spread(WHOLE, row.medians()),
            TextTable.micros(all.getValueAtPercentile(TAIL)), TextTable.micros(all.getValueAtPercentile(FAR_TAIL)),
            TextTable.micros(all.getMaxValue()), TextTable.number("%.2f", row.cpuSeconds()),
            Long.toString(row.failed()),
            fleet == null ? "" : ratio(row.ratios(fleet, round -> round.result().perSecond())),
            fleet == null ? "" : ratio(row.ratios(fleet, round -> round.micros(MEDIAN))));
    }

    private static String ratio(final List<Double> ratios) {
        return ratios.isEmpty() ? "" : TextTable.number("x %.2f", Statistics.median(ratios));
    }

    private static void append(final List<String> lines, final String figure, final List<List<String>> cells) {
        if (cells.isEmpty()) {
            return;
        }
        lines.add(figure);
        lines.add("");
        lines.addAll(TextTable.lines(HEAD, cells));
        lines.add("");
    }
}
