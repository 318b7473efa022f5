package io.fleet.testkit.run.check;

import io.fleet.ec.consensus.EntryId;
import io.fleet.storage.StorageException;
import io.fleet.testkit.checker.SlotChecker;
import io.fleet.testkit.run.cluster.LostPartsChecker;
import io.fleet.testkit.run.cluster.SimCluster;
import io.fleet.testkit.run.cluster.SimNode;

/**
 * Members of a coded group whose disk says that they hold their parts, once in each life: they hold them of all that
 * they had applied in any life (S15, R6), but for what their own snapshot, or those of f + 1, stand for.
 */
final class WholePartsChecker {
    private final SimCluster cluster;
    private final SlotChecker slots;
    private final TrimChecker trims;
    private final long[] applied;
    private final long[] checked;
    private long held;

    WholePartsChecker(final SimCluster cluster, final SlotChecker slots, final TrimChecker trims) {
        this.cluster = cluster;
        this.slots = slots;
        this.trims = trims;
        applied = new long[cluster.nodes()];
        checked = new long[cluster.nodes()];
    }

    void onApplied(final int node, final long slot) {
        applied[node] = Math.max(applied[node], slot);
    }

    /** How many parts were found. */
    long held() {
        return held;
    }

    void check(final SimNode node) {
        if (checked[node.nodeId()] == node.restarts() || !cluster.violations().isEmpty()) {
            return;
        }
        checked[node.nodeId()] = node.restarts();
        try {
            final DiskParts parts = DiskParts.of(cluster, node);
            final EntryId name = new EntryId();
            final long own = Math.min(trims.snapshot(node), node.status().applied() - LostPartsChecker.WINDOW);
            final long over = Math.max(own, trims.coveredByEnough() - LostPartsChecker.WINDOW);
            for (long slot = Math.max(0, over) + 1; slot <= applied[node.nodeId()]; slot++) {
                if (!slots.outcome(slot, name) || name.batcherId == 0 || parts.hasWhole(name)) {
                    held++;
                } else {
                    cluster.violations().report("node " + node.nodeId()
                        + " counts again and has lost its part of the entry of slot " + slot);
                    return;
                }
            }
        } catch (final StorageException e) {
            cluster.trace().note(cluster.scheduler().nowNs(), () -> "no look at the parts of node " + node.nodeId()
                + ": "
                + e);
        }
    }
}
