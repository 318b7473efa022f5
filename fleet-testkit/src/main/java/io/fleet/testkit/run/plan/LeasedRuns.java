package io.fleet.testkit.run.plan;

import io.fleet.config.GroupConfig;
import io.fleet.config.LeaseConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Gives the leader of a drawn run leases, and in half of these runs all replicas: clocks drift as much as is allowed
 * then, and no more, and most queries that do not go through the log are under the lease. Pure functions.
 */
final class LeasedRuns {
    /** Of runs. */
    private static final int PERCENT = 35;
    /** Of runs with leases: those that every replica may hold. */
    private static final int REPLICAS_PERCENT = 50;
    private static final int LEAST_READS = 40;
    private static final double MILLION = 1e6;
    /** Bounds of drift, in millionths. */
    private static final int[] DRIFTS = {0, 1_000, 20_000, LeaseConfig.MAX_PPM, LeaseConfig.MAX_PPM};

    private LeasedRuns() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        if (random.nextInt(100) >= PERCENT) {
            return plan;
        }
        final GroupConfig config = plan.config().config();
        final long millis = LeaseConfig.MIN_MILLIS + random.nextInt(2 * (int) config.electionTimeoutMillis());
        final LeaseConfig leases = new LeaseConfig(millis, DRIFTS[random.nextInt(DRIFTS.length)]);
        final FaultPlan drawn = plan.faults();
        final List<Fault> faults = new ArrayList<>();
        drawn.faults().forEach(fault -> faults.add(within(fault, leases)));
        for (int node = 0; node < plan.config().nodes(); node++) {
            if (random.nextBoolean()) {
                faults.add(within(new Fault(FaultKind.CLOCK_DRIFT, 0, plan.workload().spanNs(), node, Fault.NONE,
                    random.nextBoolean() ? 2 : 0.5), leases));
            }
        }
        final int reads = LEAST_READS + random.nextInt(101 - LEAST_READS);
        final boolean atReplicas = random.nextInt(100) < REPLICAS_PERCENT
            && millis >= LeaseConfig.MIN_MILLIS_AT_REPLICAS;
        final GroupConfig leased = withLeases(config, atReplicas ? leases.atEveryReplica() : leases);
        return plan.withConfig(plan.config().withConfig(leased))
            .withFaults(FaultPlan.of(faults, drawn.survivors(), drawn.fate()))
            .withWorkload(plan.workload().withQuorumPercent(reads));
    }

    /** Clients wait for as long as a holder may hold up answers. */
    static GroupConfig withLeases(final GroupConfig config, final LeaseConfig leases) {
        return config.withLeases(leases).withRequestTimeoutMillis(
            Math.max(config.requestTimeoutMillis(), leases.atReplicas() ? leases.millis() : 0));
    }

    /** A clock that is slow is as slow as it may be, and one that is fast as fast. */
    private static Fault within(final Fault fault, final LeaseConfig leases) {
        final double drift = leases.maxDriftPpm() / MILLION;
        return fault.kind() != FaultKind.CLOCK_DRIFT ? fault : new Fault(fault.kind(), fault.atNs(), fault.durationNs(),
            fault.target(), fault.other(), fault.strength() > 1 ? 1 + drift : 1 - drift);
    }
}
