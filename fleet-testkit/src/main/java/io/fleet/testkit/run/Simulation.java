package io.fleet.testkit.run;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Many seeds: runs them on several threads, each seed on one, and sums up. */
public final class Simulation {
    private final long first;
    private final long count;
    private final int threads;
    private final PrintStream out;
    private final FaultCounters faults = new FaultCounters();
    private final DamageCounters damage = new DamageCounters();
    private final List<SeedResult> failures = new ArrayList<>();
    private long done;
    private long events;
    private long commands;
    private long acknowledged;
    private long unknown;
    private long notApplied;
    private long elections;
    private long snapshotsWritten;
    private long snapshotsRestored;
    private long fewestCommands = Long.MAX_VALUE;
    private long fewestFaults = Long.MAX_VALUE;
    private int fewestKinds = Integer.MAX_VALUE;

    /**
     * Prepares runs.
     *
     * @param first   the first seed.
     * @param count   how many seeds.
     * @param threads on how many threads.
     * @param out     where failures and the sums are printed.
     */
    public Simulation(final long first, final long count, final int threads, final PrintStream out) {
        this.first = first;
        this.count = count;
        this.threads = threads;
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
        return new SeedRun<>(plan, trace, new RegisterService()).run();
    }

    /**
     * Runs one seed and prints what became of it.
     *
     * @param seed  the seed.
     * @param trace whether to print every step.
     * @param out   where to.
     * @return what became of it.
     */
    public static SeedResult replay(final long seed, final boolean trace, final PrintStream out) {
        final SeedResult result = run(RunPlan.draw(seed), trace ? new SimTrace(out) : new SimTrace());
        print("seed " + seed, result, out);
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
            + result.snapshotsRestored() + " restored, " + result.faults().total() + " faults: " + result.faults());
        result.violations().forEach(violation -> out.println("  " + violation));
    }

    /**
     * Runs all seeds and prints the sums.
     *
     * @return the seeds that failed.
     * @throws InterruptedException when the calling thread is interrupted.
     */
    public List<SeedResult> run() throws InterruptedException {
        final long startNs = System.nanoTime();
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
        if (done < count) {
            throw new IllegalStateException(done + " of " + count + " seeds were run: the simulator itself failed");
        }
        print((System.nanoTime() - startNs) / 1e9);
        return failures;
    }

    private void work(final AtomicLong next) {
        for (long seed = next.getAndIncrement(); seed < first + count; seed = next.getAndIncrement()) {
            add(run(RunPlan.draw(seed), new SimTrace()));
        }
    }

    private synchronized void add(final SeedResult result) {
        done++;
        events += result.events();
        commands += result.commands();
        acknowledged += result.acknowledged();
        unknown += result.unknown();
        notApplied += result.notApplied();
        elections += result.elections();
        snapshotsWritten += result.snapshotsWritten();
        snapshotsRestored += result.snapshotsRestored();
        fewestCommands = Math.min(fewestCommands, result.commands());
        fewestFaults = Math.min(fewestFaults, result.faults().total());
        fewestKinds = Math.min(fewestKinds, result.faults().kinds());
        faults.add(result.faults());
        damage.add(result.damage());
        if (!result.passed()) {
            failures.add(result);
            out.println("seed " + result.seed() + " FAILED: " + result.violations().get(0));
        }
    }

    private void print(final double seconds) {
        out.printf("%d seeds in %.1f s: %.1f seeds/s, %,.0f events/s%n", done, seconds, done / seconds,
            events / seconds);
        out.printf("commands: %,d (%,d acknowledged, %,d unknown, %,d not applied); elections won: %,d%n", commands,
            acknowledged,
            unknown, notApplied, elections);
        out.printf("snapshots: %,d written, %,d restored%n", snapshotsWritten, snapshotsRestored);
        out.printf("fewest in a seed: %d commands, %d faults, %d kinds of fault%n", fewestCommands, fewestFaults,
            fewestKinds);
        out.println("faults: " + faults);
        if (damage.total() > 0) {
            out.print(damage.table());
        }
        out.println(failures.isEmpty() ? "no failure" : failures.size() + " seeds FAILED: "
            + failures.stream().map(SeedResult::seed).sorted().limit(50).toList());
    }
}
