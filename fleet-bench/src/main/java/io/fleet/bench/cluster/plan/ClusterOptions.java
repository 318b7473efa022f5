package io.fleet.bench.cluster.plan;

import io.fleet.bench.load.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What was asked for, checked.
 *
 * @param peers       names, in the order in which they take turns.
 * @param variants    of Fleet, behind it or behind all others.
 * @param workloads   which operations.
 * @param values      lengths in bytes.
 * @param outstanding of the closed loop; empty for the open loop.
 * @param rates       of the open loop, operations a second.
 * @param shares      of the open loop, parts of each peer's own peak.
 * @param run         what every benchmark is asked for.
 */
public record ClusterOptions(List<String> peers, List<FleetVariant> variants, List<Workload> workloads,
                             List<Integer> values, List<Integer> outstanding, List<Double> rates, List<Double> shares,
                             RunOptions run) {
    private static final int MAX_KEYS = 10_000;
    private static final int MAX_MAP_BYTES = 64 << 20;

    /** How many keys the map has with values of a length: fewer where the map would not fit well into memory. */
    public static int keys(final int valueBytes) {
        return Math.min(MAX_KEYS, MAX_MAP_BYTES / valueBytes);
    }

    /** Who takes turns, in order. */
    public List<Contender> contenders() {
        final List<Contender> all = new ArrayList<>(peers.stream().map(Contender::plain).toList());
        all.addAll(peers.indexOf(FleetVariant.PEER) < 0 ? all.size() : peers.indexOf(FleetVariant.PEER) + 1,
            variants.stream().map(FleetVariant::contender).toList());
        return all;
    }

    /** What is not as it is by default, for the title of a table; empty for nothing. */
    public String title() {
        final List<String> parts = new ArrayList<>(variants.stream().map(FleetVariant::title).toList());
        if (run.diskBytes() > 0) {
            parts.add(String.format(Locale.ROOT, "each node may write %.1f MB a second", run.diskBytes() / 1e6));
        }
        return String.join("; ", parts);
    }

    /** All points of values of one length, in the order of measurement. */
    public List<Point> points(final int valueBytes) {
        final List<Point> points = new ArrayList<>();
        for (final Workload workload : workloads) {
            outstanding.forEach(each -> points.add(Point.closed(workload, valueBytes, each)));
            rates.forEach(each -> points.add(Point.open(workload, valueBytes, each)));
            shares.forEach(each -> points.add(Point.ofPeak(workload, valueBytes, each)));
        }
        return points;
    }
}
