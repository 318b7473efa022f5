package io.fleet.bench.micro;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * What one benchmark gave with one choice of parameters.
 *
 * @param name       class and method, without package.
 * @param parameters such as {@code length=64}; empty where there are none.
 * @param nanos      for one operation.
 * @param errorNanos half of the interval that has the mean with 99.9 %; NaN where there are too few iterations.
 * @param bytes      of the Java heap for one operation.
 * @param perMeasure operations in one iteration, on average.
 * @param hotPath    the mark of a benchmark that must not allocate; null of others.
 */
record MicroResult(String name, String parameters, double nanos, double errorNanos, double bytes, double perMeasure,
                   HotPath hotPath) {
    /** What is left when figures are rounded to two places. */
    private static final double LEAST_BYTES = 0.01;
    /**
     * What JMH itself takes for an iteration, at most: its tasks, its threads' start, its sampling. Measured for slow
     * operations, of which an iteration has few, it would look like theirs.
     */
    private static final double HARNESS_BYTES = 32 * 1024;
    /** Figures that JMH adds: of the collector, and percentiles. */
    private static final Pattern OF_JMH = Pattern.compile("gc\\.|p[01]\\.\\d");
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** One row for each benchmark, and one for each thing that it counts beside its operations. */
    static List<MicroResult> of(final Collection<RunResult> runs) {
        final List<MicroResult> all = new ArrayList<>();
        for (final RunResult run : runs) {
            final double bytes = allocated(run);
            final double operations = operations(run);
            final BenchmarkParams params = run.getParams();
            final Result<?> score = run.getPrimaryResult();
            all.add(row(params, "", score, bytes, operations));
            for (final Map.Entry<String, Result<?>> each : counted(run).entrySet()) {
                final double share = each.getValue().getScore() / score.getScore();
                all.add(row(params, ":" + each.getKey(), each.getValue(), bytes / share, operations * share));
            }
        }
        return all;
    }

    /** Whether operations take memory: not a rounding error, and more than the harness takes. */
    boolean allocates() {
        return bytes >= LEAST_BYTES && bytes * perMeasure >= HARNESS_BYTES;
    }

    /** Whether it breaks its promise. */
    boolean isRefused() {
        return hotPath != null && allocates() && bytes > hotPath.most();
    }

    private static MicroResult row(final BenchmarkParams params, final String counted, final Result<?> score,
                                   final double bytes, final double operations) {
        final String full = params.getBenchmark();
        final String type = full.substring(0, full.lastIndexOf('.'));
        final String words = params.getParamsKeys().stream().map(key -> key + "=" + params.getParam(key))
            .collect(Collectors.joining(" "));
        final double nanos = nanos(score.getScore(), params.getMode(), params.getTimeUnit());
        return new MicroResult(type.substring(type.lastIndexOf('.') + 1) + full.substring(full.lastIndexOf('.'))
            + counted, words, nanos, nanos * score.getScoreError() / score.getScore(), bytes, operations,
            HotPaths.of(full));
    }

    private static double nanos(final double score, final Mode mode, final TimeUnit unit) {
        return mode == Mode.Throughput ? unit.toNanos(1) / score : score * unit.toNanos(1);
    }

    private static double allocated(final RunResult run) {
        for (final Map.Entry<String, Result<?>> each : secondary(run).entrySet()) {
            if (each.getKey().contains(ALLOCATED)) {
                return each.getValue().getScore();
            }
        }
        return Double.NaN;
    }

    private static Map<String, Result<?>> counted(final RunResult run) {
        return secondary(run).entrySet().stream().filter(each -> !OF_JMH.matcher(each.getKey()).find())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static Map<String, Result<?>> secondary(final RunResult run) {
        final Map<String, Result<?>> all = new TreeMap<>();
        run.getSecondaryResults().forEach(all::put);
        return all;
    }

    private static double operations(final RunResult run) {
        double sum = 0;
        int iterations = 0;
        for (final BenchmarkResult fork : run.getBenchmarkResults()) {
            for (final IterationResult iteration : fork.getIterationResults()) {
                sum += iteration.getMetadata().getMeasuredOps();
                iterations++;
            }
        }
        return sum / iterations;
    }

    /** The cells of its line in a table. */
    List<String> cells() {
        return List.of(name, parameters, number(nanos),
            Double.isNaN(errorNanos) ? "" : number(errorNanos), memory(), isRefused() ? "ALLOCATES"
                : hotPath != null ? "yes" : "");
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, value < 100 ? "%,.1f" : "%,.0f", value);
    }

    private String memory() {
        if (Double.isNaN(bytes)) {
            return "-";
        }
        return allocates() ? String.format(Locale.ROOT, bytes < 10 ? "%.2f" : "%,.0f", bytes) : "0";
    }
}
