package io.fleet.verify.shrink;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.SeedRun;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Runs scripts, and makes them of seeds that fail. */
public final class ScriptRuns {
    /** How many runs shrinking may use, unless said otherwise. */
    public static final int DEFAULT_RUNS = 3_000;

    private ScriptRuns() {
    }

    /**
     * Runs a script and prints what became of it.
     *
     * @param script the file.
     * @param trace  whether to print every step.
     * @param out    where to.
     * @return whether it passes.
     * @throws IOException     when the file cannot be read.
     * @throws ScriptException when it is no script.
     */
    public static boolean replay(final Path script, final boolean trace, final PrintStream out) throws IOException {
        final RunPlan plan = Script.read(Files.readString(script));
        final SeedResult result = Simulation.run(plan, trace ? new SimTrace(out) : new SimTrace());
        Simulation.print(script.getFileName().toString(), result, out);
        return result.passed();
    }

    /**
     * Shrinks a seed and writes the script.
     *
     * @param seed   the seed.
     * @param with   features that are not drawn from it: {@link Feature#CODED}, or none.
     * @param target the file; replaced where it exists.
     * @param runs   how many runs may be used.
     * @param out    takes lines on the progress.
     * @return whether there is a script; not when the seed does not fail.
     * @throws IOException when the file cannot be written.
     */
    public static boolean shrink(final long seed, final Set<Feature> with, final Path target, final int runs,
                                 final PrintStream out) throws IOException {
        final RunPlan plan = RunPlan.draw(seed, with);
        if (Simulation.run(plan, new SimTrace()).passed()) {
            out.println("seed " + seed + " does not fail: there is nothing to shrink");
            return false;
        }
        final Shrunk shrunk = new Shrinker(ScriptRuns::keep, runs, out).shrink(plan);
        Files.writeString(target, Script.write(shrunk.plan(), List.of("Of seed " + seed + ", by " + shrunk.runs()
            + " runs. " + shrunk.violations().get(0).lines().findFirst().orElse(""))));
        Simulation.print(target.toString(), Simulation.run(shrunk.plan(), new SimTrace()), out);
        return true;
    }

    private static PlanRunner.Run keep(final RunPlan plan) {
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), Simulation.service(plan));
        run.keep();
        return new PlanRunner.Run(run.run().violations(), run.asItHappened());
    }
}
