package io.fleet.testkit.fault;

import io.fleet.testkit.sim.Accident;
import io.fleet.testkit.sim.LinkConditions;
import io.fleet.testkit.sim.SimNetwork;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * Keeps the network in the state that the faults in force give it: with each beginning and end all links start from
 * calm and every fault adds its part, so that overlapping faults come and go in any order. Ignores faults of other
 * kinds.
 */
public final class NetworkFaults implements FaultHandler {
    private static final double LATE_COPY = 0.05;
    private static final int CUT_OFF = SimNetwork.MAX_REASON;
    private final SimNetwork network;
    private final IntSupplier leader;
    /** What the target of {@link FaultKind#CLIENTS_CUT_OFF} sends does not reach clients. */
    public static final int TO_CLIENTS = 1;
    /** What clients send does not reach the target of {@link FaultKind#CLIENTS_CUT_OFF}. */
    public static final int FROM_CLIENTS = 2;
    /** The transport of the target of {@link FaultKind#CLIENTS_CUT_OFF} takes nothing for clients. */
    public static final int REFUSED = 4;

    /** The faults in force, as planned, and as they are: with a target where the plan could not know it. */
    private final Map<Fault, Fault> inForce = new LinkedHashMap<>();
    private long cutOff;

    /**
     * Creates the handler.
     *
     * @param network whose links it rules.
     * @param leader  which node leads now; {@link Fault#NONE} when none does.
     */
    public NetworkFaults(final SimNetwork network, final IntSupplier leader) {
        this.network = network;
        this.leader = leader;
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (fault.kind() == FaultKind.LEADER_ISOLATION) {
            final int target = leader.getAsInt();
            if (target != Fault.NONE) {
                inForce.put(fault, new Fault(fault.kind(), fault.atNs(), fault.durationNs(), target, Fault.NONE, 0));
                apply();
            }
        } else if (fault.kind().isOfNetwork()) {
            inForce.put(fault, fault);
            apply();
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (inForce.remove(fault) != null) {
            apply();
        }
    }

    /**
     * There is a new leader: three of four isolations of a leader go over to it, and who was cut off is heard again.
     * Unlike the first one, the new leader still hears everybody, and is heard by some.
     *
     * @param newLeader which node.
     * @param deaf      the nodes that do not hear it, one bit for each.
     */
    public void follow(final int newLeader, final int deaf) {
        boolean moved = false;
        for (final Map.Entry<Fault, Fault> each : inForce.entrySet()) {
            final Fault fault = each.getValue();
            if (fault.kind() == FaultKind.LEADER_ISOLATION && fault.target() != newLeader && (fault.atNs() & 3) != 0) {
                each.setValue(new Fault(fault.kind(), fault.atNs(), fault.durationNs(), newLeader, deaf, 0));
                moved = true;
            }
        }
        if (moved) {
            apply();
        }
    }

    /** Ends every fault that is in force, now. */
    public void heal() {
        inForce.clear();
        apply();
    }

    /**
     * Isolates a node for ever, which is no fault and not counted as an effect of one.
     *
     * @param node which.
     */
    public void cutOff(final int node) {
        cutOff |= 1L << node;
        apply();
    }

    /**
     * How many packets, or offers of packets, faults of a kind have befallen.
     *
     * @param kind the kind; 0 for one that is not of the network.
     * @return the number.
     */
    public long effect(final FaultKind kind) {
        return switch (kind) {
            case LOSS -> network.accidents(Accident.Kind.LOSS);
            case DUPLICATION -> network.accidents(Accident.Kind.DUPLICATION);
            case REORDERING -> network.accidents(Accident.Kind.REORDERING);
            case DELAY -> network.accidents(Accident.Kind.DELAY);
            case BACK_PRESSURE -> network.accidents(Accident.Kind.REFUSAL);
            case PARTIAL_BROADCAST -> network.accidents(Accident.Kind.MISSED_BROADCAST);
            case CORRUPTION -> network.accidents(Accident.Kind.CORRUPTION);
            case TRUNCATION -> network.accidents(Accident.Kind.TRUNCATION);
            case LATE_COPIES -> network.accidents(Accident.Kind.LATE_COPY);
            default -> network.blocked(kind.ordinal());
        };
    }

    private void apply() {
        for (int from = 0; from < network.endpoints(); from++) {
            network.backPressure(from, 0);
            for (int to = 0; to < network.endpoints(); to++) {
                final LinkConditions link = network.link(from, to);
                link.reset();
                if (((cutOff >>> from | cutOff >>> to) & 1) != 0) {
                    link.blocked = true;
                    link.reason = CUT_OFF;
                }
                for (final Fault fault : inForce.values()) {
                    apply(fault, from, to, link);
                }
            }
        }
        for (final Fault fault : inForce.values()) {
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
            case ISOLATION -> block(link, fault, atTarget);
            case CLIENTS_CUT_OFF -> {
                final boolean out = from == fault.target() && to >= network.nodes();
                block(link, fault, out && (fault.other() & TO_CLIENTS) != 0
                    || to == fault.target() && from >= network.nodes() && (fault.other() & FROM_CLIENTS) != 0);
                link.refused |= out && (fault.other() & REFUSED) != 0;
            }
            case LEADER_ISOLATION -> block(link, fault, fault.other() == Fault.NONE ? atTarget
                : from == fault.target() && to < network.nodes() && (fault.other() >>> to & 1) != 0);
            case ONE_WAY_PARTITION -> block(link, fault, from == fault.target() && to == fault.other());
            case SPLIT -> block(link, fault, areParted(fault, from, to));
            case BRIDGE -> block(link, fault, !atTarget && areParted(fault, from, to));
            case RING -> block(link, fault, from < network.nodes() && to < network.nodes()
                && !areNeighbours(from, to, network.nodes()));
            default -> {}
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
