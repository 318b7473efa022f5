package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import org.agrona.collections.LongHashSet;

/**
 * Watches that a leader holds what is chosen up to its base before it orders anything (S4): reports one that has never
 * been told the value of an LSN between what it knew chosen when it began to campaign and its base. Whoever was told a
 * value may have learnt it in ways that pass over no network, and is believed.
 */
public final class BaseChecker {
    private final Violations violations;
    private final LongHashSet[] told;
    private final long[] campaign;
    private final long[] knownFrom;
    private final long[] opened;
    /** By snapshots, of which each node has read the last piece. */
    private final long[] toldUpTo;

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param violations where it reports.
     */
    public BaseChecker(final int nodes, final Violations violations) {
        this.violations = violations;
        told = new LongHashSet[nodes];
        for (int i = 0; i < nodes; i++) {
            told[i] = new LongHashSet();
        }
        campaign = new long[nodes];
        knownFrom = new long[nodes];
        opened = new long[nodes];
        toldUpTo = new long[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        if (message instanceof Prepare prepare) {
            onPrepare(sender, prepare);
        } else if (message instanceof Order order && order.count > 0) {
            if (opened[sender] != order.ballot && campaign[sender] == order.ballot) {
                check(sender, order);
            }
            opened[sender] = order.ballot;
            note(sender, order);
        }
    }

    /**
     * A node has read a message of the group.
     *
     * @param to      the node that has.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int to, final Message message) {
        if (message instanceof Order order) {
            note(to, order);
        } else if (message instanceof CatchUpEntry entry) {
            told[to].add(entry.lsn);
        } else if (message instanceof SnapshotChunk chunk && chunk.offset + chunk.chunkLength == chunk.totalLength) {
            toldUpTo[to] = Math.max(toldUpTo[to], chunk.lsn);
        }
    }

    private void onPrepare(final int sender, final Prepare prepare) {
        if (prepare.ballot != campaign[sender]) {
            campaign[sender] = prepare.ballot;
            knownFrom[sender] = prepare.fromLsn;
        }
        knownFrom[sender] = Math.min(knownFrom[sender], prepare.fromLsn);
    }

    private void note(final int node, final Order order) {
        for (int i = 0; i < order.count; i++) {
            told[node].add(order.entries[i].lsn);
        }
    }

    private void check(final int sender, final Order order) {
        for (long lsn = Math.max(knownFrom[sender], toldUpTo[sender] + 1); lsn <= order.base; lsn++) {
            if (!told[sender].contains(lsn)) {
                violations.report("node " + sender + " orders in ballot " + order.ballot + " above its base, LSN "
                    + order.base + ", but nobody has told it what is chosen at LSN " + lsn);
                return;
            }
        }
    }
}
