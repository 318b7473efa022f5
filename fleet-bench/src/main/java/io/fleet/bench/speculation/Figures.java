package io.fleet.bench.speculation;

import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.Histograms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** What all rounds gave of one contender and one load. */
final class Figures {
    private static final int HUNDRED = 100;
    private static final double HIGH = 90;

    private final Histogram latencies = Histograms.empty();
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> p90s = new ArrayList<>();
    private long early;
    private long inTurn;
    private long revoked;
    private long shipped;
    private long inserted;
    private long followed;
    private long bytes;

    void add(final MapCluster.Result result) {
        final Histogram these = result.load().latencies();
        latencies.add(these);
        rates.add(result.load().perSecond());
        p90s.add((double) these.getValueAtPercentile(HIGH));
        early += result.early();
        inTurn += result.inTurn();
        revoked += result.revoked();
        shipped += result.shipped();
        inserted += result.inserted();
        followed += result.followed();
        bytes += result.bytes();
    }

    static List<String> head(final String other) {
        return List.of("work us", "in flight", "speculation", "p50 us", "p90 us", "p99 us", "commands/s",
            "commands/s to " + other, "p90 to " + other, "early", "revoked", "inserted", "effect bytes");
    }

    /** The line of it, beside another one that was measured in the same rounds. */
    List<String> row(final Point point, final String name, final Figures other) {
        return List.of(Integer.toString(point.micros()), Integer.toString(point.inFlight()), name,
            micros(50), micros(HIGH), micros(99), TextTable.spread("%,.0f", rates), ratio(rates, other.rates),
            ratio(p90s, other.p90s),
            early + inTurn == 0 ? "-" : HUNDRED * early / (early + inTurn) + " %",
            String.format(Locale.ROOT, "%,d", revoked), shipped == 0 ? "-" : HUNDRED * inserted / followed + " %",
            shipped == 0 ? "-" : TextTable.number("%,.0f", (double) bytes / shipped));
    }

    private String micros(final double percentile) {
        return TextTable.micros(latencies.getValueAtPercentile(percentile));
    }

    /** This for each 1 of another, round by round. */
    private static String ratio(final List<Double> these, final List<Double> others) {
        final List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(these.size(), others.size()); i++) {
            ratios.add(these.get(i) / others.get(i));
        }
        return TextTable.spread("%.2f", ratios);
    }
}
