package io.fleet.testkit.coded;

import io.fleet.testkit.sim.SimScheduler;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Carries packets from node to node: late, out of order, twice, damaged, or not at all; and it may take none now. */
final class CodedNetwork {
    private static final long LEAST_NS = 20_000;
    private static final long LATE_NS = 50_000_000;
    private static final int LATE_ONE_IN = 50;
    private static final double REFUSED_OF_LOST = 0.25;

    private final SimScheduler scheduler;
    private final SplittableRandom random;
    private final CodedPlan plan;
    private final CodedNode[] nodes;
    private final boolean[][] blocked;
    private boolean isHealed;
    private long delivered;

    CodedNetwork(final SimScheduler scheduler, final SplittableRandom random, final CodedPlan plan,
                 final CodedNode[] nodes) {
        this.scheduler = scheduler;
        this.random = random;
        this.plan = plan;
        this.nodes = nodes;
        blocked = new boolean[nodes.length][nodes.length];
    }

    /** Whether a packet is taken now. */
    boolean takes() {
        return isHealed || random.nextDouble() >= plan.loss() * REFUSED_OF_LOST;
    }

    void send(final int from, final int to, final byte[] packet) {
        if (blocked[from][to]) {
            return;
        }
        if (!isHealed && random.nextDouble() < plan.loss()) {
            if (random.nextBoolean()) {
                carry(to, damaged(packet), true);
            }
            return;
        }
        carry(to, packet, false);
        if (!isHealed && random.nextDouble() < plan.duplication()) {
            carry(to, packet, false);
        }
    }

    /** Whether a packet for one node is taken now. */
    boolean takes(final int to) {
        return (!plan.life().isPrompt() || nodes[to].isUp()) && takes();
    }

    CodedNode node(final int index) {
        return nodes[index];
    }

    /** What a node sends beside the group, and not in packets: a snapshot. */
    void sendApart(final int from, final int to, final Runnable delivery) {
        if (!blocked[from][to] && (isHealed || random.nextDouble() >= plan.loss())) {
            carry(() -> nodes[to].receiveApart(delivery));
        }
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

    private byte[] damaged(final byte[] packet) {
        final byte[] damaged = packet.clone();
        damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        return damaged;
    }

    private void carry(final int to, final byte[] packet, final boolean isDamaged) {
        carry(() -> nodes[to].receive(packet, isDamaged));
    }

    private void carry(final Runnable arrival) {
        final boolean isLate = !isHealed && plan.loss() > 0 && random.nextInt(LATE_ONE_IN) == 0;
        final long spreadNs = isHealed ? LEAST_NS : plan.spreadNs();
        final long travelNs = LEAST_NS + random.nextLong(spreadNs) + (isLate ? random.nextLong(LATE_NS) : 0);
        scheduler.after(travelNs, now -> {
            delivered++;
            arrival.run();
        });
    }
}
