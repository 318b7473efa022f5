package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.history.Operation;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients notice when leadership is handed over and nodes are restarted, and nothing else happens: little. */
@Tag("slow")
class HandOverRunTest {
    private static final long MS = 1_000_000;
    private static final int EVERYONE = 0b111;
    private static final int SEEDS = 5;
    private static final Workload BUSY = new Workload(4, 0, 6_000, 4_000 * MS, null, 16, 0);

    @Test
    void shouldAnswerEveryCommandSoonWhileLeadershipIsHandedOver() {
        final List<Fault> handOvers = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            handOvers.add(new Fault(FaultKind.HAND_OVER, (1_000 + i * 190L) * MS, 0, i % 3, Fault.NONE, 0));
        }
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Outcome outcome = run(seed, SeedConfig.plain(), handOvers, BUSY);
            assertTrue(outcome.result.elections() >= 15, () -> "elections " + outcome.result.elections());
            assertTrue(outcome.longestNs < 30 * MS, () -> "longest " + outcome.longestNs);
        }
    }

    @Test
    void shouldAnswerEveryCommandSoonWhileAllNodesAreRestartedOneByOne() {
        final List<Fault> restarts = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            restarts.add(new Fault(FaultKind.LEAVE, (1_000 + node * 800L) * MS, 450 * MS, node, Fault.NONE, 0));
        }
        for (int seed = 1; seed <= SEEDS; seed++) {
            final Outcome outcome = run(seed, SeedConfig.plain().withSnapshotEntries(100), restarts, BUSY);
            assertEquals(3, outcome.result.effects().count(FaultKind.LEAVE));
            assertTrue(outcome.longestNs < SeedConfig.plain().config().electionTimeoutMillis() * MS / 2,
                () -> "longest " + outcome.longestNs);
        }
    }

    @Test
    void shouldMoveLeadershipToThePreferredNodeAndLeaveItThere() {
        final SeedConfig plain = SeedConfig.plain();
        final SeedConfig hasty = plain.withConfig(plain.config().withElectionTimeoutMillis(100)
            .withHeartbeatMillis(10));
        for (int seed = 1; seed <= SEEDS; seed++) {
            final int preferred = seed % 3;
            final Outcome outcome = run(seed, hasty, List.of(
                new Fault(FaultKind.PRIORITY, 200 * MS, 3_800 * MS, preferred, Fault.NONE, 200)), BUSY);
            assertTrue(outcome.result.elections() <= 2, () -> "elections " + outcome.result.elections());
            assertTrue(outcome.longestNs < 60 * MS, () -> "longest " + outcome.longestNs);
        }
    }

    private static Outcome run(final long seed, final SeedConfig config, final List<Fault> faults,
                               final Workload workload) {
        final SeedRun<?, ?> run = new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(faults, EVERYONE), workload,
            null), new SimTrace(), new RegisterService(RegisterMachine::new));
        final SeedResult result = run.run();
        assertTrue(result.passed(), () -> "seed " + seed + ": " + result.violations());
        assertEquals(0, result.unknown(), "unknown");
        assertEquals(0, result.notApplied(), "not applied");
        assertEquals(result.commands(), result.acknowledged());
        long longest = 0;
        for (final Operation<?, ?> operation : run.history().operations()) {
            if (operation.invokedNs() > 500 * MS) {
                longest = Math.max(longest, operation.returnedNs() - operation.invokedNs());
            }
        }
        return new Outcome(result, longest);
    }

    private record Outcome(SeedResult result, long longestNs) {
    }
}
