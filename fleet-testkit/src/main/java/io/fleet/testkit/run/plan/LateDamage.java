package io.fleet.testkit.run.plan;

import io.fleet.node.config.TrimPolicy;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Disks that are set back to an image of what was on them before, and sectors that go bad, in some of the runs. Where
 * members come and go no disk is damaged, nor where a quorum is enough to trim; a coded group bears no damage that goes
 * unnoticed. Pure functions.
 */
final class LateDamage {
    private static final int PERCENT = 8;
    private static final int MOST = 4;
    private static final long FROM_NS = 300_000_000;

    private LateDamage() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        final FaultKind kind = random.nextBoolean() ? FaultKind.SET_BACK : FaultKind.BAD_SECTOR;
        if (random.nextInt(100) >= PERCENT || config.nodes() < kind.leastNodes() || config.spares() > 0
            || config.config().code() != null || config.snapshots().trim() == TrimPolicy.QUORUM
            || isBeyond(plan.faults())) {
            return plan;
        }
        final long untilNs = Math.max(plan.workload().spanNs(), 2 * FROM_NS);
        return plan.withFaults(plan.faults().with(FaultPlan.draw(new FaultPlanConfig(config.nodes(),
            1 + random.nextInt(MOST), 1, FROM_NS, untilNs, Set.of(kind)), random).faults()));
    }

    private static boolean isBeyond(final FaultPlan plan) {
        return plan.faults().stream().map(Fault::kind).anyMatch(FaultKind.WIPE_MANY::equals);
    }
}
