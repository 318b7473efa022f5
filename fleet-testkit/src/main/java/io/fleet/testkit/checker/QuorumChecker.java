package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.consensus.message.replication.Order;
import java.util.function.IntToLongFunction;

/**
 * Watches that a leader stops when it hears no quorum (S12): reports one that goes on at its ballot although for
 * several election timeouts no packet at all has reached it from so many nodes that no majority is left. Only what a
 * leader does without a longer pause is judged: what came in while it stood still is news to it when it goes on.
 */
public final class QuorumChecker {
    /** Clocks may run at half their speed, and what is on the way takes its time. */
    private static final int TIMEOUTS = 5;

    private final int nodes;
    private final Electorate electorate;
    private final IntToLongFunction timeouts;
    private final Violations violations;
    private final long[] heardNs;
    /** When a node, as collector, told an acknowledgement of another one last. */
    private final long[] toldNs;
    private final long[] ballot;
    private final long[] lastNs;
    private final long[] sinceNs;

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param timeoutNs  the election timeout.
     * @param violations where it reports.
     */
    public QuorumChecker(final int nodes, final long timeoutNs, final Violations violations) {
        this(nodes, new Electorate(nodes, violations), node -> timeoutNs, violations);
    }

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param timeouts   the election timeout of each node in nanoseconds.
     * @param violations where it reports.
     * @param electorate who votes when.
     */
    public QuorumChecker(final int nodes, final Electorate electorate, final IntToLongFunction timeouts,
                         final Violations violations) {
        this.electorate = electorate;
        this.nodes = nodes;
        this.timeouts = timeouts;
        this.violations = violations;
        heardNs = new long[nodes * nodes];
        toldNs = new long[nodes * nodes];
        ballot = new long[nodes];
        lastNs = new long[nodes];
        sinceNs = new long[nodes];
    }

    /**
     * A packet arrived.
     *
     * @param from  the endpoint that sent it; others than nodes are ignored.
     * @param to    the endpoint that got it.
     * @param nowNs the time.
     */
    public void onArrival(final int from, final int to, final long nowNs) {
        if (from < nodes && to < nodes) {
            heardNs[to * nodes + from] = nowNs;
        }
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     * @param nowNs   the time.
     */
    public void onMessage(final int sender, final Message message, final long nowNs) {
        if (message.type() == MessageType.COLLECTED_ACKS) {
            onCollected(sender, (CollectedAcks) message, nowNs);
        }
        if (message.type() != MessageType.ORDER) {
            return;
        }
        final long timeoutNs = timeouts.applyAsLong(sender);
        final long led = ((Order) message).ballot;
        if (led != ballot[sender] || nowNs - lastNs[sender] > timeoutNs) {
            ballot[sender] = led;
            sinceNs[sender] = nowNs;
        }
        lastNs[sender] = nowNs;
        final long limitNs = TIMEOUTS * timeoutNs;
        if (nowNs - sinceNs[sender] > limitNs
            && !electorate.isElectionQuorum(((Order) message).configuration, heardBy(sender, nowNs - limitNs))) {
            violations.report("a leader goes on that nobody can hear: node " + sender + " at ballot " + led
                + ", to which no majority has sent a packet that arrived for " + TIMEOUTS + " election timeouts");
            sinceNs[sender] = nowNs;
        }
    }

    private void onCollected(final int sender, final CollectedAcks message, final long nowNs) {
        for (int i = 0; i < message.count; i++) {
            toldNs[sender * nodes + message.node[i]] = nowNs;
        }
    }

    /** Those whose packets have come, and those of whom a collector that is heard tells (seed 7260830). */
    private long heardBy(final int node, final long sinceTimeNs) {
        long heard = 1L << node;
        for (int from = 0; from < nodes; from++) {
            if (from != node && heardNs[node * nodes + from] >= sinceTimeNs) {
                heard |= 1L << from | toldBy(from, sinceTimeNs);
            }
        }
        return heard;
    }

    private long toldBy(final int collector, final long sinceTimeNs) {
        long told = 0;
        for (int node = 0; node < nodes; node++) {
            final long ns = toldNs[collector * nodes + node];
            told |= ns > 0 && ns >= sinceTimeNs ? 1L << node : 0;
        }
        return told;
    }
}
