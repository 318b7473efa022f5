package io.fleet.bench.reads;

import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What was measured of one thing, in all rounds. */
final class Figure {
    private final List<Double> rates = new ArrayList<>();
    private final List<Histogram> latencies = new ArrayList<>();
    private final List<Double> p99s = new ArrayList<>();
    private long bad;
    private String failure = "";
    private long completed;
    private long cpuNs;

    void add(final PeerCluster.Result result) {
        final LoadResult load = result.load();
        rates.add(load.perSecond());
        latencies.add(load.latencies());
        p99s.add((double) load.latencies().getValueAtPercentile(99));
        bad += load.failed() + load.lost();
        failure = failure.isEmpty() ? load.failure() : failure;
        completed += load.completed();
        cpuNs += result.serverCpuNs() + result.clientCpuNs();
    }

    boolean isEmpty() {
        return rates.isEmpty();
    }

    List<Double> rates() {
        return rates;
    }

    /** Of each round, in nanoseconds. */
    List<Double> p99s() {
        return p99s;
    }

    String micros(final double percentile) {
        return TextTable.micros(Histograms.merge(latencies).getValueAtPercentile(percentile));
    }

    /** Failed, or without an answer. */
    long bad() {
        return bad;
    }

    String failure() {
        return failure;
    }

    /** Of all processes, in seconds for 100,000 operations. */
    String cpu() {
        return TextTable.number("%.1f", cpuNs / 1e9 * 100_000 / completed);
    }

    /** This for each 1 of another, round by round. */
    static String ratio(final List<Double> these, final List<Double> others) {
        final List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(these.size(), others.size()); i++) {
            ratios.add(these.get(i) / others.get(i));
        }
        return TextTable.spread("%.2f", ratios);
    }
}
