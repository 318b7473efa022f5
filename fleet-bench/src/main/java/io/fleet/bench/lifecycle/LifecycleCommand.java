package io.fleet.bench.lifecycle;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.bench.load.LoadResult;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What they have in common: a scene, and exit code 1 when a command failed, or had no answer. */
abstract class LifecycleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Mixin
    private LifecycleOptions options;
    @Mixin
    private ToolChecks checks;

    private final String classPath;

    /** {@code classPath} is that of the processes. */
    LifecycleCommand(final String classPath) {
        this.classPath = classPath;
    }

    @Override
    public final Integer call() throws IOException, BenchmarkFailure, InterruptedException {
        options.check(checks);
        check(checks);
        try (Scene scene = new Scene(options, spare(options), classPath, spec.commandLine().getErr())) {
            scene.start();
            final boolean isGood = run(options, scene);
            scene.tellMarks();
            scene.processes().keepLogs(!isGood);
            out().println(conditions());
            out().flush();
            return isGood ? 0 : 1;
        }
    }

    /** How many nodes may join the group. */
    int spare(final LifecycleOptions asked) {
        return 0;
    }

    /** Checks what is not common. */
    abstract void check(ToolChecks checking);

    /** Does it, and prints what it gave; whether all was well. */
    abstract boolean run(LifecycleOptions asked, Scene scene)
        throws IOException, BenchmarkFailure, InterruptedException;

    final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Prints how the load went; whether that was well. */
    final boolean outcome(final LoadResult result) {
        out().println(Report.outcome(result));
        return result.failed() + result.lost() == 0;
    }

    private String conditions() {
        return String.format(Locale.ROOT, "%d nodes and a client, each a JVM (%s, Java %s), on %d processors and one "
            + "disk; %,d values of %d bytes, %s; trim=%s, margin of %d entries; %s.",
            options.nodes, options.heap(), Runtime.version(), Runtime.getRuntime().availableProcessors(),
            options.keys(), options.valueBytes, options.isOffHeap() ? "beside the heap" : "on the heap",
            options.trim, options.margin, options.load());
    }
}
