package io.fleet.verify.crashpoint;

import io.fleet.verify.crashpoint.cluster.ClusterExplorer;
import io.fleet.verify.crashpoint.cluster.ClusterRun;
import io.fleet.verify.crashpoint.cluster.ClusterScript;
import io.fleet.verify.crashpoint.machine.PointFilter;
import io.fleet.verify.crashpoint.machine.WorkloadResult;
import io.fleet.verify.crashpoint.workload.IntakeWorkload;
import io.fleet.verify.crashpoint.workload.MetaWorkload;
import io.fleet.verify.crashpoint.workload.OrderedWorkload;
import io.fleet.verify.crashpoint.workload.PartsWorkload;
import io.fleet.verify.crashpoint.workload.ScatteredWorkload;
import io.fleet.verify.crashpoint.workload.SnapshotWorkload;
import io.fleet.verify.crashpoint.workload.StorageWorkload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Every crash point of storage, of one node and of a cluster of three. */
public final class CrashPoints {
    private static final int NODE_INTERVAL = 1;
    private static final int CLUSTER_INTERVAL = 16;
    private static final int TRANSFER_INTERVAL = 48;

    private final Set<CrashLevel> levels;
    private final PointFilter filter;
    private final int threads;
    private final PrintStream out;
    private final CrashReport report = new CrashReport();
    private WorkloadResult unknown;

    private CrashPoints(final Set<CrashLevel> levels, final PointFilter filter, final int threads,
                        final PrintStream out) {
        this.levels = levels;
        this.filter = filter;
        this.threads = threads;
        this.out = out;
    }

    /**
     * Crashes at points.
     *
     * @param levels  at which.
     * @param only    the name of a workload or point, or null for all.
     * @param threads how many points run at once.
     * @param file    takes the result too; null for none.
     * @param out     takes the result.
     * @return whether all points passed.
     * @throws IllegalArgumentException when there is no such point; says which there are.
     * @throws InterruptedException     when interrupted.
     * @throws IOException              when the file cannot be written.
     */
    public static boolean run(final Set<CrashLevel> levels, final String only, final int threads, final Path file,
                              final PrintStream out) throws InterruptedException, IOException {
        final PointFilter filter = only == null ? PointFilter.all() : PointFilter.of(only);
        final CrashPoints points = new CrashPoints(levels, filter, threads, out);
        final List<String> workloads = points.workloads();
        if (workloads.stream().noneMatch(filter::workload)) {
            throw new IllegalArgumentException("--only is '" + only + "', but must name one of "
                + String.join(", ", workloads));
        }
        points.explore();
        if (points.unknown != null) {
            throw new IllegalArgumentException(filter.refusal(points.unknown));
        }
        points.report.printSums(out);
        if (file != null) {
            try (PrintStream copy = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
                points.report.printAll(copy);
            }
        }
        return points.report.failed() == 0;
    }

    private void explore() throws InterruptedException {
        final long startNs = System.nanoTime();
        if (filter.isWhole()) {
            out.println(CrashReport.heading());
        }
        if (levels.contains(CrashLevel.STORAGE)) {
            storage();
        }
        if (levels.contains(CrashLevel.NODE)) {
            cluster("node", 1, 0, false, NODE_INTERVAL);
            cluster("node-inline", 1, 0, true, NODE_INTERVAL);
        }
        if (levels.contains(CrashLevel.CLUSTER)) {
            cluster("cluster-0", 3, 0, false, CLUSTER_INTERVAL);
            cluster("cluster-1", 3, 1, false, CLUSTER_INTERVAL);
            cluster("cluster-2", 3, 2, false, CLUSTER_INTERVAL);
            cluster("cluster-all", 3, ClusterRun.ALL, false, CLUSTER_INTERVAL);
            transfer("transfer-2", 2);
            transfer("transfer-all", ClusterRun.ALL);
            lost("meta-missing-2", ClusterScript.META_MISSING);
            lost("meta-damaged-2", ClusterScript.META_DAMAGED);
        }
        report.seconds((System.nanoTime() - startNs) / 1e9);
    }

    /** Each workload on one thread. */
    private void storage() throws InterruptedException {
        final List<Callable<WorkloadResult>> tasks = new ArrayList<>();
        for (final StorageWorkload workload : storageWorkloads()) {
            if (filter.workload(workload.name())) {
                tasks.add(() -> new StorageExplorer(workload, true, filter).explore());
            }
        }
        if (filter.workload(RealDiskExplorer.NAME)) {
            tasks.add(() -> new RealDiskExplorer(filter).explore());
        }
        final ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            for (final Future<WorkloadResult> task : workers.invokeAll(tasks)) {
                done(task.get());
            }
        } catch (final ExecutionException e) {
            throw new IllegalStateException("the exploration itself failed", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private void cluster(final String name, final int size, final int target, final boolean inline, final int interval)
        throws InterruptedException {
        if (filter.workload(name)) {
            done(new ClusterExplorer(name, ClusterScript.LIFE, size, target, inline, interval, filter)
                .explore(threads));
        }
    }

    private void transfer(final String name, final int target) throws InterruptedException {
        if (filter.workload(name)) {
            done(new ClusterExplorer(name, ClusterScript.TRANSFER, 3, target, false, TRANSFER_INTERVAL, filter)
                .explore(threads));
        }
    }

    private void lost(final String name, final ClusterScript script) throws InterruptedException {
        if (filter.workload(name)) {
            done(new ClusterExplorer(name, script, 3, 2, false, CLUSTER_INTERVAL, filter).explore(threads));
        }
    }

    private void done(final WorkloadResult result) {
        if (!filter.isWhole()) {
            final long runs = filter.namesSecond() ? result.secondRuns() : result.runs();
            if (runs == 0 && result.failed() == 0) {
                unknown = result;
                return;
            }
            out.println(CrashReport.heading());
        }
        CrashReport.print(result, out);
        report.add(result);
    }

    /** The names of all that is at the levels. */
    private List<String> workloads() {
        final List<String> names = new ArrayList<>();
        if (levels.contains(CrashLevel.STORAGE)) {
            names.add(RealDiskExplorer.NAME);
            storageWorkloads().forEach(each -> names.add(each.name()));
        }
        if (levels.contains(CrashLevel.NODE)) {
            names.addAll(List.of("node", "node-inline"));
        }
        if (levels.contains(CrashLevel.CLUSTER)) {
            names.addAll(List.of("cluster-0", "cluster-1", "cluster-2", "cluster-all", "transfer-2", "transfer-all",
                "meta-missing-2", "meta-damaged-2"));
        }
        return names;
    }

    static List<StorageWorkload> storageWorkloads() {
        final List<StorageWorkload> workloads = new ArrayList<>();
        for (final boolean inline : new boolean[] {false, true}) {
            workloads.add(new ScatteredWorkload(1, inline));
            workloads.add(new ScatteredWorkload(2, inline));
        }
        workloads.add(new OrderedWorkload());
        workloads.add(new MetaWorkload());
        workloads.add(new SnapshotWorkload());
        workloads.add(new IntakeWorkload());
        workloads.add(new PartsWorkload());
        return workloads;
    }
}
