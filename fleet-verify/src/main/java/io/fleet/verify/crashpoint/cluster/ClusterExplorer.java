package io.fleet.verify.crashpoint.cluster;

import io.fleet.verify.crashpoint.machine.CrashPlan;
import io.fleet.verify.crashpoint.machine.DiskStep;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.Tripwire;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * All points of the script of {@link ClusterRun}: one run lists them, then each has a run of its own. Of two points
 * that leave the same bytes in the same world one is run. The recoveries of every so many-th point have all of their
 * points run too.
 */
public final class ClusterExplorer {
    private final String name;
    private final ClusterScript script;
    private final int size;
    private final int target;
    private final boolean inline;
    private final int secondInterval;
    private final PointFilter filter;
    private final WorkloadResult result;

    /**
     * Prepares.
     *
     * @param name           of the workload.
     * @param script         what happens.
     * @param size           nodes of the cluster.
     * @param target         the node that crashes, or {@link ClusterRun#ALL}.
     * @param inline         whether nodes write in their duty cycles, and log files are made elsewhere.
     * @param secondInterval one in so many first points has its recovery explored.
     */
    public ClusterExplorer(final String name, final ClusterScript script, final int size, final int target,
                    final boolean inline, final int secondInterval, final PointFilter filter) {
        this.name = name;
        this.script = script;
        this.size = size;
        this.target = target;
        this.inline = inline;
        this.secondInterval = secondInterval;
        this.filter = filter;
        result = new WorkloadResult(name);
    }

    public WorkloadResult explore(final int threads) throws InterruptedException {
        final long startNs = System.nanoTime();
        final ClusterRun recording = new ClusterRun(script, size, target, inline, List.of());
        final List<String> problems = recording.run();
        if (!problems.isEmpty()) {
            throw new IllegalStateException(name + " fails without any crash: " + problems);
        }
        result.operations(recording.wire().count());
        final ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            final List<Future<?>> tasks = new ArrayList<>();
            for (final Tripwire.Found found : recording.wire().found()) {
                final CrashPlan plan = found.plan();
                result.point(found.operation().kind(), plan.moment());
                if (filter.names(plan.operation())) {
                    result.choice(plan.moment(), plan.choice());
                }
                if (filter.first(plan.operation(), plan.moment(), plan.choice())
                    && (found.isNew() || !filter.isWhole())) {
                    final boolean deep = filter.isDeep() && (!filter.isWhole() || tasks.size() % secondInterval == 0);
                    tasks.add(workers.submit(() -> first(found, deep)));
                }
            }
            for (final Future<?> task : tasks) {
                task.get();
            }
        } catch (final ExecutionException e) {
            throw new IllegalStateException(name + ": the exploration itself failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
        result.seconds((System.nanoTime() - startNs) / 1e9);
        return result;
    }

    private void first(final Tripwire.Found first, final boolean deep) {
        final ClusterRun run = run(List.of(first.plan()), name + "." + first.plan(), first.operation());
        result.ran();
        if (!deep) {
            return;
        }
        for (final Tripwire.Found second : run.wire().found()) {
            final CrashPlan plan = second.plan();
            result.secondPoint();
            if (filter.namesInRecovery(plan.operation())) {
                result.secondChoice(plan.moment(), plan.choice());
            }
            if (filter.second(plan.operation(), plan.moment(), plan.choice())
                && (second.isNew() || !filter.isWhole())) {
                run(List.of(first.plan(), plan), name + "." + first.plan() + "/" + plan, second.operation());
                result.ranSecond();
            }
        }
    }

    private ClusterRun run(final List<CrashPlan> plans, final String point, final DiskStep operation) {
        final ClusterRun run = new ClusterRun(script, size, target, inline, plans);
        try {
            final List<String> problems = run.run();
            if (!problems.isEmpty()) {
                result.failure(point, operation, problems.get(0));
            }
        } catch (final RuntimeException | AssertionError e) {
            result.failure(point, operation, e.toString());
        }
        return run;
    }
}
