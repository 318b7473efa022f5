package io.fleet.testkit.run.plan;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.FaultPlanConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Which runs have members that come and go. */
final class ChangingMembers {
    private static final int PERCENT = 12;
    private static final int MOST_NODES = 7;
    private static final int MOST_CHANGES = 10;

    private ChangingMembers() {
    }

    /** Gives some plans spare nodes and changes; without damage to disks, and with all nodes alive at the end. */
    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        if (random.nextInt(100) < 100 - PERCENT) {
            return plan;
        }
        final int spares = 1 + random.nextInt(3);
        final int founders = Math.max(1, Math.min(plan.config().nodes(), MOST_NODES - spares));
        final int all = founders + spares;
        final FaultPlan drawn = Swarm.faults(all, plan.workload().spanNs(), random.split());
        final List<Fault> faults = new ArrayList<>(drawn.faults());
        faults.removeIf(fault -> !Feature.MEMBERSHIP.admits(fault.kind()));
        final long untilNs = Math.max(plan.workload().spanNs(), 500_000_000L);
        faults.addAll(FaultPlan.draw(new FaultPlanConfig(all, 1 + random.nextInt(MOST_CHANGES), 1, untilNs / 10,
            untilNs, Set.of(FaultKind.MEMBER_CHANGE)), random).faults());
        return plan.withConfig(plan.config().withNodes(all).withSpares(spares))
            .withFaults(FaultPlan.of(faults, (1 << all) - 1, drawn.fate()));
    }
}
