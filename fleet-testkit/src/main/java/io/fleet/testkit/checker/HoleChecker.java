package io.fleet.testkit.checker;

import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Order;
import java.util.function.IntToLongFunction;
import org.agrona.collections.LongHashSet;

/**
 * Watches that a leader leaves no holes (S5, S7): reports one that says how far it has ordered, and for several
 * election timeouts has not sent what it orders at an LSN below that, which nobody knows chosen. Only what a leader
 * does without a longer pause is judged.
 */
public final class HoleChecker {
    private static final int TIMEOUTS = 3;

    private final int groupId;
    private final IntToLongFunction timeouts;
    private final ChosenChecker chosen;
    private final Violations violations;
    private final Leader[] leaders;

    /** A leader, at its latest ballot. */
    private static final class Leader {
        private long ballot;
        private LongHashSet sent = new LongHashSet();
        private long upTo;
        private long sinceNs;
        private long lastNs;
    }

    /**
     * Creates a witness of one group.
     *
     * @param groupId    the group.
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param timeouts   the election timeout of each node in nanoseconds.
     * @param chosen     knows what is chosen; must be told of each message first.
     * @param violations where it reports.
     */
    public HoleChecker(final int groupId, final int nodes, final IntToLongFunction timeouts, final ChosenChecker chosen,
                       final Violations violations) {
        this.groupId = groupId;
        this.timeouts = timeouts;
        this.chosen = chosen;
        this.violations = violations;
        leaders = new Leader[nodes];
        for (int i = 0; i < nodes; i++) {
            leaders[i] = new Leader();
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
        if (message.type() != MessageType.ORDER) {
            return;
        }
        final Order order = (Order) message;
        final long timeoutNs = timeouts.applyAsLong(sender);
        final Leader leader = leaders[sender];
        if (leader.ballot != order.ballot) {
            leader.ballot = order.ballot;
            leader.sent = new LongHashSet();
            leader.upTo = order.base;
            leader.sinceNs = nowNs;
        }
        for (int i = 0; i < order.count; i++) {
            leader.sent.add(order.entries[i].lsn);
        }
        if (nowNs - leader.lastNs > timeoutNs) {
            leader.sinceNs = nowNs;
        }
        leader.lastNs = nowNs;
        while (leader.upTo < order.highest && (leader.sent.remove(leader.upTo + 1)
            || chosen.chosen(groupId, leader.upTo + 1) != null)) {
            leader.upTo++;
            leader.sinceNs = nowNs;
        }
        if (leader.upTo >= order.highest) {
            leader.sinceNs = nowNs;
        } else if (nowNs - leader.sinceNs > TIMEOUTS * timeoutNs) {
            violations.report("node " + sender + " says that it has ordered up to LSN " + order.highest + " in ballot "
                + order.ballot + ", and has not sent LSN " + (leader.upTo + 1) + " for " + TIMEOUTS
                + " election timeouts");
            leader.sinceNs = nowNs;
        }
    }
}
