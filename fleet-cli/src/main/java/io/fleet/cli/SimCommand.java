package io.fleet.cli;

import io.fleet.testkit.run.SimulationMain;
import io.fleet.verify.shrink.ShrinkMain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code fleet sim}: runs whole clusters under simulated faults, one for each seed; a failing seed is told and gives
 * exit code 1.
 */
@Command(name = "sim", description = "Runs simulated clusters under faults and checks what their clients saw.")
final class SimCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;
    @Option(names = "--seeds", paramLabel = "N", description = "how many seeds to run (default: 100)")
    private Long seeds;
    @Option(names = "--first", paramLabel = "S", description = "the first of them (default: 1)")
    private Long first;
    @Option(names = "--seed", paramLabel = "S", description = "runs this one only")
    private Long seed;
    @Option(names = "--trace", description = "with --seed or --script: prints what happens")
    private boolean trace;
    @Option(names = "--threads", paramLabel = "N",
        description = "how many seeds run at once (default: one for each core)")
    private Integer threads;
    @Option(names = "--with", paramLabel = "FEATURE",
        description = "with --seeds: of the seeds from --first on, the first N that have this, such as membership or "
            + "quorum-copies; may be repeated, and a wrong name is answered by all there are; coded makes each seed, "
            + "also the one of --seed, a run of a coded group")
    private List<String> with;
    @Option(names = "--report", paramLabel = "FILE",
        description = "with --seeds: writes what the seeds reached, in Markdown")
    private Path report;
    @Option(names = "--html", paramLabel = "FILE", description = "with --seed: draws what its clients saw")
    private Path page;
    @Option(names = "--script", paramLabel = "FILE", description = "runs a script that --shrink made, and nothing else")
    private Path script;
    @Option(names = "--shrink", paramLabel = "FILE",
        description = "with --seed, which must fail: writes the shortest run that fails in the same way as a script")
    private Path shrink;
    @Option(names = "--runs", paramLabel = "N",
        description = "with --shrink: how many runs it may take (default: " + ShrinkMain.DEFAULT_RUNS + ")")
    private Integer runs;

    @Override
    public Integer call() throws Exception {
        final boolean isScript = script != null || shrink != null || runs != null;
        if (isScript) {
            return scripts();
        }
        final boolean isOfFeature = with != null && !with.equals(List.of("coded"));
        if (seed != null && (seeds != null || first != null || threads != null || isOfFeature
            || report != null)) {
            throw wrong("--seed is " + seed + ", and runs alone: leave --seeds, --first, --threads, --with"
                + " and --report out");
        }
        if ((trace || page != null) && seed == null) {
            throw wrong((trace ? "--trace is given, but --seed or --script" : "--html is given, but --seed")
                + " is missing");
        }
        final List<String> arguments = new ArrayList<>();
        add(arguments, "--seeds", seeds, 1);
        add(arguments, "--first", first, 0);
        add(arguments, "--seed", seed, 0);
        add(arguments, "--threads", threads == null ? null : threads.longValue(), 1);
        for (final String feature : with == null ? List.<String>of() : with) {
            arguments.addAll(List.of("--with", feature));
        }
        if (trace) {
            arguments.add("--trace");
        }
        if (report != null) {
            arguments.addAll(List.of("--report", report.toString()));
        }
        if (page != null) {
            arguments.addAll(List.of("--html", page.toString()));
        }
        return SimulationMain.run(arguments.toArray(new String[0]));
    }

    private int scripts() {
        final boolean isOther = with != null && (script != null || !with.equals(List.of("coded")));
        if (seeds != null || first != null || threads != null || isOther || report != null || page != null) {
            throw wrong("--script and --shrink are about one run: leave --seeds, --first, --threads, --report, "
                + "--html, and each --with but --with coded --shrink out");
        }
        if (script != null && (seed != null || shrink != null || runs != null)) {
            throw wrong("--script is " + script + ", and runs alone: leave --seed, --shrink and --runs out");
        }
        if (script == null && (seed == null || shrink == null || trace)) {
            throw wrong("to shrink takes --seed and --shrink, and has no --trace");
        }
        final List<String> arguments = new ArrayList<>();
        if (script != null) {
            arguments.addAll(List.of("--script", script.toString()));
        } else {
            arguments.addAll(List.of("--shrink", shrink.toString()));
            if (with != null) {
                arguments.addAll(List.of("--with", "coded"));
            }
        }
        add(arguments, "--seed", seed, 0);
        add(arguments, "--runs", runs == null ? null : runs.longValue(), 1);
        if (trace) {
            arguments.add("--trace");
        }
        return ShrinkMain.run(arguments.toArray(new String[0]));
    }

    private void add(final List<String> arguments, final String option, final Long value, final long least) {
        if (value != null) {
            if (value < least) {
                throw wrong(option + " is " + value + ", but must be at least " + least);
            }
            arguments.add(option);
            arguments.add(value.toString());
        }
    }

    private ParameterException wrong(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
