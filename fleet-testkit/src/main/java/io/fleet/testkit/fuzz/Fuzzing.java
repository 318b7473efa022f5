package io.fleet.testkit.fuzz;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Fuzzes targets for a given time each, and watches that no input takes for ever. */
public final class Fuzzing {
    private static final long STUCK_SECONDS = 60;

    private Fuzzing() {
    }

    /**
     * The decoders of the library and of the test kit.
     *
     * @return new targets.
     */
    public static List<FuzzTarget> targets() {
        return List.of(new WireTarget(), new CommandTarget(), new ReplyTarget(), new SessionTarget(), new MetaTarget(),
            new ScatteredLogTarget(), new OrderedLogTarget(), new SnapshotTarget(), new FileNameTarget(),
            new ConfigTarget(), TextTarget.script(), TextTarget.history(), TextTarget.registerHistory());
    }

    /**
     * Fuzzes.
     *
     * @param targets one after the other.
     * @param seconds for each.
     * @param seed    determines the inputs.
     * @param failed  takes an input that fails.
     * @param out     is told the counts, and what failed.
     * @return whether nothing failed.
     * @throws Exception when the input cannot be written, or the thread is interrupted.
     */
    public static boolean run(final List<FuzzTarget> targets, final long seconds, final long seed, final Path failed,
                              final PrintWriter out) throws Exception {
        boolean passed = true;
        for (final FuzzTarget target : targets) {
            passed &= run(target, seconds, seed, failed, out);
        }
        return passed;
    }

    private static boolean run(final FuzzTarget target, final long seconds, final long seed, final Path failed,
                               final PrintWriter out) throws Exception {
        final Fuzzer fuzzer = new Fuzzer(target, seed);
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        final FuzzFailure[] failure = new FuzzFailure[1];
        final Thread worker = new Thread(() -> {
            try {
                final FuzzResult result = fuzzer.run(inputs -> System.nanoTime() - end < 0);
                out.println(result);
            } catch (final FuzzFailure e) {
                failure[0] = e;
            }
        }, "fleet-fuzz-" + target.name());
        worker.setDaemon(true);
        worker.start();
        long number = -1;
        while (worker.isAlive() && number != fuzzer.presentNumber()) {
            number = fuzzer.presentNumber();
            worker.join(TimeUnit.SECONDS.toMillis(STUCK_SECONDS));
        }
        if (worker.isAlive()) {
            final IllegalStateException where = new IllegalStateException("it is here");
            where.setStackTrace(worker.getStackTrace());
            failure[0] = new FuzzFailure(target.name(), number, fuzzer.present(), "no end after " + STUCK_SECONDS
                + " s", where);
        }
        if (failure[0] != null) {
            Files.write(failed, failure[0].input());
            out.println("FAILED with seed " + seed + ": " + failure[0].getMessage());
            failure[0].printStackTrace(out);
            out.println("the input is in " + failed);
        }
        out.flush();
        return failure[0] == null;
    }
}
