package io.fleet.testkit.checker;

import io.fleet.consensus.common.BatcherId;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.consensus.message.replication.RejectEntry;
import io.fleet.storage.EntryMeta;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.LongHashSet;

/**
 * Compares what leaders order with the bodies that they have read (S7, S9, S13). Reports
 * <ul>
 * <li>an entry that is ordered, or proposed again, by a leader that has never had all of its body;</li>
 * <li>a new entry that was not sent to a leader of this ballot;</li>
 * <li>an entry that one ballot orders at two LSNs, or that it has refused.</li>
 * </ul>
 * What was ordered in a lower ballot is proposed again at its LSN, and may be ordered anew as well. Entries of a
 * batcher in the leader's own node pass over no network.
 */
public final class EntryChecker {
    private final int groupId;
    private final int nodes;
    private final ChosenChecker chosen;
    private final Violations violations;
    private final Map<Copy, BitSet> parts = new HashMap<>();
    private final Set<Copy> whole = new HashSet<>();
    private final Set<Ordered> sentTo = new HashSet<>();
    private final Set<Ordered> refused = new HashSet<>();
    private final Map<Ordered, Long> fresh = new HashMap<>();
    private final long[] ballot;
    private final LongHashSet[] proposed;

    /** The body of an entry at a node; a node may hold another body under the same id. */
    private record Copy(int node, long batcherId, long sequence, long digest) {
    }

    /** An entry at a ballot. */
    private record Ordered(long ballot, long batcherId, long sequence) {
    }

    /**
     * Creates a witness of one group.
     *
     * @param groupId    the group.
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param chosen     knows what was ordered; must be told of each message first.
     * @param violations where it reports.
     */
    public EntryChecker(final int groupId, final int nodes, final ChosenChecker chosen, final Violations violations) {
        this.groupId = groupId;
        this.nodes = nodes;
        this.chosen = chosen;
        this.violations = violations;
        ballot = new long[nodes];
        proposed = new LongHashSet[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case REJECT_ENTRY -> {
                final RejectEntry reject = (RejectEntry) message;
                refused.add(new Ordered(reject.ballot, reject.batcherId, reject.sequence));
            }
            case ORDER -> onOrder(sender, (Order) message);
            default -> {}
        }
    }

    /**
     * A node has read a message of the group.
     *
     * @param to      the node that has.
     * @param message the message; valid during the call.
     */
    public void onReceipt(final int to, final Message message) {
        switch (message.type()) {
            case ENTRY_BODY -> {
                final EntryBody body = (EntryBody) message;
                if (body.targetBallot != 0) {
                    sentTo.add(new Ordered(body.targetBallot, body.batcherId, body.sequence));
                }
                onPart(new Copy(to, body.batcherId, body.sequence, body.digest), body.totalLength, body.offset,
                    body.chunkLength);
            }
            case CATCH_UP_ENTRY -> {
                final CatchUpEntry entry = (CatchUpEntry) message;
                if (!entry.meta.isNoOp()) {
                    onPart(new Copy(to, entry.meta.batcherId, entry.meta.sequence, entry.meta.digest),
                        entry.meta.length, entry.offset, entry.chunkLength);
                }
            }
            default -> {}
        }
    }

    private void onPart(final Copy copy, final int total, final int offset, final int length) {
        if (whole.contains(copy)) {
            return;
        }
        if (offset == 0 && length == total) {
            whole.add(copy);
            parts.remove(copy);
            return;
        }
        final BitSet bytes = parts.computeIfAbsent(copy, key -> new BitSet(total));
        bytes.set(offset, offset + length);
        if (bytes.cardinality() == total) {
            whole.add(copy);
            parts.remove(copy);
        }
    }

    private void onOrder(final int sender, final Order order) {
        if (ballot[sender] != order.ballot) {
            ballot[sender] = order.ballot;
            proposed[sender] = new LongHashSet();
        }
        for (int i = 0; i < order.count; i++) {
            final OrderEntry entry = order.entries[i];
            if (proposed[sender].add(entry.lsn) && !entry.meta.isNoOp()) {
                checkBody(sender, order, entry);
                if (chosen.group(groupId).ballotOf(entry.lsn, entry.meta, order.ballot) == 0) {
                    checkNew(sender, order, entry);
                }
            }
        }
    }

    private void checkBody(final int sender, final Order order, final OrderEntry entry) {
        final EntryMeta meta = entry.meta;
        if (BatcherId.node(meta.batcherId) != sender
            && !whole.contains(new Copy(sender, meta.batcherId, meta.sequence, meta.digest))) {
            violations.report("node " + sender + " orders " + meta + " at LSN " + entry.lsn + " in ballot "
                + order.ballot + ", and has never had its body");
        }
    }

    private void checkNew(final int sender, final Order order, final OrderEntry entry) {
        final Ordered key = new Ordered(order.ballot, entry.meta.batcherId, entry.meta.sequence);
        if (BatcherId.node(entry.meta.batcherId) != sender && nodes > 1 && !sentTo.contains(key)) {
            violations.report("node " + sender + " orders " + entry.meta + " at LSN " + entry.lsn + " in ballot "
                + order.ballot + ", but it was never sent to the leader of this ballot");
        }
        if (refused.contains(key)) {
            violations.report("node " + sender + " orders " + entry.meta + " at LSN " + entry.lsn + " in ballot "
                + order.ballot + ", in which it has refused it");
        }
        final Long before = fresh.put(key, entry.lsn);
        if (before != null) {
            violations.report("node " + sender + " orders " + entry.meta + " at LSN " + entry.lsn + " in ballot "
                + order.ballot + ", in which it has ordered it at LSN " + before);
        }
    }
}
