package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.lifecycle.DiskWatch.Memory;
import io.fleet.bench.lifecycle.Report.Phase;
import io.fleet.bench.load.Histograms;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Slice;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code fleet bench snapshots}: intervals without and with snapshots take turns under one load that never stops. An
 * interval with snapshots ends when the last of them is written. Exit code 1 when a command failed, or the logs took
 * more than their bound.
 */
@Command(name = "snapshots", description = {
    "Writes snapshots of a large state under a constant load, in every second interval, and compares",
    "the latencies with those of the intervals between. Tells disk and memory, each minute."})
public final class SnapshotsCommand extends LifecycleCommand {
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String OFF = "off";
    private static final String ON = "on";
    private static final int LONGEST_TRAILS = 20;

    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "30",
        description = "how often all nodes are asked for a snapshot, while snapshots are on; they take turns "
            + "(default: ${DEFAULT-VALUE})")
    private double every;
    @Option(names = "--interval", paramLabel = "SECONDS", defaultValue = "60",
        description = "how long snapshots are off, and how long they are on (default: ${DEFAULT-VALUE})")
    private double interval;
    @Option(names = "--minutes", paramLabel = "N", defaultValue = "10",
        description = "how long all intervals take together, at least two (default: ${DEFAULT-VALUE})")
    private double minutes;

    /** {@code classPath} is that of the processes that it starts. */
    public SnapshotsCommand(final String classPath) {
        super(classPath);
    }

    @Override
    void check(final ToolChecks checks) {
        checks.range("--every", every, 1, 3_600);
        checks.range("--interval", interval, 2, 36_000);
        checks.range("--minutes", minutes, 0.01, 100_000);
    }

    @Override
    boolean run(final LifecycleOptions options, final Scene scene)
        throws IOException, BenchmarkFailure, InterruptedException {
        final RunningLoad load = scene.load(SECOND_NS);
        final DiskWatch watch = new DiskWatch(options.margin, scene.states());
        final List<Phase> phases = new ArrayList<>();
        final Recorder recorder = new Recorder(scene, load, watch, options.nodes);
        final int pairs = (int) Math.max(1, Math.round(minutes * 60 / interval / 2));
        for (int i = 0; i < 2 * pairs; i++) {
            final boolean isOn = i % 2 == 1;
            final long fromNs = load.nowNs();
            recorder.go((long) (interval * SECOND_NS), isOn ? (long) (every * SECOND_NS) : 0);
            phases.add(new Phase(isOn ? ON : OFF, fromNs + SECOND_NS, load.nowNs()));
            final Slice part = phases.get(i).of(load);
            scene.tell("snapshots are %s: %.0f op/s, p50 %.2f, p99 %.2f, p99.9 %.2f, most %.2f ms", phases.get(i)
                .name(), part.perSecond(), Report.percentileMs(part, 50), Report.percentileMs(part, 99),
                Report.percentileMs(part, 99.9), Report.mostMs(part));
        }
        recorder.sample();
        final LoadResult result = load.end();
        print(options, load, watch, phases);
        return outcome(result) & watch.isWithinBound();
    }

    private void print(final LifecycleOptions options, final RunningLoad load, final DiskWatch watch,
                       final List<Phase> phases) throws IOException {
        Report.writeCsv(options.csv, load, phases);
        final Slice off = all(OFF, load, phases);
        final Slice on = all(ON, load, phases);
        final List<String> names = new ArrayList<>();
        final List<Slice> parts = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            names.add(i + 1 + ": " + phases.get(i).name());
            parts.add(phases.get(i).of(load));
        }
        names.addAll(List.of("all " + OFF, "all " + ON));
        parts.addAll(List.of(off, on));
        Report.table("snapshots", names, parts).forEach(out()::println);
        out().printf(Locale.ROOT, "p99 with snapshots for each 1 without: %.2f; p50 %.2f, p99.9 %.2f%n",
            Report.percentileMs(on, 99) / Report.percentileMs(off, 99),
            Report.percentileMs(on, 50) / Report.percentileMs(off, 50),
            Report.percentileMs(on, 99.9) / Report.percentileMs(off, 99.9));
        watch.table().forEach(out()::println);
        watch.summary().forEach(out()::println);
    }

    /** Its length is the sum of those of its parts, which do not follow each other. */
    private static Slice all(final String name, final RunningLoad load, final List<Phase> phases) {
        final List<Slice> parts = phases.stream().filter(phase -> phase.name().equals(name))
            .map(phase -> phase.of(load)).toList();
        return new Slice(0, parts.stream().mapToLong(part -> part.toNs() - part.fromNs()).sum(),
            parts.stream().mapToLong(Slice::completed).sum(), parts.stream().mapToLong(Slice::failed).sum(),
            Histograms.merge(parts.stream().map(Slice::latencies).toList()));
    }

    /** Lets time go by, looks at the nodes each second, and asks them for snapshots. */
    private static final class Recorder {
        private final Scene scene;
        private final RunningLoad load;
        private final DiskWatch watch;
        private final int nodes;
        private long nextSampleNs = TimeUnit.MINUTES.toNanos(1);
        private long[] goals;

        Recorder(final Scene scene, final RunningLoad load, final DiskWatch watch, final int nodes) {
            this.scene = scene;
            this.load = load;
            this.watch = watch;
            this.nodes = nodes;
            goals = new long[nodes];
        }

        /** One interval; returns when all snapshots that were asked for are written, too. */
        void go(final long lengthNs, final long everyNs) throws BenchmarkFailure, InterruptedException {
            final long beginNs = load.nowNs();
            long nextAskNs = everyNs > 0 ? beginNs : Long.MAX_VALUE;
            boolean pending = false;
            while (load.nowNs() - beginNs < lengthNs || pending) {
                final long nowNs = load.nowNs();
                if (nowNs >= nextAskNs && nowNs - beginNs < lengthNs) {
                    goals = scene.askForSnapshots();
                    nextAskNs += everyNs;
                }
                Scene.waitUntil(load, nowNs + SECOND_NS);
                final NodeState[] states = scene.states();
                watch.see(states);
                pending = !Scene.haveSnapshots(goals, states);
                if (load.nowNs() >= nextSampleNs) {
                    nextSampleNs += TimeUnit.MINUTES.toNanos(1);
                    sample();
                }
                if (load.nowNs() - beginNs > LONGEST_TRAILS * lengthNs) {
                    throw new BenchmarkFailure("snapshots are still being written " + LONGEST_TRAILS
                        + " intervals after the first was asked for");
                }
            }
        }

        void sample() throws BenchmarkFailure, InterruptedException {
            final List<Memory> memory = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                final Map<String, String> fields = scene.cluster().memory(node);
                memory.add(new Memory(Long.parseLong(fields.get("heap")), Long.parseLong(fields.get("resident"))));
            }
            watch.sample(load.nowNs() / 1e9, memory);
            scene.tell("logs/snapshots/heap/resident MiB of each node: %s", watch.lastSample());
        }
    }
}
