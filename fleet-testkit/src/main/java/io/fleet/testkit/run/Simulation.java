package io.fleet.testkit.run;

import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.RegisterInput;
import io.fleet.testkit.history.RegisterModel;
import io.fleet.testkit.run.plan.Feature;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import io.fleet.testkit.workload.RopeService;
import io.fleet.testkit.workload.Service;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/** Many seeds: runs them on several threads, each seed on one, and sums up. */
public final class Simulation {
    private static final long TELL_NS = 10_000_000_000L;
    private static final int PADDING = 7;

    private final long first;
    private final long count;
    private final int threads;
    private final Set<Feature> with;
    private final PrintStream out;
    private final AtomicLong left;
    private final SwarmTotals totals = new SwarmTotals();
    private final AtomicLong cpuNs = new AtomicLong();
    private long startNs;
    private long toldNs;
    private double seconds;

    /**
     * Prepares runs.
     *
     * @param first   the first seed.
     * @param count   how many seeds.
     * @param threads on how many threads.
     * @param with    what each run must have; other seeds are passed over, and not counted.
     * @param out     where failures and the sums are printed.
     */
    public Simulation(final long first, final long count, final int threads, final Set<Feature> with,
                      final PrintStream out) {
        this.first = first;
        this.count = count;
        this.threads = threads;
        this.with = Set.copyOf(with);
        left = new AtomicLong(count);
        this.out = out;
    }

    /**
     * Runs one plan with registers as what the group serves.
     *
     * @param plan  decides everything.
     * @param trace records every step.
     * @return what became of it.
     */
    public static SeedResult run(final RunPlan plan, final SimTrace trace) {
        return new SeedRun<>(plan, trace, service(plan)).run();
    }

    /**
     * What the group of a run serves.
     *
     * @param plan the run.
     * @return registers, with payloads where the plan says so.
     */
    public static Service<RegisterInput, Long> service(final RunPlan plan) {
        return plan.workload().handles() ? new RopeService() : registers(plan);
    }

    /** Answers to the longest commands are about a MiB long, where the plan has room for such. */
    private static RegisterService registers(final RunPlan plan) {
        final int padding = plan.config().config().maxReplyBytes() > 1 << 20 ? PADDING : 0;
        return new RegisterService(padding);
    }

    /**
     * Runs one seed and prints what became of it.
     *
     * @param seed  the seed.
     * @param with  what was asked for, of which only {@link Feature#CODED} matters.
     * @param trace whether to print every step.
     * @param out   where to.
     * @return what became of it.
     */
    public static SeedResult replay(final long seed, final Set<Feature> with, final boolean trace,
                                    final PrintStream out) {
        final SeedResult result = run(RunPlan.draw(seed, with), trace ? new SimTrace(out) : new SimTrace());
        print("seed " + seed, result, out);
        return result;
    }

    /**
     * Runs one seed, prints what became of it and draws what clients saw.
     *
     * @param seed  the seed.
     * @param trace whether to print every step.
     * @param page  where it is drawn, as a page of HTML; replaced when it is there.
     * @param out   where to.
     * @return what became of it.
     * @throws IOException when the page cannot be written.
     */
    public static SeedResult draw(final long seed, final boolean trace, final Path page, final PrintStream out)
        throws IOException {
        final SeedRun<RegisterInput, Long> run =
            new SeedRun<>(RunPlan.draw(seed), trace ? new SimTrace(out) : new SimTrace(),
                registers(RunPlan.draw(seed)));
        final SeedResult result = run.run();
        print("seed " + seed, result, out);
        HistoryPage.write(page, run.history(), new RegisterModel(), run.verdict());
        out.println("drawn in " + page);
        return result;
    }

    /**
     * Prints what became of a run.
     *
     * @param name   what was run.
     * @param result what became of it.
     * @param out    where to.
     */
    public static void print(final String name, final SeedResult result, final PrintStream out) {
        out.println(name + ": " + (result.passed() ? "passed" : "FAILED") + ", trace hash "
            + Long.toHexString(result.traceHash()) + ", " + result.events() + " events, " + result.commands()
            + " commands ("
            + result.acknowledged() + " acknowledged, " + result.unknown() + " unknown, " + result.notApplied()
            + " not applied), "
            + result.elections() + " leaders, " + result.snapshotsWritten() + " snapshots written, "
            + result.snapshotsRestored() + " restored, "
            + result.snapshotsInstalled() + " installed, " + result.faults().total() + " faults: " + result.faults());
        result.violations().forEach(violation -> out.println("  " + violation));
    }

    /**
     * Runs all seeds and prints the sums; tells on standard error, every ten seconds, how far it is.
     *
     * @return the seeds that failed.
     * @throws InterruptedException when the calling thread is interrupted.
     */
    public List<SeedResult> run() throws InterruptedException {
        startNs = System.nanoTime();
        toldNs = startNs;
        final AtomicLong next = new AtomicLong(first);
        final List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            final Thread worker = new Thread(() -> work(next), "fleet-sim-" + i);
            workers.add(worker);
            worker.start();
        }
        for (final Thread worker : workers) {
            worker.join();
        }
        if (totals.seeds < count) {
            throw new IllegalStateException(totals.seeds + " of " + count
                + " seeds were run: the simulator itself failed");
        }
        seconds = secondsSince(startNs);
        print();
        return totals.failures;
    }

    /** What the runs reached, in Markdown; after {@link #run()}. */
    public String report() {
        return new SwarmReport(totals, seconds, cpuNs.get() / 1e9).write();
    }

    private void work(final AtomicLong next) {
        while (left.get() > 0) {
            work(next.getAndIncrement());
        }
        cpuNs.addAndGet(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }

    private void work(final long seed) {
        try {
            final RunPlan plan = RunPlan.draw(seed, with);
            if (Feature.of(plan).containsAll(with) && left.getAndDecrement() > 0) {
                add(run(plan, new SimTrace()));
            }
        } catch (final RuntimeException e) {
            throw new IllegalStateException("seed " + seed + " stopped the simulator", e);
        }
    }

    private synchronized void add(final SeedResult result) {
        totals.add(result);
        if (!result.passed()) {
            out.println("seed " + result.seed() + " FAILED: " + result.violations().get(0));
        }
        if (System.nanoTime() - toldNs > TELL_NS) {
            toldNs = System.nanoTime();
            final double soFar = secondsSince(startNs);
            System.err.printf("%,d of %,d seeds, %.1f seeds/s, %d failed%n", totals.seeds, count,
                totals.seeds / soFar, totals.failures.size());
        }
    }

    private void print() {
        if (!with.isEmpty()) {
            out.println("those of the seeds from " + first + " on that have " + new TreeSet<>(with));
        }
        out.printf("%d seeds in %.1f s: %.1f seeds/s, %,.0f events/s; %.1f seeds for each second of a core%n",
            totals.seeds, seconds, totals.seeds / seconds, totals.events / seconds, totals.seeds / (cpuNs.get() / 1e9));
        out.printf("commands: %,d (%,d acknowledged, %,d unknown, %,d not applied); elections won: %,d%n",
            totals.commands, totals.acknowledged, totals.unknown, totals.notApplied, totals.elections);
        out.printf("snapshots: %,d written, %,d restored, %,d of other nodes installed%n",
            totals.snapshotsWritten, totals.snapshotsRestored, totals.snapshotsInstalled);
        out.println("faults: " + totals.faults);
        out.println(totals.failures.isEmpty() ? "no failure" : totals.failures.size() + " seeds FAILED: "
            + totals.failures.stream().map(SeedResult::seed).sorted().limit(50).toList()
            + "; --seed S --trace tells what happens in one, --seed S --html FILE draws what its clients saw");
    }

    private static double secondsSince(final long beginNs) {
        return (System.nanoTime() - beginNs) / 1e9;
    }
}
