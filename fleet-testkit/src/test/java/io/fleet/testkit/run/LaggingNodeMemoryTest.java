package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.machine.Copies;
import io.fleet.machine.GroupConfig;
import io.fleet.machine.ReplierPolicy;
import io.fleet.node.SnapshotConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a node keeps in memory that does not keep up with the others. */
class LaggingNodeMemoryTest {
    private static final int MIB = 1 << 20;
    private static final long SPAN_NS = 3_000_000_000L;

    /**
     * One node of three has disks on which operations take long, and the others go on without it: 50 MiB of
     * long commands are ordered meanwhile, of which it may keep no more than its bounds say.
     */
    @Test
    @Tag("hazard-U-real-bytes")
    void shouldBoundWhatANodeKeepsThatLags() { // S13
        final SeedConfig plain = SeedConfig.plain();
        final GroupConfig config = plain.config().withPendingBytes(MIB).withPendingEntries(64).withWindowEntries(1024)
            .withCopies(Copies.ALL).withReplierPolicy(ReplierPolicy.LEADER).withRequestTimeoutMillis(5_000);
        final RunPlan plan = RunPlan.draw(1)
            .withConfig(plain.withConfig(config).withSnapshots(SnapshotConfig.atStop(0)))
            .withWorkload(new Workload(8, 0, 700, SPAN_NS, null, 8, 100))
            .withFaults(FaultPlan.of(List.of(new Fault(FaultKind.SLOW_DISK, SPAN_NS / 10, SPAN_NS, 2, Fault.NONE,
                2_000)), 7));
        final SeedRun<?, ?> run = new SeedRun<>(plan, new SimTrace(), new RegisterService());
        final SeedResult result = run.run();
        assertEquals(List.of(), result.violations());
        final String figures = (run.mostRetained() >> 10) + " KiB kept by one node, of " + (result.bytesWritten() >> 10)
            + " KiB that were written";
        System.out.println(figures);
        assertTrue(result.acknowledged() > 500, result::toString);
        assertTrue(run.mostRetained() > MIB && run.mostRetained() < 12 * MIB, figures);
    }
}
