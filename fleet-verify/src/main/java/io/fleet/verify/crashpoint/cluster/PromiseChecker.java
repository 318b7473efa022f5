package io.fleet.verify.crashpoint.cluster;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.storage.StorageIdentity;
import io.fleet.storage.meta.MetaStore;
import io.fleet.testkit.checker.Violations;
import io.fleet.verify.crashpoint.machine.CrashMachine;

/**
 * Sees that a node keeps its promises, also across crashes: what it answers is never below what it had promised, and
 * what it had promised is durable when it crashes (rule S2), whether or not anybody ever asks again.
 */
final class PromiseChecker {
    private final long[] promised;
    private final Violations violations;

    PromiseChecker(final int nodes, final Violations violations) {
        promised = new long[nodes];
        this.violations = violations;
    }

    void onMessage(final int sender, final Message message) {
        if (sender < 0 || sender >= promised.length) {
            return;
        }
        switch (message.type()) {
            case PROMISE -> {
                final long ballot = ((Promise) message).ballot;
                check(sender, ballot, "promises");
                promised[sender] = Math.max(promised[sender], ballot);
            }
            case ACK -> check(sender, ((Ack) message).ballot, "acknowledges");
            default -> { }
        }
    }

    /** A node has crashed: what is left of it must know what it had promised to others. */
    void onCrash(final int node, final int[] members, final CrashMachine left) {
        if (promised[node] == 0) {
            return;
        }
        try (MetaStore store = MetaStore.open(new StorageIdentity(ClusterRun.CLUSTER, node), 1, members,
            left.copy().mount().get(0))) {
            if (store.promised(ClusterRun.GROUP) < promised[node]) {
                violations.report("node " + node + " has sent the promise of ballot " + promised[node]
                    + ", but its disk says " + store.promised(ClusterRun.GROUP));
            }
        }
    }

    /** A node has lost its disk: nobody can hold it to what it had promised, until it votes again. */
    void onWiped(final int node) {
        promised[node] = 0;
    }

    private void check(final int sender, final long ballot, final String does) {
        if (ballot < promised[sender]) {
            violations.report("node " + sender + " " + does + " at ballot " + ballot + ", but had promised "
                + promised[sender]);
        }
    }
}
