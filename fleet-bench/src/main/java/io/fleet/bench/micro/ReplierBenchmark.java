package io.fleet.bench.micro;

import io.fleet.bench.subject.ReplierSubject;
import io.fleet.config.ReplierPolicy;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The leader's choice of who replies to an entry, of three, and the news of how far one of them has applied. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = {"--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"})
public class ReplierBenchmark {
    /** How repliers are chosen. */
    @Param({"LEADER", "RANDOM", "JBSQ"})
    public ReplierPolicy policy;

    private ReplierSubject queues;

    /** Makes the queues. */
    @Setup
    public void setUp() {
        queues = new ReplierSubject(policy);
    }

    /**
     * Chooses.
     *
     * @return the node.
     */
    @Benchmark
    @HotPath
    public int choose() {
        return queues.assign();
    }
}
