package io.fleet.bench.coded;

import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/** Measurements of the comparison, and the table of them. */
final class Speed {
    private static final double MS = 1e6;
    private static final long SECOND_NS = 1_000_000_000;
    private static final double MEGA = 1e6;

    private final List<Measured> all = new ArrayList<>();

    /** One load on one cluster. */
    private record Measured(Contender contender, int round, int valueBytes, Workload workload, LoadResult result) {
        double perSecond() {
            return result.perSecond();
        }
    }

    void add(final Contender contender, final int round, final int valueBytes, final Workload workload,
             final LoadResult result) {
        all.add(new Measured(contender, round, valueBytes, workload, result));
    }

    static List<String> head() {
        return List.of("value", "load", "mode", "operations/s", "MB/s", "p50 ms", "p99 ms", "max ms",
            "over 1 s", "failed", "coded for each 1 of it");
    }

    /** One row for each length of values, load and contender that was measured, in order. */
    List<List<String>> rows() {
        final List<List<String>> rows = new ArrayList<>();
        for (final int value : all.stream().map(Measured::valueBytes).distinct().sorted().toList()) {
            for (final Workload workload : Workload.values()) {
                for (final Contender contender : Contender.values()) {
                    final List<Measured> rounds = of(contender, value, workload);
                    if (!rounds.isEmpty()) {
                        rows.add(row(rounds, of(Contender.CODED, value, workload)));
                    }
                }
            }
        }
        return rows;
    }

    private List<Measured> of(final Contender contender, final int value, final Workload workload) {
        return all.stream().filter(each -> each.contender == contender && each.valueBytes == value
            && each.workload == workload).toList();
    }

    private static List<String> row(final List<Measured> rounds, final List<Measured> coded) {
        final Measured first = rounds.get(0);
        final List<Double> rates = rounds.stream().map(Measured::perSecond).toList();
        final Histogram latencies =
            Histograms.merge(rounds.stream().map(each -> each.result.latencies()).toList());
        return List.of(String.format(Locale.ROOT, "%,d", first.valueBytes), name(first.workload),
            first.contender.toString(), TextTable.spread("%,.0f", rates),
            TextTable.spread("%,.1f", rates.stream().map(rate -> rate * first.valueBytes / MEGA).toList()),
            TextTable.number("%.1f", latencies.getValueAtPercentile(50) / MS),
            TextTable.number("%.1f", latencies.getValueAtPercentile(99) / MS),
            TextTable.number("%,.1f", latencies.getMaxValue() / MS),
            String.valueOf(latencies.getCountBetweenValues(SECOND_NS, Math.max(SECOND_NS, latencies.getMaxValue()))),
            String.valueOf(rounds.stream().mapToLong(each -> each.result.failed() + each.result.lost()).sum()),
            first.contender == Contender.CODED ? "" : ratios(rounds, coded));
    }

    /** Those of one round each: the median, with the least and the most. */
    private static String ratios(final List<Measured> rounds, final List<Measured> coded) {
        final List<Double> ratios = rounds.stream().map(other -> coded.stream()
            .filter(each -> each.round == other.round && other.perSecond() > 0).findFirst()
            .map(each -> each.perSecond() / other.perSecond()).orElse(null)).filter(Objects::nonNull).toList();
        return ratios.isEmpty() ? "-" : "x " + TextTable.spread("%.2f", ratios);
    }

    /** How many of the operations are writes. */
    static String name(final Workload workload) {
        return switch (workload) {
            case PUT -> "100 % writes";
            case MIX -> "50 % writes";
            case MOSTLY_GET -> "5 % writes";
            case GET -> "reads";
        };
    }
}
