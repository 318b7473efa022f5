package io.fleet.examples;

import io.fleet.testkit.run.SimulationMain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code fleet sim}: whole clusters in the simulator, on as many seeds as asked for. Exit code 1 when one fails. */
@Command(name = "sim", description = {
    "Runs whole simulated clusters, with crashes, lost packets and slow disks, one for each seed.",
    "A seed always runs the same way; --seed repeats one, for instance one that failed."})
final class SimCommand implements Callable<Integer> {
    @Option(names = "--seeds", paramLabel = "N", description = "how many seeds (default: 100)")
    private String seeds;
    @Option(names = "--first", paramLabel = "S", description = "the first of them (default: 1)")
    private String first;
    @Option(names = "--threads", paramLabel = "T", description = "on how many threads (default: one for each core)")
    private String threads;
    @Option(names = "--seed", paramLabel = "S", description = "runs this seed only")
    private String seed;
    @Option(names = "--trace", description = "with --seed: prints every step")
    private boolean trace;

    @Override
    public Integer call() throws InterruptedException {
        final List<String> arguments = new ArrayList<>();
        add(arguments, "--seeds", seeds);
        add(arguments, "--first", first);
        add(arguments, "--threads", threads);
        add(arguments, "--seed", seed);
        if (trace) {
            arguments.add("--trace");
        }
        return SimulationMain.run(arguments.toArray(new String[0]));
    }

    private static void add(final List<String> arguments, final String option, final String value) {
        if (value != null) {
            arguments.add(option);
            arguments.add(value);
        }
    }
}
