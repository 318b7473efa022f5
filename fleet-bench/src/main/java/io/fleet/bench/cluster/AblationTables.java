package io.fleet.bench.cluster;

import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.cluster.report.BarPlot;
import io.fleet.bench.cluster.report.Presentation;
import io.fleet.bench.cluster.report.Row;
import io.fleet.bench.harness.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The variants of each ablation beside each other, below what the paper claims.
 *
 * @param ablations what was measured.
 * @param notes     sentences on what was not.
 */
record AblationTables(List<Ablation> ablations, List<String> notes) implements Presentation {
    private static final String WHOLE = "%,.0f";
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    /** What was measured of an ablation; empty when nothing was. */
    static List<Row> rows(final Ablation ablation, final List<Measurement> all) {
        final List<String> contenders = ablation.variants().stream().map(ablation::contender).toList();
        return Row.of(all.stream().filter(each -> contenders.contains(each.peer())).toList(), ablation.points(),
            contenders);
    }

    @Override
    public List<String> tables(final List<Measurement> all) {
        final List<String> lines = new ArrayList<>();
        for (final Ablation each : ablations) {
            final List<Row> rows = rows(each, all);
            if (!rows.isEmpty()) {
                lines.add("### " + each.name() + ": " + each.question() + " (snapshots and trimming are off)");
                lines.add("");
                lines.add("Claimed: " + each.claim() + ".");
                lines.add("");
                lines.addAll(TextTable.lines(head(each), rows.stream().map(row -> cells(each, row, rows)).toList()));
                lines.add("");
                lines.add("Settings: " + String.join("; ", each.variants().stream()
                    .map(variant -> variant.name() + ": " + variant.words()).toList()) + ".");
                lines.add("");
            }
        }
        return lines;
    }

    private static List<String> head(final Ablation ablation) {
        final String first = ablation.variants().get(0).name();
        return List.of("load", "variant", "op/s (least-most)", "p50 us (least-most)", "p99 us", "CPU s/100k",
            "failed", "op/s, '" + first + "' is 1", "p50, likewise", "p99, likewise");
    }

    private static List<String> cells(final Ablation ablation, final Row row, final List<Row> rows) {
        final String first = ablation.contender(ablation.variants().get(0));
        final Row base = rows.stream().filter(each -> each.peer().equals(first) && each.point().equals(row.point()))
            .findFirst().orElse(null);
        final Histogram all = row.latencies();
        return List.of(row.point().toString(), row.peer().substring(ablation.prefix().length()),
            TextTable.spread(WHOLE, row.throughputs()), TextTable.spread(WHOLE, row.medians()),
            TextTable.micros(all.getValueAtPercentile(TAIL)), TextTable.number("%.2f", row.cpuSeconds()),
            Long.toString(row.failed()),
            base == null ? "" : ratio(base.ratios(row, round -> round.result().perSecond())),
            base == null ? "" : ratio(base.ratios(row, round -> round.micros(MEDIAN))),
            base == null ? "" : ratio(base.ratios(row, round -> round.micros(TAIL))));
    }

    private static String ratio(final List<Double> ratios) {
        return ratios.isEmpty() ? "" : "x " + TextTable.spread("%.2f", ratios);
    }

    @Override
    public List<String> legend(final Map<String, List<String>> settings) {
        final List<String> lines = new ArrayList<>(List.of(
            "op/s and p50: the median of the rounds, and the least and the most; p99: of all rounds together.",
            "CPU s/100k: processor seconds of all server processes and the client for 100,000 operations.",
            "failed: operations with a failure, a wrong answer, or no answer.",
            "The last three columns: what the variant has for each 1 of the first in the same round; the median of the "
                + "rounds, and the least and the most."));
        lines.addAll(notes);
        return lines;
    }

    @Override
    public Map<String, String> plots(final List<Measurement> all) {
        final Map<String, String> pictures = new LinkedHashMap<>();
        for (final Ablation each : ablations) {
            final List<Row> rows = rows(each, all);
            if (!rows.isEmpty()) {
                pictures.put("ablation-" + each.name() + ".svg", BarPlot.draw(each.name() + ": " + each.question(),
                    rows, each.prefix().length()));
            }
        }
        return pictures;
    }
}
