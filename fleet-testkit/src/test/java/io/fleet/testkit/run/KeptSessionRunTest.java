package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.SessionEnd;
import io.fleet.machine.StateMachine;
import io.fleet.testkit.checker.Violations;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.ForwardingMachine;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Clients that hardly ever say anything, and for twenty times as long as a session lives without them. */
class KeptSessionRunTest {
    private static final long SPAN_NS = 20_000_000_000L;
    private static final int SEEDS = 3;
    private static final int CLIENTS = 6;

    private final AtomicInteger expired = new AtomicInteger();

    private final class Counting extends ForwardingMachine {
        Counting(final StateMachine machine) {
            super(machine);
        }

        @Override
        public void onSessionClosed(final long sessionId, final SessionEnd reason) {
            expired.addAndGet(reason == SessionEnd.EXPIRED ? 1 : 0);
            super.onSessionClosed(sessionId, reason);
        }
    }

    private void run(final long seed, final int keptPercent) {
        final SeedConfig plain = SeedConfig.plain();
        final SeedConfig config = plain.withConfig(plain.config().withSessionTimeoutMillis(1000));
        final Workload work = new Workload(CLIENTS, 3, CLIENTS, SPAN_NS, null).withKeptPercent(keptPercent);
        final SeedResult result = new SeedRun<>(new RunPlan(seed, config, FaultPlan.of(List.of(), 0b111), work, null),
            new SimTrace(), new RegisterService() {
                @Override
                public StateMachine newMachine(final String name, final Violations violations,
                                               final int timerPercent) {
                    return new Counting(super.newMachine(name, violations, timerPercent));
                }
            }).run();
        assertTrue(result.passed(), () -> "seed " + seed + ": " + result.violations());
    }

    @Test
    void shouldLoseNoSessionThatIsKept() { // H3
        for (int seed = 1; seed <= SEEDS; seed++) {
            run(seed, 100);
        }
        assertEquals(0, expired.get());
    }

    @Test
    void shouldEndSessionsThatNobodyKeeps() { // H3: the test above could fail
        run(1, 0);
        assertTrue(expired.get() > 0);
    }
}
