package io.fleet.bench.reads;

import io.fleet.bench.harness.BenchmarkFailure;
import io.fleet.verify.options.ToolChecks;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code fleet bench reads}: exit code 1 when an operation failed or had no answer. */
@Command(name = "reads", description = {
    "Measures reads: the levels beside each other for several shares of reads, and the bound of the read/write law",
    "(levels); p99 with a paused node, which is sent SIGSTOP (paused); p99 where a tenth of the reads take ten times",
    "as long, by the shortest queue and at random (bimodal). Every node is a process."})
public final class ReadsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Mixin
    private ReadsOptions given;
    @Mixin
    private ToolChecks checks;

    private final String classPath;

    /** {@code classPath} is that of the processes that it starts. */
    public ReadsCommand(final String classPath) {
        this.classPath = classPath;
    }

    @Override
    public Integer call() throws IOException, BenchmarkFailure, InterruptedException {
        final ReadsOptions options = given.check(checks);
        final PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "Each node and the client a JVM (Java %s), on %d processors and one disk; %d keys, "
            + "values of %d bytes; %.1f s of each, after %.1f s of warm-up; a new cluster works for %.1f s "
            + "first.%n",
            Runtime.version(), Runtime.getRuntime().availableProcessors(), options.keys, options.valueBytes,
            options.seconds, options.warmUp, options.settle);
        long bad = 0;
        if (options.parts.contains("levels")) {
            bad += new LevelsPart(options, classPath, out).run();
        }
        if (options.parts.contains("paused")) {
            bad += new PausedPart(options, classPath, out).run();
        }
        if (options.parts.contains("bimodal")) {
            bad += new BimodalPart(options, classPath, out).run();
        }
        out.flush();
        return bad == 0 ? 0 : 1;
    }
}
