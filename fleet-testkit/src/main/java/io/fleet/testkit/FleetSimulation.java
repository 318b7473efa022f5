package io.fleet.testkit;

import io.fleet.config.GroupConfig;
import io.fleet.machine.SpeculativeMachine;
import io.fleet.machine.StateMachine;
import io.fleet.node.config.TrimPolicy;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import io.fleet.testkit.history.HistoryPage;
import io.fleet.testkit.history.SequentialModel;
import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.SeedRun;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.transport.aeron.config.RequiredFlags;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Tests a state machine of one's own: whole clusters of production nodes that serve it, on a simulated clock, network
 * and disks, under faults. Each seed is another cluster with other faults, and always runs the same way.
 *
 * <p>Every run checks that
 * <ul>
 * <li>all replicas go through the same commands, answers and states, also after crashes and restarts from snapshots
 * ({@code apply} depends on nothing but state and command);</li>
 * <li>a machine that was restored from a snapshot writes the same snapshot, and answers all that follows as the one
 * that wrote it; two snapshots of one state are equal; a query changes no state;</li>
 * <li>every acknowledged command is applied, once, and its answer is the one that replicas gave; a command that was
 * refused never is;</li>
 * <li>when the faults are over, all that is pending completes and the replicas agree;</li>
 * <li>with a {@link #model}: what clients saw is linearizable.</li>
 * </ul>
 *
 * <p>Immutable: each method gives a changed copy. Commands may have up to 160,000 bytes, answers 64,000. Machines are
 * made and requests drawn on several threads at once, one for each run; {@link #threads threads(1)} keeps to one.
 */
public final class FleetSimulation {
    private static final long MS = 1_000_000;
    private static final long WARM_UP_NS = 200 * MS;
    private static final long SPAN_NS = 3_000 * MS;
    private static final int CLIENTS = 6;
    private static final int CONCURRENCY = 2;
    private static final int MOST_PREPARE_THREADS = 4;
    private static final int SNAPSHOT_ENTRIES = 20;
    private static final long REQUEST_TIMEOUT_MILLIS = 4_000;
    private static final int MOST_NODES = 9;
    private static final int FAULTS = 12;
    private static final int KINDS = 5;
    private static final int DEFAULT_LENGTH = 64;

    private final Supplier<? extends StateMachine> machines;
    private int nodes = 3;
    private long first = 1;
    private long seeds = 100;
    private int threads = Runtime.getRuntime().availableProcessors();
    private int commands = 400;
    private Set<FaultKind> faults = FaultKind.usual();
    private Function<? super RandomGenerator, Request> requests = FleetSimulation::anyCommand;
    private @Nullable SequentialModel<?, Request, byte[]> model;

    private FleetSimulation(final Supplier<? extends StateMachine> machines) {
        this.machines = Objects.requireNonNull(machines, "machines");
    }

    private FleetSimulation(final FleetSimulation other) {
        machines = other.machines;
        nodes = other.nodes;
        first = other.first;
        seeds = other.seeds;
        threads = other.threads;
        commands = other.commands;
        faults = other.faults;
        requests = other.requests;
        model = other.model;
    }

    /**
     * A simulation with three nodes, 100 seeds, all faults, and commands of random bytes.
     *
     * @param machines makes an empty machine; called for each replica, each of its restarts, and more often.
     * @return the simulation.
     * @throws io.fleet.error.ConfigException when this JVM lacks the flag that all of Fleet needs; names it.
     */
    public static FleetSimulation of(final Supplier<? extends StateMachine> machines) {
        RequiredFlags.check();
        return new FleetSimulation(machines);
    }

    /**
     * Sets how many nodes a cluster has; 3 by default.
     *
     * @param count 1 to 9.
     * @return a changed copy.
     */
    public FleetSimulation nodes(final int count) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.nodes = (int) checked("nodes", count, 1, MOST_NODES);
        return copy;
    }

    /**
     * Sets how many seeds {@link #run()} runs; 100 by default.
     *
     * @param count at least 1.
     * @return a changed copy.
     */
    public FleetSimulation seeds(final long count) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.seeds = checked("seeds", count, 1, Integer.MAX_VALUE);
        return copy;
    }

    /**
     * Sets the first seed; 1 by default. The others follow it.
     *
     * @param seed at least 0.
     * @return a changed copy.
     */
    public FleetSimulation firstSeed(final long seed) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.first = checked("firstSeed", seed, 0, Long.MAX_VALUE / 2);
        return copy;
    }

    /**
     * Sets how many seeds run at once; one for each core by default.
     *
     * @param count 1 to 1024.
     * @return a changed copy.
     */
    public FleetSimulation threads(final int count) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.threads = (int) checked("threads", count, 1, 1024);
        return copy;
    }

    /**
     * Sets how many requests the clients of one seed make together; 400 by default.
     *
     * @param count 6 to 1,000,000.
     * @return a changed copy.
     */
    public FleetSimulation commandsPerSeed(final int count) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.commands = (int) checked("commandsPerSeed", count, CLIENTS, 1_000_000);
        return copy;
    }

    /**
     * Sets which faults may occur; {@link FaultKind#usual()} by default. Those that need more nodes than
     * there are are left out.
     *
     * @param kinds the kinds; empty for none at all.
     * @return a changed copy.
     */
    public FleetSimulation faults(final Set<FaultKind> kinds) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.faults = Set.copyOf(kinds);
        return copy;
    }

    /**
     * Sets what clients ask for: commands without headers.
     *
     * @param payloads draws the bytes of one command; must use no other chance than what it is given.
     * @return a changed copy.
     */
    public FleetSimulation commands(final Function<? super RandomGenerator, byte[]> payloads) {
        Objects.requireNonNull(payloads, "payloads");
        return requests(random -> Request.command(payloads.apply(random)));
    }

    /**
     * Sets what clients ask for: commands and queries.
     *
     * @param draw draws one request; must use no other chance than what it is given.
     * @return a changed copy.
     */
    public FleetSimulation requests(final Function<? super RandomGenerator, Request> draw) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.requests = Objects.requireNonNull(draw, "draw");
        return copy;
    }

    /**
     * Sets what the machine does sequentially, so that what clients saw is checked for linearizability too.
     *
     * @param newModel the model; an operation whose command failed with an exception counts as of unknown outcome.
     * @return a changed copy.
     */
    public FleetSimulation model(final SequentialModel<?, Request, byte[]> newModel) {
        final FleetSimulation copy = new FleetSimulation(this);
        copy.model = newModel;
        return copy;
    }

    /**
     * Runs all seeds, until one fails.
     *
     * @throws SimulationFailure that names the lowest seed that failed, what it broke, and how to repeat it.
     */
    public void run() {
        final AtomicLong next = new AtomicLong(first);
        final AtomicReference<SeedResult> failed = new AtomicReference<>();
        final AtomicReference<Throwable> broken = new AtomicReference<>();
        final List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < Math.min(threads, seeds); i++) {
            final Thread worker = new Thread(() -> work(next, failed), "fleet-simulation-" + i);
            worker.setDaemon(true);
            worker.setUncaughtExceptionHandler((thread, failure) -> broken.compareAndSet(null, failure));
            workers.add(worker);
            worker.start();
        }
        try {
            for (final Thread worker : workers) {
                worker.join();
            }
        } catch (final InterruptedException e) {
            final long reached = next.getAndSet(first + seeds);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before seed " + reached, e);
        }
        if (failed.get() != null) {
            throw failure(failed.get());
        }
        if (broken.get() != null) {
            throw new IllegalStateException("a run could not be made: " + broken.get(), broken.get());
        }
    }

    /**
     * Runs one seed again.
     *
     * @param seed which.
     * @throws SimulationFailure when it fails.
     */
    public void replay(final long seed) {
        check(run(seed, new SimTrace()));
    }

    /**
     * Runs one seed again and tells what happens.
     *
     * @param seed which.
     * @param out  takes a line for each packet, request, answer, fault and more. Stays the caller's.
     * @throws SimulationFailure when it fails.
     */
    public void replay(final long seed, final PrintStream out) {
        check(run(seed, new SimTrace(out)));
    }

    /**
     * Runs one seed again and draws what its clients saw: each request over time, and where the history stops to be
     * linearizable.
     *
     * @param seed which.
     * @param page the file, which takes a page of HTML; replaced when it is there.
     * @throws IllegalStateException when there is no {@link #model} to judge by.
     * @throws UncheckedIOException  when the page cannot be written.
     * @throws SimulationFailure     when the seed fails; the page is written before.
     */
    public void draw(final long seed, final Path page) {
        if (model == null) {
            throw new IllegalStateException("there is no model to judge by what clients saw: call model() first");
        }
        final SeedRun<Request, byte[]> run = seedRun(seed, new SimTrace());
        final SeedResult result = run.run();
        try {
            HistoryPage.write(page, run.history(), model, run.verdict());
        } catch (final IOException e) {
            throw new UncheckedIOException("the page cannot be written to " + page, e);
        }
        check(result);
    }

    private void check(final SeedResult result) {
        if (!result.passed()) {
            throw failure(result);
        }
    }

    private void work(final AtomicLong next, final AtomicReference<SeedResult> failed) {
        for (long seed = next.getAndIncrement(); seed < first + seeds && failed.get() == null; seed = next
            .getAndIncrement()) {
            final SeedResult result = run(seed, new SimTrace());
            if (!result.passed()) {
                failed.accumulateAndGet(result, (one, other) -> one == null || other.seed() < one.seed() ? other : one);
            }
        }
    }

    private SeedResult run(final long seed, final SimTrace trace) {
        return seedRun(seed, trace).run();
    }

    private SeedRun<Request, byte[]> seedRun(final long seed, final SimTrace trace) {
        return new SeedRun<>(plan(seed), trace, new UserService(machines, requests, model, seed));
    }

    private RunPlan plan(final long seed) {
        final RunPlan drawn = RunPlan.draw(seed);
        final FaultPlanConfig none = new FaultPlanConfig(nodes, 0, 0, WARM_UP_NS, SPAN_NS, faults);
        final int kinds = Math.min(KINDS, none.kinds().size());
        final FaultPlan plan = FaultPlan.draw(kinds == 0 ? none
            : new FaultPlanConfig(nodes, FAULTS, kinds, WARM_UP_NS, SPAN_NS, faults),
            new RandomStreams(seed).stream("faults", 0));
        final SeedConfig counted = config(drawn.config());
        return drawn.withConfig(counted.withFlushing(counted.flushing().withPrepareThreads(prepareThreads(seed))
            .withShippedEffects(seed / MOST_PREPARE_THREADS % 2 == 0)))
            .withFaults(plan)
            .withWorkload(new Workload(CLIENTS, CLIENTS / 2, commands, SPAN_NS, null, CONCURRENCY, 0));
    }

    /**
     * Machines that speculate do in each seed; each node has as many threads for it as chance will, or none. Those that
     * ship effects do so in every other seed.
     */
    private int prepareThreads(final long seed) {
        return machines.get() instanceof SpeculativeMachine ? 1 + (int) (seed % MOST_PREPARE_THREADS) : 0;
    }

    /**
     * The cluster that is drawn, but with snapshots, and with clients that wait: each operation whose outcome nobody
     * knows makes a history harder to judge.
     */
    private SeedConfig config(final SeedConfig drawn) {
        final SeedConfig counted = drawn.withMajority();
        final GroupConfig group = counted.config();
        final SeedConfig some = counted.snapshotEntries() > 0 ? counted : counted.withSnapshotEntries(SNAPSHOT_ENTRIES);
        return some.withSnapshots(some.snapshots().withTrim(TrimPolicy.OFF, 1)).withNodes(nodes).withSpares(0)
            .withGroups(1)
            .withConfig(group.withRequestTimeoutMillis(Math.max(group.requestTimeoutMillis(), REQUEST_TIMEOUT_MILLIS)));
    }

    private SimulationFailure failure(final SeedResult result) {
        final StringBuilder text = new StringBuilder("seed ").append(result.seed()).append(" failed, with ")
            .append(nodes).append(" nodes and ").append(commands).append(" commands; to repeat it, call .replay(")
            .append(result.seed()).append("), or .replay(").append(result.seed())
            .append(", System.out) to see each step");
        if (model != null) {
            text.append(", or .draw(").append(result.seed())
                .append(", Path.of(\"history.html\")) for a page that shows what clients saw");
        }
        result.violations().forEach(violation -> text.append("\n  ").append(violation));
        return new SimulationFailure(result.seed(), result.violations(), text.toString());
    }

    private static Request anyCommand(final RandomGenerator random) {
        final byte[] payload = new byte[random.nextInt(DEFAULT_LENGTH + 1)];
        random.nextBytes(payload);
        return Request.command(payload);
    }

    private static long checked(final String what, final long value, final long least, final long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " is " + value + ", but must be from " + least + " to " + most);
        }
        return value;
    }
}
