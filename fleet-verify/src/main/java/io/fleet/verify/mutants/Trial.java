package io.fleet.verify.mutants;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.verify.shrink.Script;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process in which a mutant lives: runs in the simulator, first its script, if it has one, with some chances, and
 * then seeds, until one fails. Seeds may run on several threads; they are judged in their order, so the result is the
 * same on any number of them. The last line that it prints is the {@link Verdict}.
 *
 * <p>A mutant under which no command is ever acknowledged breaks more than a rule: nothing can be said about it.
 */
final class Trial {
    /** Instead of a script: seeds are those of coded groups. */
    static final String CODED = "coded";
    /** So many failing seeds without one acknowledged command are enough. */
    static final int LIFELESS = 10;
    /** With so many chances a script is run, so far apart: those with which it is known to pass without a mutant. */
    static final int CHANCES = 10;
    private static final long CHANCES_APART = 1_000;

    private static final long STUCK_SECONDS = 300;
    private static final int EXIT_STUCK = 3;

    private final long seeds;
    private final String kind;
    private final AtomicLong next = new AtomicLong(1);
    private final AtomicLong judged = new AtomicLong();
    private final TreeMap<Long, SeedResult> waiting = new TreeMap<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private long acknowledged;
    private long failed;
    private volatile Verdict verdict;

    /**
     * @param seeds how many seeds to run at most, from 1 up.
     */
    Trial(final long seeds) {
        this(seeds, "");
    }

    private Trial(final long seeds, final String kind) {
        this.seeds = seeds;
        this.kind = kind;
    }

    /**
     * Runs and ends the process.
     *
     * @param arguments how many seeds, on how many threads, and {@link #CODED} or the file of a script, which
     *                  may be left out.
     * @throws InterruptedException when interrupted.
     * @throws IOException          when the script cannot be read.
     */
    public static void main(final String[] arguments) throws InterruptedException, IOException {
        final String kind = arguments.length > 2 ? arguments[2] : "";
        final Trial trial = new Trial(Long.parseLong(arguments[0]), kind);
        if (!kind.isEmpty() && !kind.equals(CODED)) {
            trial.rehearse(Script.read(Files.readString(Path.of(kind))));
        }
        final Verdict verdict = trial.verdict();
        System.out.println((verdict != null ? verdict : trial.run(Integer.parseInt(arguments[1]), System.out)).line());
        System.exit(0);
    }

    /** Runs a script with its chances, until one of them fails. */
    void rehearse(final RunPlan script) throws InterruptedException {
        for (int i = 0; i < CHANCES && verdict == null; i++) {
            final RunPlan plan = script.withSeed(script.seed() + CHANCES_APART * i);
            final Thread worker = new Thread(() -> {
                try {
                    judgeScript(Simulation.run(plan, new SimTrace()));
                } catch (final Throwable failure) {
                    conclude(Verdict.broken("the simulator itself fails: " + failure));
                }
            }, "fleet-trial-script");
            worker.setDaemon(true);
            worker.start();
            worker.join(TimeUnit.SECONDS.toMillis(STUCK_SECONDS));
            if (worker.isAlive()) {
                conclude(Verdict.broken("the script does not end within " + STUCK_SECONDS + " s"));
            }
        }
    }

    /** Looks at one run of the script, which counts in itself alone. */
    synchronized void judgeScript(final SeedResult result) {
        if (verdict == null && !result.passed() && result.acknowledged() > 0) {
            conclude(Verdict.killedByScript(result.violations().get(0)));
        }
    }

    private Verdict run(final int threads, final PrintStream out) throws InterruptedException {
        final long[] busySinceNs = new long[threads];
        Arrays.fill(busySinceNs, System.nanoTime());
        for (int i = 0; i < threads; i++) {
            final int index = i;
            final Thread worker = new Thread(() -> work(busySinceNs, index), "fleet-trial-" + i);
            worker.setDaemon(true);
            worker.start();
        }
        while (!done.await(10, TimeUnit.SECONDS)) {
            out.println(judged.get() + " seeds passed");
            requireProgress(busySinceNs);
        }
        return verdict;
    }

    private void work(final long[] busySinceNs, final int index) {
        final Set<Feature> with = kind.equals(CODED) ? Set.of(Feature.CODED) : Set.of();
        try {
            for (long seed = next.getAndIncrement(); seed <= seeds && verdict == null; seed = next.getAndIncrement()) {
                busySinceNs[index] = System.nanoTime();
                judge(Simulation.run(RunPlan.draw(seed, with), new SimTrace()));
            }
        } catch (final Throwable failure) {
            conclude(Verdict.broken("the simulator itself fails: " + failure));
        }
        // A thread without seeds is not stuck.
        busySinceNs[index] = Long.MAX_VALUE;
    }

    private static void requireProgress(final long[] busySinceNs) {
        for (final long since : busySinceNs) {
            if (since != Long.MAX_VALUE && System.nanoTime() - since > TimeUnit.SECONDS.toNanos(STUCK_SECONDS)) {
                System.out.println(Verdict.broken("a seed does not end within " + STUCK_SECONDS + " s").line());
                System.exit(EXIT_STUCK);
            }
        }
    }

    /** Takes the results in any order and looks at them in the order of the seeds. */
    synchronized void judge(final SeedResult result) {
        waiting.put(result.seed(), result);
        while (verdict == null && waiting.containsKey(judged.get() + 1)) {
            final SeedResult seed = waiting.remove(judged.incrementAndGet());
            acknowledged += seed.acknowledged();
            failed += seed.passed() ? 0 : 1;
            if (!seed.passed() && acknowledged > 0) {
                conclude(Verdict.killed(seed.seed(), seed.violations().get(0)));
            } else if (failed == LIFELESS && acknowledged == 0) {
                conclude(Verdict.broken("no command was acknowledged in " + LIFELESS + " seeds; "
                    + (seed.passed() ? null : seed.violations().get(0))));
            } else if (seed.seed() == seeds) {
                conclude(Verdict.survived(seeds));
            }
        }
    }

    private void conclude(final Verdict reached) {
        verdict = reached;
        done.countDown();
    }

    Verdict verdict() {
        return verdict;
    }
}
