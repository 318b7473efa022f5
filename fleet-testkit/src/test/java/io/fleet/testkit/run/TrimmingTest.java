package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.WriteQuorum;
import io.fleet.node.config.SnapshotConfig;
import io.fleet.node.config.TrimPolicy;
import io.fleet.storage.scattered.ScatteredLogConfig;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How much space trimmed logs take: whole clusters without faults, in virtual time. */
@Tag("slow")
class TrimmingTest {
    private static final long SPAN_NS = 8_000_000_000L;
    private static final int FEW = 300;
    private static final int MANY = 900;
    private static final int STAGING = 256 << 10;
    private static final int SHORT_FILE = STAGING + (32 << 10);
    private static final long SNAPSHOT_BYTES = 1 << 20;

    private long written;

    @Test
    void shouldTakeNoMoreSpaceTheLongerItRuns() { // FL-05, FL-20
        for (final TrimPolicy policy : List.of(TrimPolicy.ALL, TrimPolicy.QUORUM)) {
            for (final WriteQuorum copies : WriteQuorum.values()) {
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

    /** By bytes and entries of its own, a group with little load has no snapshot due in the whole run. */
    @Test
    @Tag("hazard-U-slow-group")
    void shouldTakeNoMoreSpaceWhereAGroupHasLittleLoad() { // FL-05
        for (final TrimPolicy policy : TrimPolicy.values()) {
            final RunPlan busy = busy(policy, WriteQuorum.ALL, MANY);
            RunPlan plan = busy.withConfig(busy.config().withGroups(3)
                .withScatteredLog(new ScatteredLogConfig(SHORT_FILE, STAGING))
                .withSnapshots(busy.config().snapshots().withRunning(0, SNAPSHOT_BYTES, 0)));
            while (SideGroup.workload(plan, 1).spanNs() == SPAN_NS || SideGroup.workload(plan, 2).spanNs() < SPAN_NS
                || SideGroup.workload(plan, 2).bigPercent() > 0) {
                plan = plan.withSeed(plan.seed() + 1);
            }
            final SeedRun<?, ?> run = run(plan);
            final String figures = policy + ": " + (run.mostStored() >> 10) + " KiB of " + (written >> 10) + " KiB";
            assertEquals(policy != TrimPolicy.OFF, run.mostStored() > 0 && run.mostStored() * 4 < written * 3, figures);
        }
    }

    private SeedRun<?, ?> run(final TrimPolicy policy, final WriteQuorum copies, final int commands) {
        return run(busy(policy, copies, commands));
    }

    private static RunPlan busy(final TrimPolicy policy, final WriteQuorum copies, final int commands) {
        final SeedConfig plain = SeedConfig.plain();
        return RunPlan.draw(1)
            .withConfig(plain.withConfig(plain.config().withCopies(copies))
                .withSnapshots(SnapshotConfig.atStop(1).withRunning(20, 0, 0).withTrim(policy, 5)))
            .withWorkload(new Workload(4, 2, commands, SPAN_NS, null, 4, 30))
            .withFaults(FaultPlan.of(List.of(), 7));
    }

    private SeedRun<?, ?> run(final RunPlan plan) {
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService());
        final SeedResult result = run.run();
        assertEquals(List.of(), result.violations());
        written = result.bytesWritten() / plan.config().nodes();
        return run;
    }
}
