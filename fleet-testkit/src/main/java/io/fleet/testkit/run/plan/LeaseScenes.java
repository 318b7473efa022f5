package io.fleet.testkit.run.plan;

import io.fleet.config.LeaseConfig;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Has some runs with leases go where a lease that counts for too long would be seen: one node has a slow clock and all
 * others a fast one, as far as the bound of drift goes; it is asked to lead, and then it is cut off, or asked to hand
 * over and cut off at that moment, now and then with slow links or while voters start again. It takes what a leader
 * notices by itself for longer than others take to elect the next one only where clocks differ so much. Pure functions.
 */
final class LeaseScenes {
    /** Of runs with leases. */
    private static final int PERCENT = 25;
    private static final int MOST = 8;
    private static final long MS = 1_000_000;
    private static final double DRIFT = LeaseConfig.MAX_PPM / 1e6;
    private static final int FROM_MS = 300;
    /** When a node leads that was asked to. */
    private static final int SETTLED_MS = 150;
    private static final int LONGEST_HAND_OVER_MS = 12;
    private static final int LONGEST_START_MS = 40;

    private LeaseScenes() {
    }

    static RunPlan in(final RunPlan plan, final SplittableRandom random) {
        final SeedConfig config = plan.config();
        if (!config.config().leases().isOn() || config.nodes() < 3 || random.nextInt(100) >= PERCENT
            || config.founders() < 2) {
            return plan;
        }
        final long timeoutMs = config.config().electionTimeoutMillis();
        final boolean atReplicas = config.config().leases().atReplicas();
        final long least = atReplicas ? LeaseConfig.MIN_MILLIS_AT_REPLICAS : LeaseConfig.MIN_MILLIS;
        final long millis = Math.max(least, timeoutMs * (80 + random.nextInt(60)) / 100);
        final int slow = random.nextInt(config.founders());
        final long spanNs = plan.workload().spanNs();
        final List<Fault> faults = new ArrayList<>();
        plan.faults().faults().stream().filter(fault -> fault.kind() != FaultKind.CLOCK_DRIFT).forEach(faults::add);
        for (int node = 0; node < config.nodes(); node++) {
            faults.add(new Fault(FaultKind.CLOCK_DRIFT, 0, spanNs, node, Fault.NONE,
                node == slow ? 1 - DRIFT : 1 + DRIFT));
        }
        final long lastsMs = SETTLED_MS + 5 * timeoutMs;
        long atMs = FROM_MS + 2 * millis;
        for (int i = 0; i < MOST && (atMs + lastsMs) * MS < spanNs; i++) {
            scene(faults, slow, config.founders(), atMs, timeoutMs, random);
            atMs += lastsMs;
        }
        final LeaseConfig leases = new LeaseConfig(millis, LeaseConfig.MAX_PPM, atReplicas);
        return plan.withConfig(config.withConfig(LeasedRuns.withLeases(config.config(), leases)))
            .withFaults(FaultPlan.of(faults, plan.faults().survivors(), plan.faults().fate()));
    }

    private static void scene(final List<Fault> faults, final int leader, final int nodes, final long fromMs,
                              final long timeoutMs, final SplittableRandom random) {
        final int other = (leader + 1 + random.nextInt(nodes - 1)) % nodes;
        for (long at = fromMs; at < fromMs + timeoutMs; at += Math.max(1, timeoutMs / 3)) {
            faults.add(fault(FaultKind.HAND_OVER, at, 0, other, leader, 0));
        }
        final long cutMs = fromMs + timeoutMs + SETTLED_MS;
        final int kind = random.nextInt(4);
        if (kind % 2 == 0) {
            final long delayNs = timeoutMs * MS / 8 + random.nextLong(timeoutMs * MS / 2);
            faults.add(fault(FaultKind.DELAY, cutMs - timeoutMs / 2, 3 * timeoutMs, leader, Fault.NONE, delayNs));
        }
        if (kind < 2) {
            faults.add(fault(FaultKind.HAND_OVER, cutMs, 0, leader, Fault.NONE, 0));
        }
        if (kind == 1) {
            final long afterNs = random.nextLong(LONGEST_HAND_OVER_MS * MS);
            faults.add(new Fault(FaultKind.ISOLATION, cutMs * MS + afterNs, 2 * timeoutMs * MS, leader, Fault.NONE, 0));
        } else if (kind > 1) {
            faults.add(fault(FaultKind.ISOLATION, cutMs, 5 * timeoutMs / 2, leader, Fault.NONE, 0));
        }
        if (kind == 3 && random.nextBoolean()) {
            faults.add(fault(FaultKind.STOP, cutMs + 1 + random.nextLong(timeoutMs),
                1 + random.nextInt(LONGEST_START_MS), other, Fault.NONE, 0));
        }
    }

    private static Fault fault(final FaultKind kind, final long atMs, final long lastsMs, final int target,
                               final int other, final double strength) {
        return new Fault(kind, atMs * MS, TimeUnit.MILLISECONDS.toNanos(lastsMs), target, other, strength);
    }
}
