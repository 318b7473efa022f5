package io.fleet.testkit.run;

import java.util.List;

/**
 * The simulator from the command line: {@code --seeds N [--first S] [--threads T]} or {@code --seed S [--trace]}. Exit
 * code 1 when a seed fails, 2 for bad options.
 */
public final class SimulationMain {
    private static final String USAGE = "usage: sim --seeds N [--first S] [--threads T] | --seed S [--trace]";

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
        try {
            for (int i = 0; i < args.length; i++) {
                switch (args[i]) {
                    case "--seeds" -> seeds = number(args, ++i, 1);
                    case "--first" -> first = number(args, ++i, 0);
                    case "--seed" -> single = number(args, ++i, 0);
                    case "--threads" -> threads = (int) number(args, ++i, 1);
                    case "--trace" -> trace = true;
                    default -> throw new IllegalArgumentException("unknown option " + args[i]);
                }
            }
        } catch (final IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        if (single >= 0) {
            return Simulation.replay(single, trace, System.out).passed() ? 0 : 1;
        }
        final List<SeedResult> failures = new Simulation(first, seeds, threads, System.out).run();
        return failures.isEmpty() ? 0 : 1;
    }

    private static long number(final String[] args, final int index, final long least) {
        if (index >= args.length) {
            throw new IllegalArgumentException(args[index - 1] + " needs a number");
        }
        try {
            final long value = Long.parseLong(args[index]);
            if (value >= least) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // Said below, with the range.
        }
        throw new IllegalArgumentException(args[index - 1] + " is " + args[index]
            + ", but must be a number of at least " + least);
    }
}
