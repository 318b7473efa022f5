package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.config.QuorumLayout;
import io.fleet.config.WriteQuorum;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What it saves that a quorum writes each entry, and not all: whole clusters without faults, in virtual time. */
class CopiesTest {
    private static final long SPAN_NS = 2_000_000_000L;
    private static final int COMMANDS = 300;

    @Test
    void shouldWriteTwoThirdsOfTheBytesWithThreeNodes() {
        assertRatio(3, 2.0 / 3);
    }

    @Test
    void shouldWriteThreeFifthsOfTheBytesWithFiveNodes() {
        assertRatio(5, 3.0 / 5);
    }

    /** Three that execute and six witnesses: six write each entry where these are two storage groups, and else nine. */
    @Test
    void shouldWriteEachEntryToOneStorageGroupAndToThoseThatExecute() {
        final double one = bytes(witnesses("groups:3,4,5,6,7,8"));
        final double two = bytes(witnesses("groups:3,4,5/6,7,8"));
        final String figures = String.format(Locale.ROOT, "%.0f KiB on all disks with two storage groups, %.0f KiB with"
            + " one: %.3f of it", two / 1024, one / 1024, two / one);
        System.out.println(figures);
        assertEquals(6.0 / 9, two / one, 0.05, figures);
    }

    private static SeedConfig witnesses(final String layout) {
        final SeedConfig nine = SeedConfig.plain().withNodes(9);
        return nine.withConfig(nine.config().withQuorums(QuorumLayout.parse(layout))).withWitnesses(0b111111000);
    }

    private static void assertRatio(final int nodes, final double expected) {
        final double all = bytesPerDisk(nodes, WriteQuorum.ALL);
        final double quorum = bytesPerDisk(nodes, WriteQuorum.QUORUM);
        final String figures = String.format(Locale.ROOT, "%d nodes: %.0f KiB on each disk with a quorum of copies, "
            + "%.0f KiB with all: %.3f of it", nodes, quorum / 1024, all / 1024, quorum / all);
        System.out.println(figures);
        assertEquals(expected, quorum / all, 0.05, figures);
    }

    private static double bytesPerDisk(final int nodes, final WriteQuorum copies) {
        final SeedConfig plain = SeedConfig.plain();
        return bytes(plain.withNodes(nodes).withConfig(plain.config().withCopies(copies))) / nodes;
    }

    private static double bytes(final SeedConfig config) {
        final RunPlan plan = RunPlan.draw(1).withConfig(config)
            .withWorkload(new Workload(4, 2, COMMANDS, SPAN_NS, null, 4, 100))
            .withFaults(FaultPlan.of(List.of(), (1 << config.nodes()) - 1));
        final SeedResult result = new SeedRun<>(plan, new SimTrace(), new RegisterService()).run();
        assertEquals(List.of(), result.violations());
        assertTrue(result.acknowledged() >= COMMANDS);
        return result.bytesWritten();
    }
}
