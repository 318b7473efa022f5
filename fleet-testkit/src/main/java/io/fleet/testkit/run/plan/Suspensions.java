package io.fleet.testkit.run.plan;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Suspends machines in some of the runs whose answers depend on a clock: those with leases, and those with stale reads.
 * A node finds out by its wall clock, so no wall clock is set back in such a run. Pure functions.
 */
final class Suspensions {
    /** Of runs with leases or stale reads, where somebody leads. */
    private static final int PERCENT = 30;
    private static final int MOST = 10;
    private static final long LEAST_NS = 3_000_000;
    private static final long MS = 1_000_000;

    private Suspensions() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        final boolean depends = config.config().leases().isOn() || plan.workload().stalePercent() > 0;
        if (!depends || config.config().code() != null || random.nextInt(100) >= PERCENT) {
            return plan;
        }
        final List<Fault> faults = new ArrayList<>();
        plan.faults().faults().stream().filter(fault -> fault.kind() != FaultKind.CLOCK_JUMP || fault.strength() > 0)
            .forEach(faults::add);
        final long spanNs = plan.workload().spanNs();
        final long longestNs = 4 * MS * config.config().electionTimeoutMillis();
        final int count = 1 + random.nextInt(MOST);
        for (int i = 0; i < count; i++) {
            final long atNs = random.nextLong(spanNs);
            final long lastsNs = Math.min(spanNs - atNs, LEAST_NS + random.nextLong(longestNs));
            faults.add(new Fault(FaultKind.SUSPEND, atNs, lastsNs, random.nextInt(config.nodes()), Fault.NONE, 0));
        }
        return plan.withFaults(FaultPlan.of(faults, plan.faults().survivors(), plan.faults().fate()));
    }
}
