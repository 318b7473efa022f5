package io.fleet.verify.crashpoint.machine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What became of the points of one workload. Safe from several threads. */
public final class WorkloadResult {
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

    public WorkloadResult(final String workload) {
        this.workload = workload;
    }

    public String workload() {
        return workload;
    }

    public synchronized void operations(final long count) {
        operations = count;
    }

    public synchronized void point(final DiskStep.Kind kind, final CrashMoment moment) {
        points.computeIfAbsent(kind + " " + moment.text(), key -> new long[1])[0]++;
    }

    /** A choice at the operation that was named. */
    public synchronized void choice(final CrashMoment moment, final int choice) {
        choices.add(PointFilter.choice(moment, choice));
    }

    /** A choice at the operation of the recovery that was named. */
    public synchronized void secondChoice(final CrashMoment moment, final int choice) {
        secondChoices.add(PointFilter.choice(moment, choice));
    }

    synchronized List<String> choices() {
        return List.copyOf(choices);
    }

    synchronized List<String> secondChoices() {
        return List.copyOf(secondChoices);
    }

    public synchronized void ran() {
        runs++;
    }

    public synchronized void secondPoint() {
        secondPoints++;
    }

    public synchronized void ranSecond() {
        secondRuns++;
    }

    public synchronized void failure(final String point, final DiskStep operation, final String problem) {
        failed++;
        if (failures.size() < KEPT_FAILURES) {
            failures.add(point + " FAILED at " + operation + ": " + problem);
        }
    }

    public synchronized void seconds(final double taken) {
        seconds = taken;
    }

    public synchronized long failed() {
        return failed;
    }

    public synchronized long firstPoints() {
        return points.values().stream().mapToLong(count -> count[0]).sum();
    }

    public synchronized long runs() {
        return runs;
    }

    public synchronized long secondPoints() {
        return secondPoints;
    }

    public synchronized long secondRuns() {
        return secondRuns;
    }

    public synchronized long operations() {
        return operations;
    }

    public synchronized double seconds() {
        return seconds;
    }

    public synchronized Map<String, long[]> points() {
        return new TreeMap<>(points);
    }

    public synchronized List<String> failures() {
        return List.copyOf(failures);
    }
}
