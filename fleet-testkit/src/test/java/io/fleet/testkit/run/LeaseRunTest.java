package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.LeaseConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.PlannedOperation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node is cut off with a lease that it holds, while a client of node 0 reads and one of node 1 writes. */
class LeaseRunTest {
    private static final long MS = 1_000_000;
    private static final int EVERYONE = 0b111;
    private static final int SEEDS = 6;
    private static final int LENGTH = 250;
    private static final long SPAN_NS = 3_500 * MS;
    /** A run ends within 50 ms of the first report, so much is to happen in a few. */
    private static final int APART_MS = 4;
    private static final long CUT_OFF_MS = 2_500;

    @Test
    void shouldAnswerNothingStaleWhileClocksDriftWithinTheBound() { // L2
        for (int seed = 1; seed <= SEEDS; seed++) {
            final SeedResult result = run(seed, 1, new LeaseConfig(LENGTH, 100_000), 0, 0.9, 1.1);
            assertTrue(result.passed(), "seed " + seed + ": " + result.violations());
            assertTrue(result.elections() >= 3, "another leads while the first is cut off: " + result.elections());
        }
    }

    /** One of several groups has turns now and then only, and says in these whether it holds a lease. */
    @Test
    void shouldFindALeaseThatOneOfSeveralGroupsHoldsTooLong() { // L2
        final List<String> found = IntStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> run(seed, 3, new LeaseConfig(LENGTH, 1_000), 0, 0.5, 2))
            .flatMap(result -> result.violations().stream()).toList();
        assertTrue(count(found, "node 0 holds a lease at ballot") > SEEDS / 2, found.toString());
    }

    /** The leader's clock is fast, and takes what it lent for over while the one that holds it is cut off. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldFindAReplicaThatHoldsALeaseTooLong(final int groups) { // L9, L11
        final List<String> found = IntStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> run(seed, groups, new LeaseConfig(LENGTH, 1_000).atEveryReplica(), 2, 0.5, 2))
            .flatMap(result -> result.violations().stream()).toList();
        assertTrue(count(found, "the replica of node 2 holds a lease") > SEEDS / 2, found.toString());
    }

    /** A run ends soon after the first report, so some see no stale read: that a lease is held comes before it. */
    @Test
    void shouldAnswerSomethingStaleWhenClocksDriftBeyondTheBound() { // L2: the bound is not for nothing
        final List<SeedResult> failed = IntStream.rangeClosed(1, SEEDS)
            .mapToObj(seed -> run(seed, 1, new LeaseConfig(LENGTH, 1_000), 0, 0.5, 2))
            .filter(result -> !result.passed()).toList();
        final List<String> found = failed.stream().flatMap(result -> result.violations().stream()).toList();
        assertTrue(failed.size() > SEEDS / 2, found.toString());
        assertTrue(found.stream().anyMatch(LeaseRunTest::isRead), found.toString());
        assertTrue(found.stream().anyMatch(violation -> violation.contains("holds a lease at ballot")),
            found.toString());
        assertTrue(found.stream().allMatch(violation -> isRead(violation) || violation.contains("lease")),
            found.toString());
    }

    private static boolean isRead(final String violation) {
        return violation.contains("LINEARIZABLE_LEASE") || violation.contains("the history is");
    }

    private static long count(final List<String> found, final String start) {
        return found.stream().filter(violation -> violation.startsWith(start)).count();
    }

    /** Node 0 leads; one node has a slow clock and is cut off for a while, and the others have fast ones. */
    private static SeedResult run(final long seed, final int groups, final LeaseConfig leases, final int cutOff,
                                  final double slow, final double fast) {
        final List<Fault> faults = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            faults.add(new Fault(FaultKind.CLOCK_DRIFT, 0, SPAN_NS, node, Fault.NONE, node == cutOff ? slow : fast));
        }
        for (int i = 0; i < 4; i++) {
            faults.add(new Fault(FaultKind.HAND_OVER, (1_500 + i * 200L) * MS, 0, 1, 0, 0));
        }
        faults.add(new Fault(FaultKind.ISOLATION, CUT_OFF_MS * MS, 700 * MS, cutOff, Fault.NONE, 0));
        final SeedConfig plain = SeedConfig.plain().withGroups(groups);
        final SeedConfig config = plain.withConfig(plain.config().withElectionTimeoutMillis(200)
            .withHeartbeatMillis(10).withLeases(leases));
        final Workload work = new Workload(2, 2, 2, SPAN_NS, operations()).withQuorumPercent(100);
        return new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(faults, EVERYONE), work, null),
            new SimTrace(), new RegisterService(RegisterMachine::new)).run();
    }

    /** A client of node 0 reads, and one of node 1 writes, but not when node 0 has just been cut off. */
    private static List<PlannedOperation> operations() {
        final List<PlannedOperation> operations = new ArrayList<>();
        for (long at = 1_000; at < 3_400; at += APART_MS) {
            if (at < CUT_OFF_MS - 100 || at > CUT_OFF_MS + 100) {
                operations.add(new PlannedOperation(1, at * MS, 0, "add 0 1"));
            }
            operations.add(new PlannedOperation(0, (at + 1) * MS, 0, "read 0"));
        }
        return operations;
    }
}
