package io.fleet.testkit.coded;

import io.fleet.ec.group.CodedGroup;
import io.fleet.testkit.sim.SimScheduler;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Carries calls from node to node: late, out of order, twice, or not at all. */
final class CodedNetwork {
    private static final long LEAST_NS = 20_000;
    private static final long LATE_NS = 50_000_000;
    private static final int LATE_ONE_IN = 50;

    private final SimScheduler scheduler;
    private final SplittableRandom random;
    private final CodedPlan plan;
    private final CodedNode[] nodes;
    private final boolean[][] blocked;
    private boolean isHealed;
    private long delivered;

    /** One message: what its receiver is told. */
    @FunctionalInterface
    interface Delivery {
        void to(CodedGroup group);
    }

    CodedNetwork(final SimScheduler scheduler, final SplittableRandom random, final CodedPlan plan,
                 final CodedNode[] nodes) {
        this.scheduler = scheduler;
        this.random = random;
        this.plan = plan;
        this.nodes = nodes;
        blocked = new boolean[nodes.length][nodes.length];
    }

    void send(final int from, final int to, final Delivery delivery) {
        if (blocked[from][to] || !isHealed && random.nextDouble() < plan.loss()) {
            return;
        }
        carry(to, delivery);
        if (!isHealed && random.nextDouble() < plan.duplication()) {
            carry(to, delivery);
        }
    }

    CodedNode node(final int index) {
        return nodes[index];
    }

    void block(final int from, final int to, final boolean isBlocked) {
        blocked[from][to] = isBlocked;
    }

    void heal() {
        isHealed = true;
        for (final boolean[] links : blocked) {
            Arrays.fill(links, false);
        }
    }

    long delivered() {
        return delivered;
    }

    private void carry(final int to, final Delivery delivery) {
        final boolean isLate = !isHealed && plan.loss() > 0 && random.nextInt(LATE_ONE_IN) == 0;
        final long spreadNs = isHealed ? LEAST_NS : plan.spreadNs();
        final long travelNs = LEAST_NS + random.nextLong(spreadNs) + (isLate ? random.nextLong(LATE_NS) : 0);
        scheduler.after(travelNs, now -> {
            delivered++;
            nodes[to].receive(delivery);
        });
    }
}
