package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Copies;
import io.fleet.node.SnapshotConfig;
import io.fleet.node.TrimPolicy;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How much space trimmed logs take: whole clusters without faults, in virtual time. */
class TrimmingTest {
    private static final long SPAN_NS = 8_000_000_000L;
    private static final int FEW = 300;
    private static final int MANY = 900;

    private long written;

    @Test
    void shouldTakeNoMoreSpaceTheLongerItRuns() { // FL-05, FL-20
        for (final TrimPolicy policy : List.of(TrimPolicy.ALL, TrimPolicy.QUORUM)) {
            for (final Copies copies : Copies.values()) {
                final SeedRun<?, ?> few = run(policy, copies, FEW);
                final SeedRun<?, ?> many = run(policy, copies, MANY);
                final String figures = policy + ", copies " + copies + ": " + (few.mostStored() >> 20) + " MiB for "
                    + FEW + " commands, " + (many.mostStored() >> 20) + " MiB for " + MANY + ", of "
                    + (written >> 20) + " MiB that each node wrote";
                System.out.println(figures);
                assertTrue(many.mostStored() * 2 < written, figures);
            }
        }
    }

    private SeedRun<?, ?> run(final TrimPolicy policy, final Copies copies, final int commands) {
        final SeedConfig plain = SeedConfig.plain();
        final RunPlan plan = RunPlan.draw(1)
            .withConfig(plain.withConfig(plain.config().withCopies(copies))
                .withSnapshots(SnapshotConfig.atStop(1).withRunning(20, 0, 0).withTrim(policy, 5)))
            .withWorkload(new Workload(4, 2, commands, SPAN_NS, null, 4, 30))
            .withFaults(FaultPlan.of(List.of(), 7));
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService());
        final SeedResult result = run.run();
        assertEquals(List.of(), result.violations());
        written = result.bytesWritten() / plain.nodes();
        return run;
    }
}
