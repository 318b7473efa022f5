package io.fleet.testkit.run;

import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultPlan;
import io.fleet.testkit.fault.NetworkFaults;
import io.fleet.testkit.sim.SimScheduler;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Sees to it that trouble comes when it hurts: clients ask for much at once shortly before a fault begins and when
 * there is a new leader, and the isolation of a leader goes over to the next one soon after that has begun to lead, in
 * part. Then much is ordered and little of it chosen, and leaders find values of several ballots, with holes between
 * them. Without it hardly anything is on its way at the moment when a fault strikes.
 */
final class FaultTiming {
    private static final long MS = 1_000_000L;
    private static final long BEFORE_NS = 4 * MS;
    private static final long AFTER_NS = 3 * MS;
    private static final int PERCENT = 60;
    private static final int MANY = 12;

    private final SimScheduler scheduler;
    private final long seed;
    private final List<? extends SimClient<?, ?>> clients;
    private final NetworkFaults networkFaults;
    private long ledBallot;
    private boolean over;

    FaultTiming(final SimScheduler scheduler, final long seed, final List<? extends SimClient<?, ?>> clients,
                final NetworkFaults networkFaults) {
        this.scheduler = scheduler;
        this.seed = seed;
        this.clients = clients;
        this.networkFaults = networkFaults;
    }

    /** Plans what comes before faults. */
    void schedule(final FaultPlan plan) {
        for (final Fault fault : plan.faults()) {
            final SplittableRandom random = new SplittableRandom(seed ^ fault.atNs());
            if (random.nextInt(100) < PERCENT) {
                final int count = 1 + random.nextInt(MANY);
                scheduler.at(Math.max(scheduler.nowNs(), fault.atNs() - random.nextLong(BEFORE_NS)),
                    nowNs -> rush(count));
            }
        }
    }

    /** A node leads. */
    void onLeader(final int node, final long ballot) {
        if (ballot <= ledBallot || over) {
            return;
        }
        ledBallot = ballot;
        final SplittableRandom random = new SplittableRandom(seed ^ ballot);
        if (random.nextInt(100) < PERCENT) {
            rush(1 + random.nextInt(MANY));
        }
        final int deaf = random.nextInt() | 1 << random.nextInt(Long.BYTES);
        scheduler.after(random.nextInt(2) * random.nextLong(AFTER_NS), nowNs -> {
            if (!over) {
                networkFaults.follow(node, deaf);
            }
        });
    }

    /** No more faults. */
    void end() {
        over = true;
    }

    private void rush(final int count) {
        if (!over) {
            clients.forEach(client -> client.rush(count));
        }
    }
}
