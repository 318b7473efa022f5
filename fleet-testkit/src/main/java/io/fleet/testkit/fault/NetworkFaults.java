package io.fleet.testkit.fault;

import io.fleet.testkit.sim.LinkConditions;
import io.fleet.testkit.sim.SimNetwork;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the network in the state that the faults in force give it: with each beginning and end all links start from
 * calm and every fault adds its part, so that overlapping faults come and go in any order. Ignores faults of other
 * kinds.
 */
public final class NetworkFaults implements FaultHandler {
    private static final double LATE_COPY = 0.05;
    private final SimNetwork network;
    private final List<Fault> inForce = new ArrayList<>();

    /**
     * Creates the handler.
     *
     * @param network whose links it rules.
     */
    public NetworkFaults(final SimNetwork network) {
        this.network = network;
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (fault.kind().isOfNetwork()) {
            inForce.add(fault);
            apply();
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (inForce.remove(fault)) {
            apply();
        }
    }

    /** Ends every fault that is in force, now. */
    public void heal() {
        inForce.clear();
        apply();
    }

    private void apply() {
        for (int from = 0; from < network.endpoints(); from++) {
            network.backPressure(from, 0);
            for (int to = 0; to < network.endpoints(); to++) {
                final LinkConditions link = network.link(from, to);
                link.reset();
                for (final Fault fault : inForce) {
                    apply(fault, from, to, link);
                }
            }
        }
        for (final Fault fault : inForce) {
            if (fault.kind() == FaultKind.BACK_PRESSURE) {
                network.backPressure(fault.target(), fault.strength());
            }
        }
    }

    private void apply(final Fault fault, final int from, final int to, final LinkConditions link) {
        final boolean atTarget = from == fault.target() || to == fault.target();
        switch (fault.kind()) {
            case LOSS -> link.loss = Math.max(link.loss, fault.strength());
            case DUPLICATION -> link.duplication = Math.max(link.duplication, fault.strength());
            case REORDERING -> link.reordering = Math.max(link.reordering, fault.strength());
            case DELAY -> link.delayNs += atTarget ? (long) fault.strength() : 0;
            case PARTIAL_BROADCAST -> link.missedBroadcast = Math.max(link.missedBroadcast, fault.strength());
            case CORRUPTION -> link.corruption = Math.max(link.corruption, fault.strength());
            case TRUNCATION -> link.truncation = Math.max(link.truncation, fault.strength());
            case LATE_COPIES -> {
                link.lateCopy = LATE_COPY;
                link.lateNs = Math.max(link.lateNs, (long) fault.strength());
            }
            case FLAPPING -> {
                if (atTarget) {
                    link.flapNs = (long) fault.strength();
                    link.reason = link.blocked ? link.reason : fault.kind().ordinal();
                }
            }
            case ISOLATION, LEADER_ISOLATION -> block(link, fault, atTarget);
            case ONE_WAY_PARTITION -> block(link, fault, from == fault.target() && to == fault.other());
            case SPLIT -> block(link, fault, areParted(fault, from, to));
            case BRIDGE -> block(link, fault, !atTarget && areParted(fault, from, to));
            case RING -> block(link, fault, from < network.nodes() && to < network.nodes()
                && !areNeighbours(from, to, network.nodes()));
            default -> { }
        }
    }

    private static void block(final LinkConditions link, final Fault fault, final boolean blocks) {
        if (blocks) {
            link.blocked = true;
            link.reason = fault.kind().ordinal();
        }
    }

    private static boolean areNeighbours(final int from, final int to, final int nodes) {
        final int distance = Math.abs(from - to);
        return distance <= 1 || distance == nodes - 1;
    }

    /** Whether two nodes are on different sides; clients are on both. */
    private boolean areParted(final Fault fault, final int from, final int to) {
        return from < network.nodes() && to < network.nodes()
            && (fault.other() >>> from & 1) != (fault.other() >>> to & 1);
    }
}
