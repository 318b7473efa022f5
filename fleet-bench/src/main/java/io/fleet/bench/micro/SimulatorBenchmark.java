package io.fleet.bench.micro;

import io.fleet.testkit.run.SeedResult;
import io.fleet.testkit.run.Simulation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.sim.SimTrace;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The simulator on one core: seeds with all their faults and checks, one after the other, each with a cluster anew. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 3)
@Fork(value = 1, jvmArgsAppend = {"--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED", "-Xmx1500m"})
public class SimulatorBenchmark {
    private static final long SEEDS = 64;

    private long seed;

    /** Begins with the same seeds in each iteration. */
    @Setup(Level.Iteration)
    public void begin() {
        seed = 0;
    }

    /**
     * Runs the next seed.
     *
     * @param counts takes its events.
     * @return its commands.
     */
    @Benchmark
    public long seed(final Counts counts) {
        seed = seed % SEEDS + 1;
        final SeedResult result = Simulation.run(RunPlan.draw(seed), new SimTrace());
        if (!result.passed()) {
            throw new IllegalStateException("seed " + seed + " failed: " + result.violations().get(0));
        }
        counts.events += result.events();
        return result.commands();
    }

    /** What is counted beside seeds. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Counts {
        /** Simulated events: packets, timers, disk operations, client steps. */
        public long events;
    }
}
