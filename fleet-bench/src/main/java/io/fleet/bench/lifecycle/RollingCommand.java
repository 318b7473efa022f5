package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.lifecycle.Report.Phase;
import io.fleet.bench.load.LoadResult;
import io.fleet.config.GroupConfig;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code fleet bench rolling}: every node is stopped in good order and started again, one after the other, as an
 * operator does: the next one when this one is ready. Exit code 1 when a command failed.
 */
@Command(name = "rolling", description = {
    "Restarts every node under load, one after the other, each when the one before is ready again,",
    "and tells the slowest command of each restart. Fails when a command fails."})
public final class RollingCommand extends LifecycleCommand {
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double MS = 1e6;
    private static final double SECOND = 1e9;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "1",
        description = "how often every node is restarted (default: ${DEFAULT-VALUE})")
    private int rounds;
    @Option(names = "--rest", paramLabel = "SECONDS", defaultValue = "1",
        description = "how long nothing happens before each stop (default: ${DEFAULT-VALUE})")
    private double rest;

    /** {@code classPath} is that of the processes that it starts. */
    public RollingCommand(final String classPath) {
        super(classPath);
    }

    @Override
    void check(final ToolChecks checks) {
        checks.range("--rounds", rounds, 1, 10_000);
        checks.range("--rest", rest, 0, 3_600);
    }

    @Override
    boolean run(final LifecycleOptions options, final Scene scene)
        throws IOException, BenchmarkFailure, InterruptedException {
        final RunningLoad load = scene.load(SLICE_NS);
        final List<Restart> restarts = new ArrayList<>();
        final List<Phase> phases = new ArrayList<>();
        for (int i = 0; i < rounds * options.nodes; i++) {
            final long fromNs = load.nowNs();
            Scene.waitUntil(load, fromNs + (long) (rest * SECOND));
            final Restart restart = restart(scene, load, i % options.nodes);
            restarts.add(restart);
            phases.add(new Phase("rest", fromNs, restart.stopNs));
            phases.add(new Phase("stop", restart.stopNs, restart.startNs));
            phases.add(new Phase("start", restart.startNs, restart.readyNs));
        }
        Scene.waitUntil(load, load.nowNs() + (long) (rest * SECOND) + SLICE_NS);
        final LoadResult result = load.end();
        Report.writeCsv(options.csv, load, phases);
        print(load, restarts);
        return outcome(result);
    }

    private static Restart restart(final Scene scene, final RunningLoad load, final int node)
        throws IOException, BenchmarkFailure, InterruptedException {
        final boolean leads = scene.state(node).leads();
        final long stopNs = load.nowNs();
        scene.cluster().stopServer(node);
        final long startNs = load.nowNs();
        scene.cluster().restartServer(node);
        scene.awaitReady(load, node);
        final Restart restart = new Restart(node, leads, stopNs, startNs, load.nowNs());
        scene.tell("node %d%s was restarted: stopped after %.2f s, ready after %.2f s more", node,
            leads ? ", the leader," : "", (startNs - stopNs) / SECOND, (restart.readyNs - startNs) / SECOND);
        return restart;
    }

    private void print(final RunningLoad load, final List<Restart> restarts) {
        final List<List<String>> rows = new ArrayList<>();
        final Histogram pauses = new Histogram(3);
        for (final Restart each : restarts) {
            final long stopping = load.touching(each.stopNs, each.startNs).latencies().getMaxValue();
            final long starting = load.touching(each.startNs, each.readyNs).latencies().getMaxValue();
            pauses.recordValue(Math.max(stopping, starting));
            rows.add(List.of(Integer.toString(each.node), each.leads ? "yes" : "no",
                TextTable.number("%.2f", (each.startNs - each.stopNs) / SECOND),
                TextTable.number("%.2f", (each.readyNs - each.startNs) / SECOND),
                TextTable.number("%.1f", stopping / MS), TextTable.number("%.1f", starting / MS)));
        }
        TextTable.lines(List.of("node", "led", "stopped after s", "ready after s", "slowest while it stops, ms",
            "slowest while it starts, ms"), rows).forEach(out()::println);
        Report.table("all", List.of("the whole run"), List.of(load.inside(0, load.nowNs()))).forEach(out()::println);
        out().printf(Locale.ROOT, "the slowest command of each of %d restarts: p50 %.1f, p99 %.1f, most %.1f ms; two "
            + "election timeouts are %d ms%n", restarts.size(), pauses.getValueAtPercentile(50) / MS,
            pauses.getValueAtPercentile(99) / MS, pauses.getMaxValue() / MS,
            2 * GroupConfig.scattered().electionTimeoutMillis());
    }

    /**
     * One restart, as the load counts time.
     *
     * @param node    which.
     * @param leads   whether it led before.
     * @param stopNs  when it was told to stop.
     * @param startNs when it had ended.
     * @param readyNs when it was ready.
     */
    private record Restart(int node, boolean leads, long stopNs, long startNs, long readyNs) {
    }
}
