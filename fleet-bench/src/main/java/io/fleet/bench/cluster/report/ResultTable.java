package io.fleet.bench.cluster.report;

import io.fleet.bench.cluster.plan.Measurement;
import io.fleet.bench.harness.Statistics;
import io.fleet.bench.harness.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The rows as a Markdown table whose columns also line up on a screen, and the legend below it. */
public final class ResultTable {
    private static final String REFERENCE = "fleet";
    private static final List<String> HEAD = List.of("load", "peer", "op/s (least-most)", "p50 us (least-most)",
        "p99 us", "p99.9 us", "max us", "CPU s/100k", "failed", "fleet's op/s", "fleet's p50");
    private static final List<String> COSTS = List.of("load", "peer", "disk bytes per acknowledged byte and node",
        "write_bytes, likewise", "flushes/op", "system calls/op", "read+write calls/op", "switches/op, voluntary",
        "involuntary", "snapshots by node", "log files trimmed by node");
    private static final String PARTS = "%,.3f";
    private static final String WHOLE = "%,.0f";
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;
    private static final double FAR_TAIL = 99.9;

    private ResultTable() {
    }

    /**
     * Two tables for each figure, one line each: what the client saw, and what it cost the nodes.
     *
     * @param rows  of all figures, in order.
     * @param title what is not as it is by default, for the title of each table; empty for nothing.
     */
    public static List<String> lines(final List<Row> rows, final String title) {
        final Map<String, List<Row>> figures = new LinkedHashMap<>();
        rows.forEach(row -> figures.computeIfAbsent(row.point().figure(), figure -> new ArrayList<>()).add(row));
        final List<String> lines = new ArrayList<>();
        final String rest = title.isEmpty() ? "" : "; " + title;
        figures.forEach((figure, its) -> {
            append(lines, figure + rest, HEAD, its.stream().map(row -> cells(row, reference(row, rows))).toList());
            append(lines, figure + ": what it cost the nodes" + rest, COSTS,
                its.stream().map(ResultTable::costs).toList());
        });
        return lines;
    }

    /** How the table is to be read, and the settings of each peer. */
    public static List<String> legend(final Map<String, List<String>> settings) {
        final List<String> lines = new ArrayList<>(List.of(
            "op/s and p50: the median of the rounds, and the least and the most; p99, p99.9 and max: of all rounds"
                + " together.",
            "CPU s/100k: processor seconds of all server processes and the client for 100,000 operations.",
            "failed: operations with a failure, a wrong answer, or no answer.",
            "fleet's op/s, fleet's p50: what Fleet has for each 1 of this peer, the median of the rounds.",
            "What it cost the nodes: of all their processes, without the client's unless it is in the same one; the "
                + "median of the rounds. A hyphen: not known, or not done.",
            "disk bytes: all that was written to the disk meanwhile, by anybody, the file system's journal included; "
                + "for each byte of values that was put and answered, and for each node.",
            "write_bytes: of /proc/PID/io. What a system writes through the page cache counts as the whole of each "
                + "part of the cache that becomes dirty, which may be many pages: more than the disk is given.",
            "flushes: syncs of the log, as the system counts them itself.",
            "system calls: all, with --count-calls.",
            "read+write calls: syscr and syscw of /proc/PID/io: read, write and their like on files and sockets; not "
                + "send and receive, sync, epoll, futex.",
            "switches: context switches of all threads that are there at the end of an interval.",
            "snapshots, log files trimmed: how many each node wrote and let go in each round."));
        settings.forEach((peer, sentences) -> lines.add(peer + ": " + String.join("; ", sentences) + "."));
        return lines;
    }

    private static Row reference(final Row row, final List<Row> rows) {
        return rows.stream().filter(each -> each.peer().equals(REFERENCE) && each.point().equals(row.point()))
            .findFirst().orElse(null);
    }

    private static List<String> cells(final Row row, final Row fleet) {
        final Histogram all = row.latencies();
        return List.of(row.point().load(), row.peer(), TextTable.spread(WHOLE, row.throughputs()),
            TextTable.spread(WHOLE, row.medians()),
            TextTable.micros(all.getValueAtPercentile(TAIL)), TextTable.micros(all.getValueAtPercentile(FAR_TAIL)),
            TextTable.micros(all.getMaxValue()), TextTable.number("%.2f", row.cpuSeconds()),
            Long.toString(row.failed()),
            fleet == null ? "" : ratio(row.ratios(fleet, round -> round.result().perSecond())),
            fleet == null ? "" : ratio(row.ratios(fleet, round -> round.micros(MEDIAN))));
    }

    private static List<String> costs(final Row row) {
        return List.of(row.point().load(), row.peer(), TextTable.number(PARTS, row.median(Measurement::diskBytes)),
            TextTable.number(PARTS, row.median(Measurement::writtenBytes)),
            TextTable.number(PARTS, row.median(Measurement::flushes)),
            TextTable.number(PARTS, row.median(Measurement::systemCalls)),
            TextTable.number(PARTS, row.median(Measurement::calls)),
            TextTable.number(PARTS, row.median(Measurement::voluntary)),
            TextTable.number(PARTS, row.median(Measurement::involuntary)),
            row.work(round -> round.cost().snapshots()), row.work(round -> round.cost().trimmedFiles()));
    }

    private static String ratio(final List<Double> ratios) {
        return ratios.isEmpty() ? "" : TextTable.number("x %.2f", Statistics.median(ratios));
    }

    private static void append(final List<String> lines, final String title, final List<String> head,
                               final List<List<String>> cells) {
        lines.add(title);
        lines.add("");
        lines.addAll(TextTable.lines(head, cells));
        lines.add("");
    }
}
