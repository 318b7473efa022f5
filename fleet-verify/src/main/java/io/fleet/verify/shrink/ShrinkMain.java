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

/**
 * Scripts from the command line: {@code --script FILE [--trace]} runs one, {@code --seed S --shrink FILE [--runs N]}
 * makes one of a seed that fails; {@code --with coded} belongs to the seed. Exit code 1 when a script fails, or when a
 * seed that is to be shrunk does not; 2 for bad options and scripts.
 */
public final class ShrinkMain {
    /** How many runs shrinking may use, unless said otherwise. */
    public static final int DEFAULT_RUNS = 3_000;
    private static final String USAGE =
        "usage: --script FILE [--trace] | --seed S --shrink FILE [--runs N] [--with coded]";

    private ShrinkMain() {
    }

    /**
     * Runs what the options say and ends the process.
     *
     * @param args the options.
     */
    public static void main(final String[] args) {
        System.exit(run(args));
    }

    /**
     * Runs what the options say.
     *
     * @param args the options.
     * @return the exit code.
     */
    public static int run(final String... args) {
        Path script = null;
        Path target = null;
        long seed = -1;
        int runs = DEFAULT_RUNS;
        boolean trace = false;
        Set<Feature> with = Set.of();
        try {
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--script" -> script = Path.of(value(args, ++i));
                    case "--shrink" -> target = Path.of(value(args, ++i));
                    case "--seed" -> seed = number(args, ++i, 0, Long.MAX_VALUE);
                    case "--runs" -> runs = (int) number(args, ++i, 1, Integer.MAX_VALUE);
                    case "--trace" -> trace = true;
                    case "--with" -> with = coded(value(args, ++i));
                    default -> throw new IllegalArgumentException("unknown option " + args[i]);
                }
            }
            if ((script == null) == (target == null) || target != null && (seed < 0 || trace)
                || script != null && !with.isEmpty()) {
                throw new IllegalArgumentException("one script is to be run, or one seed to be shrunk");
            }
        } catch (final IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        try {
            return script != null ? replay(script, trace, System.out) : shrink(seed, with, target, runs, System.out);
        } catch (final IOException | ScriptException e) {
            System.err.println((script != null ? script : target) + ": " + e);
            return 2;
        }
    }

    /**
     * Runs a script and prints what became of it.
     *
     * @param script the file.
     * @param trace  whether to print every step.
     * @param out    where to.
     * @return 0 when it passes, else 1.
     * @throws IOException when the file cannot be read.
     */
    public static int replay(final Path script, final boolean trace, final PrintStream out) throws IOException {
        final RunPlan plan = Script.read(Files.readString(script));
        final SeedResult result = Simulation.run(plan, trace ? new SimTrace(out) : new SimTrace());
        Simulation.print(script.getFileName().toString(), result, out);
        return result.passed() ? 0 : 1;
    }

    /**
     * Shrinks a seed and writes the script.
     *
     * @param seed   the seed.
     * @param with   features that are not drawn from it: {@link Feature#CODED}, or none.
     * @param target the file; replaced where it exists.
     * @param runs   how many runs may be used.
     * @param out    takes lines on the progress.
     * @return 0 when there is a script, 1 when the seed does not fail.
     * @throws IOException when the file cannot be written.
     */
    public static int shrink(final long seed, final Set<Feature> with, final Path target, final int runs,
                             final PrintStream out) throws IOException {
        final RunPlan plan = RunPlan.draw(seed, with);
        if (Simulation.run(plan, new SimTrace()).passed()) {
            out.println("seed " + seed + " does not fail: there is nothing to shrink");
            return 1;
        }
        final Shrunk shrunk = new Shrinker(ShrinkMain::keep, runs, out).shrink(plan);
        Files.writeString(target, Script.write(shrunk.plan(), List.of("Of seed " + seed + ", by " + shrunk.runs()
            + " runs. " + shrunk.violations().get(0).lines().findFirst().orElse(""))));
        Simulation.print(target.toString(), Simulation.run(shrunk.plan(), new SimTrace()), out);
        return 0;
    }

    private static PlanRunner.Run keep(final RunPlan plan) {
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), Simulation.service(plan));
        run.keep();
        return new PlanRunner.Run(run.run().violations(), run.asItHappened());
    }

    private static Set<Feature> coded(final String word) {
        if (!word.equals("coded")) {
            throw new IllegalArgumentException("--with is " + word + ", but a seed that is shrunk takes coded only");
        }
        return Set.of(Feature.CODED);
    }

    private static long number(final String[] args, final int index, final long least, final long most) {
        final String word = value(args, index);
        try {
            final long value = Long.parseLong(word);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // Said below, with the range.
        }
        throw new IllegalArgumentException(args[index - 1] + " is " + word + ", but must be a number from " + least
            + " to " + most);
    }

    private static String value(final String[] args, final int index) {
        if (index >= args.length) {
            throw new IllegalArgumentException(args[index - 1] + " needs a value");
        }
        return args[index];
    }
}
