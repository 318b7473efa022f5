package io.fleet.verify.crashpoint;

import io.fleet.verify.crashpoint.machine.WorkloadResult;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sums over all workloads, as text. */
final class CrashReport {
    private final List<WorkloadResult> results = new ArrayList<>();
    private double seconds;

    void add(final WorkloadResult result) {
        results.add(result);
    }

    void seconds(final double taken) {
        seconds = taken;
    }

    long failed() {
        return results.stream().mapToLong(WorkloadResult::failed).sum();
    }

    void printAll(final PrintStream out) {
        out.println(heading());
        results.forEach(result -> print(result, out));
        printSums(out);
    }

    /** One workload, as soon as it is done: its line and its failures. */
    static void print(final WorkloadResult result, final PrintStream out) {
        out.println(line(result));
        for (final String failure : result.failures()) {
            out.println("  " + failure);
            out.println("    again: ./fleet crashpoints --only " + failure.substring(0, failure.indexOf(' ')));
        }
    }

    static String heading() {
        return String.format("%-12s %10s %8s %8s %14s %8s %8s %8s", "workload", "operations", "points", "run",
            "second points", "run", "failed", "seconds");
    }

    void printSums(final PrintStream out) {
        out.println(line("all", sum(WorkloadResult::operations), sum(WorkloadResult::firstPoints),
            sum(WorkloadResult::runs), sum(WorkloadResult::secondPoints), sum(WorkloadResult::secondRuns), failed(),
            seconds));
        final Map<String, Long> kinds = new TreeMap<>();
        for (final WorkloadResult result : results) {
            result.points().forEach((kind, count) -> kinds.merge(kind, count[0], Long::sum));
        }
        out.println("points by kind and moment: " + kinds);
        out.println("A point that is not run leaves, in the same world, the same bytes as one that is.");
        out.println(failed() == 0 ? "all points passed" : failed() + " points FAILED");
    }

    private long sum(final java.util.function.ToLongFunction<WorkloadResult> what) {
        return results.stream().mapToLong(what).sum();
    }

    private static String line(final WorkloadResult result) {
        return line(result.workload(), result.operations(), result.firstPoints(), result.runs(),
            result.secondPoints(), result.secondRuns(), result.failed(), result.seconds());
    }

    private static String line(final String name, final long operations, final long points, final long runs,
                               final long second, final long secondRuns, final long failed, final double seconds) {
        return String.format("%-12s %10d %8d %8d %14d %8d %8d %8.1f", name, operations, points, runs, second,
            secondRuns, failed, seconds);
    }
}
