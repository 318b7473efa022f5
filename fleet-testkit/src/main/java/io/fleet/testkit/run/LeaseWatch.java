package io.fleet.testkit.run;

import io.fleet.testkit.checker.LeaseChecker;
import io.fleet.testkit.run.cluster.SimNode;

/**
 * Shows the witness of leases what a node says of its own after each of its duty cycles in which the group had a turn.
 * Between turns a node answers nothing under a lease, whatever it said in the last one: a read gives the group a turn,
 * and goes by the clock of that.
 */
final class LeaseWatch {
    private LeaseWatch() {
    }

    /**
     * A node has ended a duty cycle.
     *
     * @param witness of the group.
     * @param node    which.
     * @param process it.
     * @param groupId the group.
     */
    static void cycled(final LeaseChecker witness, final int node, final SimNode process, final int groupId) {
        witness.onCycle(node, process.takeHoldsLease(groupId, "leases.held"));
        final boolean may = process.takeHoldsLease(groupId, "leases.replica.held");
        witness.onReplica(node, may, may ? Math.max(process.status(groupId).applied(),
            process.core().group(groupId).counters().applyingLsn.get()) : 0);
    }
}
