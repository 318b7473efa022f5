package io.fleet.cli;

import io.fleet.examples.kv.server.CommandLines;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.verify.options.ToolChecks;
import io.fleet.verify.shrink.ScriptException;
import io.fleet.verify.shrink.ScriptRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code fleet sim}: runs whole clusters under simulated faults, one for each seed; a failing seed is told and gives
 * exit code 1.
 */
@Command(name = "sim", description = "Runs simulated clusters under faults and checks what their clients saw.")
final class SimCommand implements Callable<Integer> {
    @Mixin
    private ToolChecks checks;
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
    private List<String> with = List.of();
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
        description = "with --shrink: how many runs it may take (default: " + ScriptRuns.DEFAULT_RUNS + ")")
    private Integer runs;

    @Override
    public Integer call() throws InterruptedException {
        checks.least("--seeds", seeds, 1);
        checks.least("--first", first, 0);
        checks.least("--seed", seed, 0);
        checks.least("--threads", threads, 1);
        checks.least("--runs", runs, 1);
        final boolean isCoded = with.equals(List.of("coded"));
        final boolean isOfMany = seeds != null || first != null || threads != null || report != null
            || !isCoded && !with.isEmpty();
        final boolean passed;
        if (script != null || shrink != null || runs != null) {
            passed = runScript(isOfMany || page != null || isCoded && script != null);
        } else if (seed != null && isOfMany) {
            throw checks.wrong("--seed is " + seed + ", and runs alone: leave --seeds, --first, --threads, --with"
                + " and --report out");
        } else if (seed != null) {
            passed = runSeed();
        } else if (trace || page != null) {
            throw checks.wrong((trace ? "--trace is given, but --seed or --script" : "--html is given, but --seed")
                + " is missing");
        } else {
            passed = runSeeds();
        }
        return passed ? 0 : CommandLines.FAILED;
    }

    private boolean runSeeds() throws InterruptedException {
        final Simulation simulation = new Simulation(first == null ? 1 : first, seeds == null ? 100 : seeds,
            threads == null ? Runtime.getRuntime().availableProcessors() : threads, features(), System.out);
        final boolean passed = simulation.run().isEmpty();
        try {
            if (report != null) {
                Files.writeString(report, simulation.report());
            }
        } catch (final IOException e) {
            throw checks.wrong("the report cannot be written to " + report + ": " + e);
        }
        return passed;
    }

    private boolean runSeed() {
        if (page == null) {
            return Simulation.replay(seed, features(), trace, System.out).passed();
        }
        try {
            return Simulation.draw(seed, trace, page, System.out).passed();
        } catch (final IOException e) {
            throw checks.wrong("the page cannot be written to " + page + ": " + e);
        }
    }

    private boolean runScript(final boolean hasOthers) {
        if (hasOthers) {
            throw checks.wrong("--script and --shrink are about one run: leave --seeds, --first, --threads, --report, "
                + "--html, and each --with but --with coded --shrink out");
        }
        if (script != null && (seed != null || shrink != null || runs != null)) {
            throw checks.wrong("--script is " + script + ", and runs alone: leave --seed, --shrink and --runs out");
        }
        if (script == null && (seed == null || shrink == null || trace)) {
            throw checks.wrong("to shrink takes --seed and --shrink, and has no --trace");
        }
        try {
            return script != null ? ScriptRuns.replay(script, trace, System.out)
                : ScriptRuns.shrink(seed, features(), shrink, runs == null ? ScriptRuns.DEFAULT_RUNS : runs,
                    System.out);
        } catch (final IOException | ScriptException e) {
            throw checks.wrong((script != null ? script : shrink) + ": " + e);
        }
    }

    private Set<Feature> features() {
        final Set<Feature> features = EnumSet.noneOf(Feature.class);
        try {
            with.forEach(each -> features.add(Feature.named(each)));
        } catch (final IllegalArgumentException e) {
            throw checks.wrong(e.getMessage());
        }
        return features;
    }
}
