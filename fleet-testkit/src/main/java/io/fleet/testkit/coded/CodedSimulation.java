package io.fleet.testkit.coded;

import java.io.PrintStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Many runs of coded groups, and a summary of what they reached. */
public final class CodedSimulation {
    private static final int PER_THOUSAND = 1000;

    private final PrintStream out;
    private long runs;
    private long failures;
    private long acknowledged;
    private long slots;
    private long forfeited;
    private long twice;
    private long fast;
    private long voted;
    private long adopted;
    private long coins;
    private long losses;
    private long installed;
    private long read;
    private long letGo;
    private long gone;

    private CodedSimulation(final PrintStream out) {
        this.out = out;
    }

    /**
     * Runs seeds, and tells of those that fail.
     *
     * @param first   the first seed.
     * @param seeds   how many.
     * @param threads how many run at once.
     * @param out     where results go.
     * @return the exit code: 0 when all passed, otherwise 1.
     * @throws InterruptedException when interrupted.
     */
    public static int run(final long first, final long seeds, final int threads, final PrintStream out)
        throws InterruptedException {
        final CodedSimulation simulation = new CodedSimulation(out);
        final AtomicLong next = new AtomicLong(first);
        final ExecutorService workers = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < threads; i++) {
            workers.execute(() -> {
                for (long seed = next.getAndIncrement(); seed < first + seeds; seed = next.getAndIncrement()) {
                    simulation.take(run(seed));
                }
            });
        }
        workers.shutdown();
        while (!workers.awaitTermination(1, TimeUnit.SECONDS)) {
            out.flush();
        }
        return simulation.end();
    }

    /**
     * Runs one seed.
     *
     * @param seed which.
     * @param out  where the result goes.
     * @return the exit code: 0 when it passed, otherwise 1.
     */
    public static int replay(final long seed, final PrintStream out) {
        final CodedResult result = run(seed);
        out.println(result);
        return result.passed() ? 0 : 1;
    }

    /**
     * Runs one seed.
     *
     * @param seed which.
     * @return what came of it.
     */
    public static CodedResult run(final long seed) {
        return new CodedRun(seed).run();
    }

    private synchronized void take(final CodedResult result) {
        runs++;
        acknowledged += result.acknowledged();
        slots += result.slots();
        forfeited += result.forfeited();
        twice += result.twice();
        fast += result.fast();
        voted += result.voted();
        adopted += result.adopted();
        coins += result.coins();
        losses += result.losses();
        installed += result.installed();
        read += result.read();
        letGo += result.letGo();
        gone += result.gone();
        if (!result.passed()) {
            failures++;
            out.println("seed " + result.seed() + " FAILED: " + result.problem());
        }
    }

    private int end() {
        out.println(runs + " seeds of coded groups, " + failures + " failed: " + acknowledged + " entries written, "
            + slots + " slots, " + forfeited + " forfeited (" + perThousand(forfeited) + " of 1,000 entries), "
            + twice + " with an id that had one; of all nodes' decisions " + fast + " by PROPOSALs, " + voted
            + " by VOTEs, " + adopted + " told; " + coins + " tosses; " + losses
            + " losses, " + installed + " snapshots of others; " + read + " values gathered; " + letGo
            + " parts let go of, " + gone + " values gone");
        return failures == 0 ? 0 : 1;
    }

    private long perThousand(final long count) {
        return acknowledged == 0 ? 0 : count * PER_THOUSAND / acknowledged;
    }
}
