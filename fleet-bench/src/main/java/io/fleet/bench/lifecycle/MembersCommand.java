package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.harness.RunningLoad;
import io.fleet.bench.harness.TextTable;
import io.fleet.bench.lifecycle.Report.Phase;
import io.fleet.bench.load.LoadResult;
import io.fleet.bench.load.Slice;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code fleet bench members}: a group grows by two nodes, shrinks again, and has each founder that is left replaced,
 * under a load that never stops, of a client that was told of the founders only. Exit code 1 when a command failed.
 */
@Command(name = "members", description = {
    "Adds two nodes to a group under load, removes two of its founders and replaces the others, one change",
    "at a time, and tells how long each took, and the slowest command meanwhile. Fails when a command fails."})
public final class MembersCommand extends LifecycleCommand {
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int GROWTH = 2;
    private static final double SECOND = 1e9;

    @Option(names = "--rest", paramLabel = "SECONDS", defaultValue = "2",
        description = "how long nothing happens before each change (default: ${DEFAULT-VALUE})")
    private double rest;

    /** {@code classPath} is that of the processes that it starts. */
    public MembersCommand(final String classPath) {
        super(classPath);
    }

    @Override
    void check(final ToolChecks checks) {
        checks.range("--rest", rest, 0, 3_600);
    }

    @Override
    int spare(final LifecycleOptions options) {
        return options.nodes;
    }

    @Override
    boolean run(final LifecycleOptions options, final Scene scene)
        throws IOException, BenchmarkFailure, InterruptedException {
        final RunningLoad load = scene.load(SLICE_NS);
        final List<Change> changes = new ArrayList<>();
        for (int i = 0; i < GROWTH; i++) {
            rest(load);
            final long startNs = load.nowNs();
            final int node = scene.join();
            changes.add(change(scene, load, options.nodes - 1, "add " + node, startNs));
            scene.awaitReady(load, node);
        }
        final int asked = options.nodes;
        for (int founder = 0; founder < GROWTH; founder++) {
            rest(load);
            changes.add(change(scene, load, asked, "remove " + founder, load.nowNs()));
            scene.retire(founder);
        }
        for (int founder = GROWTH; founder < options.nodes; founder++) {
            rest(load);
            final long startNs = load.nowNs();
            final int node = scene.join();
            changes.add(change(scene, load, asked, "replace " + founder + " by " + node, startNs));
            scene.retire(founder);
            scene.awaitReady(load, node);
        }
        rest(load);
        Scene.waitUntil(load, load.nowNs() + SLICE_NS);
        final LoadResult result = load.end();
        final List<Phase> phases = new ArrayList<>();
        changes.forEach(each -> phases.add(new Phase(each.what, each.startNs, each.doneNs)));
        Report.writeCsv(options.csv, load, phases);
        print(load, changes);
        return outcome(result);
    }

    private void rest(final RunningLoad load) {
        Scene.waitUntil(load, load.nowNs() + (long) (rest * SECOND));
    }

    /** Asks a node for a change; returns when it is made. */
    private static Change change(final Scene scene, final RunningLoad load, final int asked, final String what,
                                 final long startNs) throws BenchmarkFailure, InterruptedException {
        final long askedNs = load.nowNs();
        final String members = scene.cluster().ask(asked, what).get("members");
        final Change change = new Change(what, members, startNs, askedNs, load.nowNs());
        load.update();
        scene.tell("%s: members are %s after %.2f s", what, members, (change.doneNs - askedNs) / SECOND);
        return change;
    }

    private void print(final RunningLoad load, final List<Change> changes) {
        final List<List<String>> rows = new ArrayList<>();
        for (final Change each : changes) {
            final Slice slice = load.touching(each.askedNs, each.doneNs);
            rows.add(List.of(each.what, each.members, TextTable.number("%.2f", (each.askedNs - each.startNs) / SECOND),
                TextTable.number("%.2f", (each.doneNs - each.askedNs) / SECOND),
                TextTable.number("%,.0f", slice.perSecond()),
                TextTable.number("%.2f", Report.percentileMs(slice, 50)),
                TextTable.number("%.1f", Report.percentileMs(slice, 99)),
                TextTable.number("%.1f", Report.mostMs(slice)), Long.toString(slice.failed())));
        }
        TextTable.lines(List.of("change", "members then", "process started s", "change s", "op/s", "p50 ms", "p99 ms",
            "most ms", "failed"), rows).forEach(out()::println);
        Report.table("all", List.of("the whole run"), List.of(load.inside(0, load.nowNs()))).forEach(out()::println);
        out().printf(Locale.ROOT, "%d changes, after which no founder is left; the client was told of the founders "
            + "only%n", changes.size());
    }

    /**
     * One change, as the load counts time.
     *
     * @param what    which.
     * @param members who belonged to the group then.
     * @param startNs when the process of the new node was started, where there is one.
     * @param askedNs when it was asked for.
     * @param doneNs  when it was made.
     */
    private record Change(String what, String members, long startNs, long askedNs, long doneNs) {
    }
}
