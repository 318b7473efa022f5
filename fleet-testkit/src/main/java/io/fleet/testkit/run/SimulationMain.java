package io.fleet.testkit.run;

import io.fleet.testkit.run.plan.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The simulator from the command line: {@code --seeds N [--first S] [--threads T] [--with FEATURE] [--report FILE]}
 * or {@code --seed S [--trace] [--html FILE]}. Exit
 * code 1 when a seed fails, 2 for bad options.
 */
public final class SimulationMain {
    private static final String USAGE = "usage: sim --seeds N [--first S] [--threads T] [--with FEATURE]"
        + " [--report FILE] | --seed S [--trace] [--html FILE]";

    private SimulationMain() {
    }

    /**
     * Runs what the options say and ends the process.
     *
     * @param args the options.
     * @throws InterruptedException when interrupted.
     */
    public static void main(final String[] args) throws InterruptedException {
        System.exit(run(args));
    }

    /**
     * Runs what the options say.
     *
     * @param args the options.
     * @return the exit code.
     * @throws InterruptedException when interrupted.
     */
    public static int run(final String... args) throws InterruptedException {
        long seeds = 100;
        long first = 1;
        long single = -1;
        int threads = Runtime.getRuntime().availableProcessors();
        boolean trace = false;
        Path report = null;
        Path page = null;
        final Set<Feature> with = EnumSet.noneOf(Feature.class);
        try {
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--seeds" -> seeds = number(args, ++i, 1);
                    case "--first" -> first = number(args, ++i, 0);
                    case "--seed" -> single = number(args, ++i, 0);
                    case "--threads" -> threads = (int) number(args, ++i, 1);
                    case "--trace" -> trace = true;
                    case "--with" -> with.add(Feature.named(value(args, ++i)));
                    case "--report" -> report = Path.of(value(args, ++i));
                    case "--html" -> page = Path.of(value(args, ++i));
                    default -> throw new IllegalArgumentException("unknown option " + args[i]);
                }
            }
        } catch (final IllegalArgumentException e) {
            return usage(e.getMessage());
        }
        if (page != null) {
            return single >= 0 ? draw(single, trace, page) : usage("--html is given, but --seed is missing");
        }
        if (single >= 0) {
            return Simulation.replay(single, with, trace, System.out).passed() ? 0 : 1;
        }
        final Simulation simulation = new Simulation(first, seeds, threads, with, System.out);
        final List<SeedResult> failures = simulation.run();
        if (report != null && !write(report, simulation.report())) {
            return 2;
        }
        return failures.isEmpty() ? 0 : 1;
    }

    private static int usage(final String problem) {
        System.err.println(problem);
        System.err.println(USAGE);
        return 2;
    }

    private static int draw(final long seed, final boolean trace, final Path page) {
        try {
            return Simulation.draw(seed, trace, page, System.out).passed() ? 0 : 1;
        } catch (final IOException e) {
            System.err.println("the page cannot be written to " + page + ": " + e);
            return 2;
        }
    }

    private static boolean write(final Path file, final String text) {
        try {
            Files.writeString(file, text);
            return true;
        } catch (final IOException e) {
            System.err.println("the report cannot be written to " + file + ": " + e);
            return false;
        }
    }

    private static String value(final String[] args, final int index) {
        if (index >= args.length) {
            throw new IllegalArgumentException(args[index - 1] + " needs a value");
        }
        return args[index];
    }

    private static long number(final String[] args, final int index, final long least) {
        final String text = value(args, index);
        try {
            final long value = Long.parseLong(text);
            if (value >= least) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // Said below, with the range.
        }
        throw new IllegalArgumentException(args[index - 1] + " is " + text
            + ", but must be a number of at least " + least);
    }
}
