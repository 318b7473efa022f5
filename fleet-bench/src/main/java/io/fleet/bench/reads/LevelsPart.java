package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.PeerCluster;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.Workload;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The levels in turn, on one cluster for each number of nodes, but for leases at all replicas, which make writes slower
 * and so have a cluster of their own, measured after the others; and beside them what the read/write law allows, with
 * what a group of one node answers of local reads in the same run for what one replica executes.
 */
final class LevelsPart {
    private static final List<String> HEAD = List.of("nodes", "reads", "level", "op/s", "the first level is 1",
        "p50 us", "p99 us", "CPU s/100k", "bound", "of the bound", "failed");
    /** Of this level all writes are slower too: it has a cluster of its own. */
    private static final String REPLICAS = "replicas";
    private static final double HUNDRED = 100;
    /** Shorter than an election timeout. */
    private static final long LEASE_MILLIS = 250;

    private final ReadsOptions options;
    private final String classPath;
    private final PrintWriter out;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private double alpha;
    private long bad;

    LevelsPart(final ReadsOptions options, final String classPath, final PrintWriter out) {
        this.options = options;
        this.classPath = classPath;
        this.out = out;
    }

    /** How many operations failed. */
    long run() throws IOException, BenchmarkFailure, InterruptedException {
        final Map<String, String> settings = new HashMap<>();
        if (options.waitMicros > 0) {
            settings.put("wait-us", Integer.toString(options.waitMicros));
        }
        try (ReadScene one = new ReadScene(options, 1, settings, classPath).start(List.of("local"))) {
            final PeerCluster.Result result = one.closed("local", Workload.GET);
            alpha = result.load().perSecond();
            bad += result.load().failed() + result.load().lost();
        }
        final List<String> levels = options.levels.stream().filter(level -> !level.equals(REPLICAS)).toList();
        final Map<String, String> leased = new HashMap<>(settings);
        leased.put("replica-leases", Long.toString(LEASE_MILLIS));
        if (levels.contains("lease")) {
            settings.put("leases", Long.toString(LEASE_MILLIS));
        }
        for (final int nodes : options.nodes) {
            final Map<Integer, Map<String, Figure>> figures = new LinkedHashMap<>();
            if (!levels.isEmpty()) {
                measure(nodes, settings, levels, figures);
            }
            if (options.levels.contains(REPLICAS)) {
                measure(nodes, leased, List.of(REPLICAS), figures);
            }
            figures.forEach((share, each) -> report(nodes, share, each));
        }
        out.printf(Locale.ROOT, "%nlevels: %d operations in flight, closed loop; a replica takes %s; a = %,.0f local "
            + "reads a second of a group of one node%n%n", options.outstanding,
            options.waitMicros == 0 ? "no time of its own" : options.waitMicros + " us for anything", alpha);
        TextTable.lines(HEAD, rows).forEach(out::println);
        notes.forEach(out::println);
        return bad;
    }

    /** By share of reads and level. */
    private void measure(final int nodes, final Map<String, String> settings, final List<String> levels,
                         final Map<Integer, Map<String, Figure>> figures)
        throws IOException, BenchmarkFailure, InterruptedException {
        try (ReadScene scene = new ReadScene(options, nodes, settings, classPath).start(levels)) {
            for (final int share : options.shares) {
                final Map<String, Figure> ofShare = figures.computeIfAbsent(share, key -> new LinkedHashMap<>());
                for (int round = 0; round < options.rounds; round++) {
                    for (final String level : levels) {
                        ofShare.computeIfAbsent(level, key -> new Figure()).add(scene.closed(level, workload(share)));
                    }
                }
            }
        }
    }

    private void report(final int nodes, final int share, final Map<String, Figure> figures) {
        final Figure first = figures.values().iterator().next();
        final double peak = ReadLaw.peak(nodes, alpha, share / HUNDRED);
        figures.forEach((level, figure) -> {
            bad += figure.bad();
            rows.add(List.of(Integer.toString(nodes), share + " %", level, TextTable.spread("%,.0f", figure.rates()),
                Figure.ratio(figure.rates(), first.rates()), figure.micros(50), figure.micros(99), figure.cpu(),
                TextTable.number("%,.0f", peak),
                TextTable.spread("%.2f", figure.rates().stream().map(rate -> rate / peak).toList()),
                Long.toString(figure.bad())));
            if (!figure.failure().isEmpty()) {
                notes.add("first failure of " + level + ": " + figure.failure());
            }
        });
    }

    private static Workload workload(final int share) {
        return share == 100 ? Workload.GET : share == 95 ? Workload.MOSTLY_GET : Workload.MIX;
    }
}
