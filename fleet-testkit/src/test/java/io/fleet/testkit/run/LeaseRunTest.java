package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.LeaseConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A leader that is cut off again and again, with clients beside it that read under its lease. */
class LeaseRunTest {
    private static final long MS = 1_000_000;
    private static final int EVERYONE = 0b111;
    private static final int SEEDS = 12;
    private static final int LENGTH = 150;
    private static final long SPAN_NS = 6_000 * MS;

    @Test
    void shouldAnswerNothingStaleWhileClocksDriftWithinTheBound() { // L2
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, 100_000, 0.9, 1.1);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violations());
        }
    }

    @Test
    void shouldAnswerSomethingStaleWhenClocksDriftBeyondTheBound() { // L2: the bound is not for nothing
        final List<Integer> stale = IntStream.rangeClosed(1, SEEDS)
            .filter(seed -> isStale(run(seed, 1_000, 0.2, 5))).boxed().toList();
        assertTrue(stale.size() > SEEDS / 4, "seeds with a stale read: " + stale);
    }

    private static boolean isStale(final SeedResult result) {
        result.violations().forEach(violation -> assertTrue(violation.contains("LINEARIZABLE_LEASE")
            || violation.contains("the history is"), violation));
        return !result.passed();
    }

    /** Node 0 has a slow clock, and the others have fast ones; whoever leads is cut off once in a while. */
    private static SeedResult run(final long seed, final int maxDriftPpm, final double slow, final double fast) {
        final List<Fault> faults = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            faults.add(new Fault(FaultKind.CLOCK_DRIFT, 0, SPAN_NS, node, Fault.NONE, node == 0 ? slow : fast));
        }
        faults.add(new Fault(FaultKind.PRIORITY, 0, SPAN_NS, 0, Fault.NONE, 200));
        for (int i = 1; i < 6; i++) {
            faults.add(new Fault(FaultKind.LEADER_ISOLATION, i * 1_000 * MS, 500 * MS, Fault.NONE, Fault.NONE, 0));
        }
        final SeedConfig plain = SeedConfig.plain();
        final SeedConfig config = plain.withConfig(plain.config().withElectionTimeoutMillis(100)
            .withHeartbeatMillis(10).withLeases(new LeaseConfig(LENGTH, maxDriftPpm)));
        final Workload work = new Workload(6, 3, 9_000, SPAN_NS, null, 8, 0).withQuorumPercent(100);
        final SeedResult result = new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(faults, EVERYONE), work, null),
            new SimTrace(), new RegisterService(RegisterMachine::new)).run();
        assertEquals(5, result.faults().count(FaultKind.LEADER_ISOLATION));
        return result;
    }
}
