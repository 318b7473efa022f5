package io.fleet.bench.harness;

import java.util.Arrays;
import java.util.List;

/** Of the rounds of one point. NaN for no rounds. */
public final class Statistics {
    private Statistics() {
    }

    /** The middle one, or the mean of the two in the middle. */
    public static double median(final List<Double> values) {
        final double[] sorted = sorted(values);
        if (sorted.length == 0) {
            return Double.NaN;
        }
        final int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public static double least(final List<Double> values) {
        final double[] sorted = sorted(values);
        return sorted.length == 0 ? Double.NaN : sorted[0];
    }

    public static double most(final List<Double> values) {
        final double[] sorted = sorted(values);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length - 1];
    }

    private static double[] sorted(final List<Double> values) {
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return sorted;
    }
}
