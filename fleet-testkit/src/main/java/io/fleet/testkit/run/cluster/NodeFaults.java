package io.fleet.testkit.run.cluster;

import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.testkit.fault.Fate;
import io.fleet.testkit.fault.Fault;
import io.fleet.testkit.fault.FaultCounters;
import io.fleet.testkit.fault.FaultHandler;
import io.fleet.testkit.fault.FaultKind;
import io.fleet.testkit.sim.SimScheduler;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Brings about and takes back what befalls processes, machines and clocks. Ignores faults of other kinds. */
public final class NodeFaults implements FaultHandler {
    private static final long NEVER = 1L << 40;
    private static final int SLOW_DISK = 50;
    private static final long PARTS_OF_LEAVING = 3;
    private static final long RESTART_APART_NS = 7_000_000;

    private final List<SimNode> nodes;
    private final SimScheduler scheduler;
    private final BooleanSupplier isOver;
    private final FaultCounters effects = new FaultCounters();

    public NodeFaults(final List<SimNode> nodes, final SimScheduler scheduler, final BooleanSupplier isOver) {
        this.nodes = nodes;
        this.scheduler = scheduler;
        this.isOver = isOver;
    }

    /** How often each kind found a node that it could befall. */
    public FaultCounters effects() {
        return effects;
    }

    @Override
    public void begin(final Fault fault, final long nowNs) {
        if (fault.kind() == FaultKind.POWER_LOSS_ALL) {
            count(fault, nodes.stream().anyMatch(SimNode::isUp));
            nodes.forEach(SimNode::losePower);
        } else if (fault.target() != Fault.NONE) {
            begin(fault, nodes.get(fault.target()));
        }
    }

    @Override
    public void end(final Fault fault, final long nowNs) {
        if (fault.kind() == FaultKind.POWER_LOSS_ALL) {
            restartAll();
        } else if (fault.target() != Fault.NONE) {
            end(fault, nodes.get(fault.target()));
        }
    }

    /** Ends all that is in force at a node. */
    public void heal(final SimNode node) {
        if (node.isLeaving()) {
            node.stop(0);
        }
        node.suspend(false);
        node.leaderPriority(LeaderFitness.DEFAULT_PRIORITY);
        node.quickReads();
        node.diskSlowness(1);
        node.cyclesApart(0);
        node.clock().rate(1);
        node.media().forEach(medium -> {
            medium.capacity(Long.MAX_VALUE);
            medium.failSyncs(0);
            medium.crashAtOperation(NEVER);
        });
    }

    /** A node that does not survive meets its fate; {@code cutOff} cuts one off. */
    public void strand(final SimNode node, final Fate fate, final IntConsumer cutOff, final long slowCycleNs) {
        switch (fate) {
            case DEAD -> node.losePower();
            case CUT_OFF -> {
                node.start();
                cutOff.accept(node.nodeId());
            }
            case SLOW -> {
                node.start();
                node.diskSlowness(SLOW_DISK);
                node.cyclesApart(slowCycleNs);
            }
            default -> throw new IllegalStateException(fate.toString());
        }
    }

    private void begin(final Fault fault, final SimNode target) {
        final boolean isUp = target.isUp();
        switch (fault.kind()) {
            case KILL -> target.kill();
            case STOP -> {
                count(fault, isUp && !target.isPaused());
                target.stop((long) fault.strength());
                return;
            }
            case HAND_OVER -> {
                count(fault, target.transferLeadership(fault.other()));
                return;
            }
            case LEAVE -> {
                count(fault, target.leave(fault.durationNs() / PARTS_OF_LEAVING, (long) fault.strength()));
                return;
            }
            case PRIORITY -> target.leaderPriority((int) fault.strength());
            case POWER_LOSS -> target.losePower();
            case CRASH_AT_DISK_OPERATION -> {
                final long operation = (long) fault.strength();
                target.media().get((int) (operation % target.media().size())).crashAtOperation(operation);
                return;
            }
            case PAUSE -> target.pause(true);
            case SUSPEND -> target.suspend(true);
            case SLOW_NODE -> target.cyclesApart((long) fault.strength());
            case SLOW_DISK -> target.diskSlowness(fault.strength());
            case SYNC_FAILURE -> {
                target.media().forEach(medium -> medium.failSyncs(1));
                return;
            }
            case DISK_FULL -> target.media().forEach(medium -> medium.capacity(0));
            case CLOCK_DRIFT -> target.clock().rate(fault.strength());
            case CLOCK_JUMP -> target.clock().jump((long) fault.strength());
            default -> {
                return;
            }
        }
        count(fault, isUp);
    }

    private void end(final Fault fault, final SimNode target) {
        switch (fault.kind()) {
            case KILL, STOP, POWER_LOSS -> target.start();
            case CRASH_AT_DISK_OPERATION -> {
                count(fault, !target.isUp());
                target.media().forEach(medium -> medium.crashAtOperation(NEVER));
                target.start();
            }
            case LEAVE -> {
                if (target.isLeaving()) {
                    target.stop(0);
                }
                target.start();
            }
            case PRIORITY -> target.leaderPriority(LeaderFitness.DEFAULT_PRIORITY);
            case PAUSE -> target.pause(false);
            case SUSPEND -> target.suspend(false);
            case SLOW_NODE -> target.cyclesApart(0);
            case SLOW_DISK -> target.diskSlowness(1);
            case SYNC_FAILURE -> {
                count(fault, !target.isUp());
                target.media().forEach(medium -> medium.failSyncs(0));
                target.start();
            }
            case DISK_FULL -> {
                target.media().forEach(medium -> medium.capacity(Long.MAX_VALUE));
                target.start();
            }
            case CLOCK_DRIFT -> target.clock().rate(1);
            default -> {}
        }
    }

    private void count(final Fault fault, final boolean hasEffect) {
        if (hasEffect) {
            effects.increment(fault.kind());
        }
    }

    private void restartAll() {
        for (int i = 0; i < nodes.size(); i++) {
            final SimNode node = nodes.get(i);
            scheduler.after(i * RESTART_APART_NS, now -> {
                if (!isOver.getAsBoolean()) {
                    node.start();
                }
            });
        }
    }
}
