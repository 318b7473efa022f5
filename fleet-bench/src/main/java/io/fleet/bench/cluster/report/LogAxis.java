package io.fleet.bench.cluster.report;

import io.fleet.bench.harness.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A logarithmic axis from one position of a picture to another, with ticks at 1, 2 and 5 times powers of ten. */
public final class LogAxis {
    private static final double MARGIN = 1.25;
    private static final double THOUSAND = 1e3;
    private static final double MILLION = 1e6;
    private static final double[] STEPS = {1, 2, 5};

    private final double least;
    private final double most;
    private final double from;
    private final double to;

    private LogAxis(final double least, final double most, final double from, final double to) {
        this.least = least;
        this.most = most;
        this.from = from;
        this.to = to;
    }

    /** An axis that has room for some values above 0. */
    public static LogAxis around(final List<Double> values, final double from, final double to) {
        return new LogAxis(Statistics.least(values) / MARGIN, Statistics.most(values) * MARGIN, from, to);
    }

    /** Where a value lies. */
    public double at(final double value) {
        return from + (to - from) * Math.log(value / least) / Math.log(most / least);
    }

    /** The values that are named: all three steps of each power of ten, or the powers only where those are many. */
    public List<Double> ticks() {
        final List<Double> ticks = new ArrayList<>();
        final boolean all = most / least < 1e4;
        for (double power = Math.pow(10, Math.floor(Math.log10(least))); power <= most; power *= 10) {
            for (final double step : STEPS) {
                final double value = power * step;
                if (value >= least && value <= most && (all || step == 1)) {
                    ticks.add(value);
                }
            }
        }
        return ticks;
    }

    /** Short: 500, 20k, 1M. */
    public static String label(final double value) {
        final double size = Math.abs(value);
        final String unit = size >= MILLION ? "M" : size >= THOUSAND ? "k" : "";
        final double scaled = size >= MILLION ? value / MILLION : size >= THOUSAND ? value / THOUSAND : value;
        return String.format(Locale.ROOT, scaled < 1 ? "%.2f" : "%.0f", scaled) + unit;
    }
}
