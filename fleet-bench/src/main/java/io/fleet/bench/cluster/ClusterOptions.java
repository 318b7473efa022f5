package io.fleet.bench.cluster;

import io.fleet.bench.load.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What was asked for, checked.
 *
 * @param peers       names, in the order in which they take turns.
 * @param workloads   which operations.
 * @param values      lengths in bytes.
 * @param outstanding of the closed loop; empty for the open loop.
 * @param rates       of the open loop, operations a second.
 * @param shares      of the open loop, parts of each peer's own peak.
 * @param warmUp      before each measurement.
 * @param measure     each measurement.
 * @param rounds      how often each point is measured with each peer.
 * @param bound       how long all may take; null for no bound.
 * @param nodes       of each cluster.
 * @param embedded    whether all nodes and the client are in one process.
 * @param durable     whether data is synced, on a disk.
 * @param directory   takes data and logs; null for a temporary one.
 * @param csv         takes the measurements; null for none.
 * @param svg         takes the plots; null for none.
 * @param jvmFlags    for every process that is started.
 */
record ClusterOptions(List<String> peers, List<Workload> workloads, List<Integer> values, List<Integer> outstanding,
                      List<Double> rates, List<Double> shares, Duration warmUp, Duration measure, int rounds,
                      Duration bound, int nodes, boolean embedded, boolean durable, Path directory, Path csv, Path svg,
                      List<String> jvmFlags) {
    private static final int MAX_KEYS = 10_000;
    private static final int MAX_MAP_BYTES = 64 << 20;

    /** How many keys the map has with values of a length: fewer where the map would not fit well into memory. */
    static int keys(final int valueBytes) {
        return Math.min(MAX_KEYS, MAX_MAP_BYTES / valueBytes);
    }

    /** All points of values of one length, in the order of measurement. */
    List<Point> points(final int valueBytes) {
        final List<Point> points = new ArrayList<>();
        for (final Workload workload : workloads) {
            outstanding.forEach(each -> points.add(Point.closed(workload, valueBytes, each)));
            rates.forEach(each -> points.add(Point.open(workload, valueBytes, each)));
            shares.forEach(each -> points.add(Point.ofPeak(workload, valueBytes, each)));
        }
        return points;
    }
}
