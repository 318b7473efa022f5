package io.fleet.verify.crashpoint;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What became of the points of one workload. Safe from several threads. */
final class WorkloadResult {
    private static final int KEPT_FAILURES = 20;

    private final String workload;
    private final Map<String, long[]> points = new TreeMap<>();
    private final Set<String> choices = new LinkedHashSet<>();
    private final Set<String> secondChoices = new LinkedHashSet<>();
    private final List<String> failures = new ArrayList<>();
    private long operations;
    private long runs;
    private long secondPoints;
    private long secondRuns;
    private long failed;
    private double seconds;

    WorkloadResult(final String workload) {
        this.workload = workload;
    }

    String workload() {
        return workload;
    }

    synchronized void operations(final long count) {
        operations = count;
    }

    synchronized void point(final DiskStep.Kind kind, final CrashMoment moment) {
        points.computeIfAbsent(kind + " " + moment.text(), key -> new long[1])[0]++;
    }

    /** A choice at the operation that was named. */
    synchronized void choice(final CrashMoment moment, final int choice) {
        choices.add(PointFilter.choice(moment, choice));
    }

    /** A choice at the operation of the recovery that was named. */
    synchronized void secondChoice(final CrashMoment moment, final int choice) {
        secondChoices.add(PointFilter.choice(moment, choice));
    }

    synchronized List<String> choices() {
        return List.copyOf(choices);
    }

    synchronized List<String> secondChoices() {
        return List.copyOf(secondChoices);
    }

    synchronized void ran() {
        runs++;
    }

    synchronized void secondPoint() {
        secondPoints++;
    }

    synchronized void ranSecond() {
        secondRuns++;
    }

    synchronized void failure(final String point, final DiskStep operation, final String problem) {
        failed++;
        if (failures.size() < KEPT_FAILURES) {
            failures.add(point + " FAILED at " + operation + ": " + problem);
        }
    }

    synchronized void seconds(final double taken) {
        seconds = taken;
    }

    synchronized long failed() {
        return failed;
    }

    synchronized long firstPoints() {
        return points.values().stream().mapToLong(count -> count[0]).sum();
    }

    synchronized long runs() {
        return runs;
    }

    synchronized long secondPoints() {
        return secondPoints;
    }

    synchronized long secondRuns() {
        return secondRuns;
    }

    synchronized long operations() {
        return operations;
    }

    synchronized double seconds() {
        return seconds;
    }

    synchronized Map<String, long[]> points() {
        return new TreeMap<>(points);
    }

    synchronized List<String> failures() {
        return List.copyOf(failures);
    }
}
