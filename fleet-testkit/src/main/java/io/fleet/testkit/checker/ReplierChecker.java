package io.fleet.testkit.checker;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.storage.EntryMeta;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Knows who was named to answer what (S10). Reports
 * <ul>
 * <li>an answer, or a read that ran, on a node that no leader named for that entry;</li>
 * <li>a replier that is given more entries than its bound while it has not applied as many.</li>
 * </ul>
 * It hears what a replica has applied no later than the leader does, so it never counts more than the leader must.
 * Of a member that is alone it takes whatever it answers: it says nothing that can be heard.
 */
public final class ReplierChecker {
    private final int nodes;
    private final Electorate electorate;
    private final IntUnaryOperator bounds;
    private final Violations violations;
    private final Map<EntryKey, long[]> ofEntry = new HashMap<>();
    private final Long2LongHashMap ofLsn = new Long2LongHashMap(0);
    private final Long2ObjectHashMap<Queues> ballots = new Long2ObjectHashMap<>();
    private final long[] applied;

    private record EntryKey(long batcherId, long sequence) {
    }

    /** Entries of one ballot that wait at each node. */
    private static final class Queues {
        private final List<ArrayDeque<Long>> waiting = new ArrayList<>();
        private long highest;

        private Queues(final int nodes) {
            for (int i = 0; i < nodes; i++) {
                waiting.add(new ArrayDeque<>());
            }
        }
    }

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param electorate who belongs to the group.
     * @param bounds     how many unapplied entries one replier may be given by each leader.
     * @param violations where it reports.
     */
    public ReplierChecker(final int nodes, final Electorate electorate, final IntUnaryOperator bounds,
                          final Violations violations) {
        this.nodes = nodes;
        this.electorate = electorate;
        this.bounds = bounds;
        this.violations = violations;
        applied = new long[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case ORDER -> onOrder((Order) message);
            case ACK -> applied[sender] = Math.max(applied[sender], ((Ack) message).applied);
            case REPLY_BATCH -> onReply(sender, (ReplyBatch) message);
            default -> {}
        }
    }

    /**
     * A read-only command ran.
     *
     * @param node where.
     * @param lsn  the LSN of its entry.
     */
    public void onQuery(final int node, final long lsn) {
        if (!electorate.isAlone(node, lsn) && (ofLsn.get(lsn) >>> node & 1) == 0) {
            violations.report("node " + node + " ran a read of LSN " + lsn + " and is not its replier");
        }
    }

    private void onReply(final int sender, final ReplyBatch reply) {
        if (reply.reads) {
            return;
        }
        final long[] named = ofEntry.get(new EntryKey(reply.batcherId, reply.entrySequence));
        if (!electorate.wasAlone(sender) && (named == null || (named[0] >>> sender & 1) == 0)) {
            violations.report("node " + sender + " answered entry " + Long.toHexString(reply.batcherId) + ":"
                + reply.entrySequence + " and is not its replier");
        }
    }

    private void onOrder(final Order order) {
        final Queues queues = ballots.computeIfAbsent(order.ballot, key -> new Queues(nodes));
        for (int i = 0; i < order.count; i++) {
            final OrderEntry line = order.entries[i];
            if (line.replier >= 0 && line.replier < nodes && !line.meta.isNoOp()) {
                final boolean isNew = name(line.meta, line.lsn, line.replier);
                if (line.lsn > queues.highest && (isNew || line.replier != Ballot.node(order.ballot))) {
                    queues.highest = line.lsn;
                    enqueue(queues.waiting.get(line.replier), line, order.ballot);
                }
            }
        }
    }

    /** Whether the entry was never ordered before. What is found by a new leader may go to itself beyond its bound. */
    private boolean name(final EntryMeta meta, final long lsn, final int replier) {
        final long[] named = ofEntry.computeIfAbsent(new EntryKey(meta.batcherId, meta.sequence), key -> new long[1]);
        final boolean isNew = named[0] == 0;
        named[0] |= 1L << replier;
        ofLsn.put(lsn, ofLsn.get(lsn) | 1L << replier);
        return isNew;
    }

    private void enqueue(final ArrayDeque<Long> waiting, final OrderEntry line, final long ballot) {
        while (!waiting.isEmpty() && waiting.peekFirst() <= applied[line.replier]) {
            waiting.pollFirst();
        }
        if (line.lsn > applied[line.replier]) {
            waiting.addLast(line.lsn);
        }
        final int bound = bounds.applyAsInt(Ballot.node(ballot));
        if (waiting.size() > bound) {
            violations.report("more entries wait at one replier than its bound: node " + line.replier + " is given LSN "
                + line.lsn + " in ballot " + ballot + ", has applied up to " + applied[line.replier]
                + ", and the bound is " + bound);
        }
    }
}
