package io.fleet.testkit.run.check;

import io.fleet.ec.consensus.EntryId;
import io.fleet.machine.StateMachine;
import io.fleet.storage.StorageException;
import io.fleet.storage.disk.Disk;
import io.fleet.testkit.checker.SlotChecker;
import io.fleet.testkit.disk.DamageOracle;
import io.fleet.testkit.run.cluster.LostPartsChecker;
import io.fleet.testkit.run.cluster.PartsChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;
import io.fleet.testkit.workload.RopeMachine;
import io.fleet.testkit.workload.TimedMachine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Looks, whenever a member of a coded group deletes a file of parts, which entries it has no part of any more, as its
 * disks would be after a power failure. Of each of them no slot may be left that another member still has to apply
 * (C7): the snapshots of f + 1 reach a window of slots above it. Nor does the state of the member refer to it (C10).
 */
final class PartReleaseChecker {
    private static final String SEALED_PARTS = "scattered-.*\\.sealed";

    private final SimCluster cluster;
    private final DamageOracle oracle;
    private final SlotChecker slots;
    private final TrimChecker trims;
    private final IntFunction<StateMachine> machines;
    private long released;

    PartReleaseChecker(final SimCluster cluster, final List<SimNode> nodes, final DamageOracle oracle,
                       final SlotChecker slots, final TrimChecker trims, final IntFunction<StateMachine> machines) {
        this.cluster = cluster;
        this.oracle = oracle;
        this.slots = slots;
        this.trims = trims;
        this.machines = machines;
        nodes.forEach(node -> node.onDelete((disk, file) -> onDelete(node, disk, file)));
    }

    /** How many parts went with their files. */
    long released() {
        return released;
    }

    private void onDelete(final SimNode node, final int disk, final String file) {
        if (!file.matches(SEALED_PARTS) || oracle.damagedNodes() > 0 || !cluster.violations().isEmpty()) {
            return;
        }
        try {
            final List<Disk> without = PartsChecker.disks(node);
            without.get(disk).delete(file);
            judge(node, DiskParts.of(cluster, node).without(DiskParts.of(cluster, node, without)));
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no look at " + file + " of node " + node.nodeId()
                + ": "
                + e);
        }
    }

    private void judge(final SimNode node, final List<EntryId> gone) {
        final Set<Long> referenced = referenced(node.nodeId());
        final long covered = trims.coveredByEnough();
        gone.forEach(name -> {
            final long slot = slots.slotOf(name);
            if (slot == 0 || slot > node.status().applied()) {
                return;
            }
            released++;
            if (slot + LostPartsChecker.WINDOW > covered) {
                report(node, DiskParts.text(name) + " of slot " + slot + ", which fewer than f + 1 snapshots cover");
            }
            if (referenced.contains(slot)) {
                report(node, DiskParts.text(name) + ", to which its state refers");
            }
        });
    }

    private Set<Long> referenced(final int node) {
        final Set<Long> referenced = new HashSet<>();
        if (machines.apply(node) instanceof TimedMachine timed && timed.machine() instanceof RopeMachine ropes) {
            ropes.forEachReferenced(referenced::add);
        }
        return referenced;
    }

    private void report(final SimNode node, final String what) {
        cluster.violations().report("node " + node.nodeId() + " lets go of its part of " + what);
    }
}
