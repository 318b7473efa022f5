package io.fleet.verify.fuzz;

import io.fleet.testkit.history.HistoryCodec;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Fuzzes targets for a given time each, and watches that no input takes for ever. */
public final class Fuzzing {
    private static final long STUCK_SECONDS = 60;
    private static final String COMMAND = "./fleet fuzz --target ";

    private Fuzzing() {
    }

    /**
     * The decoders of the library and of the test kit.
     *
     * @return new targets.
     */
    public static List<FuzzTarget> targets() {
        return List.of(new WireTarget(), new CommandTarget(), new ReplyTarget(), new SessionTarget(), new TimerTarget(),
            new MetaTarget(),
            new ScatteredLogTarget(), new OrderedLogTarget(), new SnapshotTarget(), new FileNameTarget(),
            new ConfigTarget(), new HostileTarget(), TextTarget.script(), TextTarget.history(),
            TextTarget.registerHistory());
    }

    /**
     * A reader of kept histories.
     *
     * @param <I>   what is asked for.
     * @param <O>   what is answered.
     * @param name  of the target.
     * @param seed  a history that is well-formed.
     * @param codec reads and writes its operations. Declared: {@link IllegalArgumentException}.
     * @return a new target.
     */
    public static <I, O> FuzzTarget history(final String name, final String seed, final HistoryCodec<I, O> codec) {
        return TextTarget.history(name, seed, codec);
    }

    /**
     * Fuzzes.
     *
     * @param targets  one after the other.
     * @param seconds  for each.
     * @param seed     determines the inputs.
     * @param failures a directory that takes an input that fails.
     * @param out      is told the counts, and what failed.
     * @return whether nothing failed.
     * @throws IOException          when the input cannot be written.
     * @throws InterruptedException when the thread is interrupted.
     */
    public static boolean run(final List<FuzzTarget> targets, final long seconds, final long seed, final Path failures,
                              final PrintWriter out) throws IOException, InterruptedException {
        int failed = 0;
        for (final FuzzTarget target : targets) {
            failed += run(target, seconds, seed, failures, out) ? 0 : 1;
        }
        out.println((failed == 0 ? "PASSED" : "FAILED") + ": seed " + seed + ", " + targets.size() + " decoders, "
            + failed + " failed");
        out.flush();
        return failed == 0;
    }

    /**
     * Tries one input.
     *
     * @param target the decoder.
     * @param input  kept by {@link #run}, or any other.
     * @param out    is told what became of it.
     * @return whether it was treated as declared.
     */
    public static boolean again(final FuzzTarget target, final byte[] input, final PrintWriter out) {
        try {
            out.println(target.name() + ": " + new Fuzzer(target, 0).tryOne(input));
            return true;
        } catch (final FuzzFailure e) {
            out.println("FAILED: " + e.getMessage());
            e.printStackTrace(out);
            return false;
        } finally {
            out.flush();
        }
    }

    /**
     * Where an input that fails is kept.
     *
     * @param target   the decoder.
     * @param failures the directory.
     * @return the file, replaced when it is there.
     */
    public static Path fileFor(final FuzzTarget target, final Path failures) {
        return failures.resolve("fuzz-" + target.name() + ".input");
    }

    /**
     * The command that tries an input again.
     *
     * @param target the decoder.
     * @param file   has the input.
     * @return the line to type.
     */
    public static String commandFor(final FuzzTarget target, final Path file) {
        return COMMAND + target.name() + " --input " + file;
    }

    private static boolean run(final FuzzTarget target, final long seconds, final long seed, final Path failures,
                               final PrintWriter out) throws IOException, InterruptedException {
        final Fuzzer fuzzer = new Fuzzer(target, seed);
        final long begunNs = System.nanoTime();
        final long limitNs = TimeUnit.SECONDS.toNanos(seconds);
        final FuzzResult[] result = new FuzzResult[1];
        final FuzzFailure[] failure = new FuzzFailure[1];
        final Thread worker = new Thread(() -> {
            try {
                result[0] = fuzzer.run(inputs -> System.nanoTime() - begunNs < limitNs);
            } catch (final FuzzFailure e) {
                failure[0] = e;
            }
        }, "fleet-fuzz-" + target.name());
        worker.setDaemon(true);
        worker.start();
        watch(worker, fuzzer);
        if (worker.isAlive()) {
            final IllegalStateException where = new IllegalStateException("it is here");
            where.setStackTrace(worker.getStackTrace());
            failure[0] = new FuzzFailure(target.name(), fuzzer.presentNumber(), fuzzer.present(), "no end after "
                + STUCK_SECONDS + " s", where);
        }
        if (failure[0] != null) {
            tell(failure[0], target, seed, failures, out);
            return false;
        }
        final double elapsed = (System.nanoTime() - begunNs) / 1e9;
        out.printf(Locale.ROOT, "%s, %.0f inputs/s%n", result[0], result[0].inputs() / elapsed);
        out.flush();
        return true;
    }

    /** Waits for the end, or until one input has taken all the time there is. */
    private static void watch(final Thread worker, final Fuzzer fuzzer) throws InterruptedException {
        long begun = -1;
        while (worker.isAlive() && begun != fuzzer.begun()) {
            begun = fuzzer.begun();
            worker.join(TimeUnit.SECONDS.toMillis(STUCK_SECONDS));
        }
    }

    private static void tell(final FuzzFailure failure, final FuzzTarget target, final long seed, final Path failures,
                             final PrintWriter out) throws IOException {
        final Path file = fileFor(target, failures);
        Files.write(file, failure.input());
        out.println("FAILED with seed " + seed + ": " + failure.getMessage());
        failure.printStackTrace(out);
        out.println("the input again: " + commandFor(target, file));
        out.println("all inputs again: " + COMMAND + target.name() + " --seed " + seed);
        out.flush();
    }
}
