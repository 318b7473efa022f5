package io.fleet.bench.cluster.plan;

import io.fleet.bench.load.Workload;
import java.util.Locale;

/**
 * One line of a figure: a load under which all peers are compared.
 *
 * @param workload    which operations.
 * @param valueBytes  how long values are.
 * @param outstanding closed loop: operations in flight; 0 for the open loop.
 * @param rate        open loop: operations a second; 0 where {@code share} says it, and for the closed loop.
 * @param share       open loop: the part of the peer's own peak that is the rate; 0 otherwise.
 */
public record Point(Workload workload, int valueBytes, int outstanding, double rate, double share) {
    public static Point closed(final Workload workload, final int valueBytes, final int outstanding) {
        return new Point(workload, valueBytes, outstanding, 0, 0);
    }

    static Point open(final Workload workload, final int valueBytes, final double rate) {
        return new Point(workload, valueBytes, 0, rate, 0);
    }

    static Point ofPeak(final Workload workload, final int valueBytes, final double share) {
        return new Point(workload, valueBytes, 0, 0, share);
    }

    /** Such as {@code put 64 B}: all points of one figure share it. */
    public String figure() {
        return workload.name().toLowerCase(Locale.ROOT) + " " + valueBytes + " B";
    }

    /** How hard the peers are driven, in words. */
    public String load() {
        if (share > 0) {
            return String.format(Locale.ROOT, "%.0f %% of peak", share * 100);
        }
        return rate > 0 ? String.format(Locale.ROOT, "%,.0f/s", rate) : outstanding + " in flight";
    }

    @Override
    public String toString() {
        return figure() + ", " + load();
    }
}
