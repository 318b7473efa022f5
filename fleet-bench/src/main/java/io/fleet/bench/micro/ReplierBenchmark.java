package io.fleet.bench.micro;

import io.fleet.bench.subject.ReplierSubject;
import io.fleet.config.ReplierPolicy;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** The leader's choice of who replies to an entry, of three, and the news of how far one of them has applied. */
public class ReplierBenchmark extends NanoBenchmark {
    /** How repliers are chosen. */
    @Param({"LEADER", "RANDOM", "JBSQ"})
    public ReplierPolicy policy;

    private ReplierSubject queues;

    /** Makes the queues. */
    @Setup
    public void setUp() {
        queues = new ReplierSubject(policy);
    }

    /** Chooses. */
    @Benchmark
    @HotPath
    public int choose() {
        return queues.assign();
    }
}
