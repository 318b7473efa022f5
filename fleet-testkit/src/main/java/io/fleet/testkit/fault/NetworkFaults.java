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
            case ISOLATION -> link.blocked |= atTarget;
            case ONE_WAY_PARTITION -> link.blocked |= from == fault.target() && to == fault.other();
            case SPLIT -> link.blocked |= areParted(fault, from, to);
            case BRIDGE -> link.blocked |= !atTarget && areParted(fault, from, to);
            default -> { }
        }
    }

    /** Whether two nodes are on different sides; clients are on both. */
    private boolean areParted(final Fault fault, final int from, final int to) {
        return from < network.nodes() && to < network.nodes()
            && (fault.other() >>> from & 1) != (fault.other() >>> to & 1);
    }
}
