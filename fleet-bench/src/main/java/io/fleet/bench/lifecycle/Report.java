package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tables and CSV of what a load gave. */
final class Report {
    private static final double MS = 1e6;
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    private Report() {
    }

    /**
     * A time with a name.
     *
     * @param name   what went on.
     * @param fromNs as the load counts time.
     * @param toNs   behind it.
     */
    record Phase(String name, long fromNs, long toNs) {
        Slice of(final RunningLoad load) {
            return load.inside(fromNs, toNs);
        }
    }

    static double percentileMs(final Slice slice, final double percentile) {
        return slice.latencies().getValueAtPercentile(percentile) / MS;
    }

    static double mostMs(final Slice slice) {
        return slice.latencies().getMaxValue() / MS;
    }

    /** A row for each name and what it gave. */
    static List<String> table(final String what, final List<String> names, final List<Slice> parts) {
        final List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            final Slice part = parts.get(i);
            rows.add(List.of(names.get(i), TextTable.number("%.1f", (part.toNs() - part.fromNs()) / 1e9),
                TextTable.number("%,.0f", part.perSecond()), TextTable.number("%.2f", percentileMs(part, 50)),
                TextTable.number("%.2f", percentileMs(part, 99)), TextTable.number("%.2f", percentileMs(part, 99.9)),
                TextTable.number("%.2f", mostMs(part)), Long.toString(part.failed())));
        }
        return TextTable.lines(List.of(what, "s", "op/s", "p50 ms", "p99 ms", "p99.9 ms", "most ms", "failed"), rows);
    }

    /** Whether all was answered, and well; says so. */
    static String outcome(final LoadResult result) {
        return String.format(Locale.ROOT, "%,d commands answered, %d failed, %d without an answer%s",
            result.completed(), result.failed(), result.lost(),
            result.failure().isEmpty() ? "" : "; the first failure: " + result.failure());
    }

    /** Each slice, with the phase that it is in. */
    static void writeCsv(final Path file, final RunningLoad load, final List<Phase> phases) throws IOException {
        if (file == null) {
            return;
        }
        final List<String> lines = new ArrayList<>(List.of(
            "from_s,to_s,phase,completed,failed,per_second,p50_ms,p99_ms,p999_ms,most_ms"));
        for (final Slice each : load.slices()) {
            final StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%.3f,%.3f,%s,%d,%d,%.1f",
                each.fromNs() / 1e9, each.toNs() / 1e9, phase(each, phases), each.completed(), each.failed(),
                each.perSecond()));
            for (final double percentile : PERCENTILES) {
                line.append(String.format(Locale.ROOT, ",%.3f", percentileMs(each, percentile)));
            }
            lines.add(line.toString());
        }
        final Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.write(file, lines);
    }

    private static String phase(final Slice slice, final List<Phase> phases) {
        for (final Phase each : phases) {
            if (slice.fromNs() >= each.fromNs() && slice.toNs() <= each.toNs()) {
                return each.name();
            }
        }
        return "between";
    }
}
