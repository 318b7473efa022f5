package io.fleet.testkit.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fleet.testkit.disk.DamageCounters;
import io.fleet.testkit.disk.DamageEffect;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import io.fleet.testkit.run.plan.RunPlan;
import io.fleet.testkit.run.plan.SeedConfig;
import io.fleet.testkit.run.plan.Workload;
import io.fleet.testkit.sim.RandomStreams;
import io.fleet.testkit.sim.SimTrace;
import io.fleet.testkit.workload.RegisterService;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole clusters whose disks fail all the time. */
@Tag("slow")
class DiskFaultRunTest {
    private static final long MS = 1_000_000L;
    private static final long SPAN_NS = 3_000 * MS;
    private static final int SEEDS = 24;

    @Test
    void shouldBearDamageOfAsManyNodesAsTheQuorumAllows() {
        final Set<FaultKind> kinds = EnumSet.allOf(FaultKind.class);
        kinds.removeIf(kind -> !kind.isOfDisk() || kind == FaultKind.WIPE_MANY);
        final DamageCounters damage = run(1, kinds);
        for (final FaultKind kind : kinds) {
            assertTrue(damage.effects(kind) > 0, kind + " never had an effect:\n" + damage.table());
        }
        for (final FaultKind kind : List.of(FaultKind.ROT_SECTOR, FaultKind.ROT_FILE, FaultKind.LOST_WRITE,
            FaultKind.MISSING_FILE, FaultKind.TRUNCATED_FILE, FaultKind.WIPE)) {
            assertTrue(damage.count(kind, DamageEffect.FOUND_AT_START) > 0, kind + "\n" + damage.table());
        }
    }

    @Test
    void shouldSayNothingWrongWhenMoreIsDamagedThanTheQuorumAllows() {
        final DamageCounters damage = run(1_000, EnumSet.of(FaultKind.WIPE_MANY, FaultKind.KILL, FaultKind.ISOLATION,
            FaultKind.POWER_LOSS, FaultKind.LOSS));
        assertTrue(damage.count(FaultKind.WIPE_MANY, DamageEffect.FOUND_AT_START) > 2, damage.table());
    }

    private static DamageCounters run(final long first, final Set<FaultKind> kinds) {
        final DamageCounters sum = new DamageCounters();
        for (long seed = first; seed < first + SEEDS; seed++) {
            final RunPlan drawn = RunPlan.draw(seed);
            final SeedConfig config = drawn.config().withMajority().withNodes(seed % 4 == 0 ? 5 : 3).withSpares(0);
            final RunPlan plan = drawn.withConfig(config)
                .withWorkload(new Workload(4, 2, 300, SPAN_NS, null, 4, 5))
                .withFaults(FaultPlan.draw(new FaultPlanConfig(config.nodes(), 12, Math.min(6, kinds.size()),
                    200 * MS, SPAN_NS, kinds), new RandomStreams(seed).stream("disk faults", 0)));
            final SeedResult result = new SeedRun<>(plan, new SimTrace(), new RegisterService()).run();
            assertEquals(List.of(), result.violations(), "seed " + seed);
            sum.add(result.damage());
        }
        return sum;
    }
}
