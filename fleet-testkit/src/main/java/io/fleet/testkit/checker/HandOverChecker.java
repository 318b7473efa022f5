package io.fleet.testkit.checker;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import java.util.function.IntToLongFunction;

/**
 * Watches leaders that hand over. Reports
 * <ul>
 * <li>one that asks another to take over at a ballot that is not its own;</li>
 * <li>one that orders something new right after it has asked another to take over: it may go on at its ballot only when
 * the other one was not elected within an election timeout.</li>
 * </ul>
 */
public final class HandOverChecker {
    private final IntToLongFunction patience;
    private final Violations violations;
    private final long[] ballot;
    private final long[] number;
    private final long[] highest;
    private final long[] askedNs;

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param patience   how long each leader waits at least for the one that it has asked, in nanoseconds of true time.
     * @param violations where it reports.
     */
    public HandOverChecker(final int nodes, final IntToLongFunction patience, final Violations violations) {
        this.patience = patience;
        this.violations = violations;
        ballot = new long[nodes];
        number = new long[nodes];
        highest = new long[nodes];
        askedNs = new long[nodes];
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     * @param nowNs   the time.
     */
    public void onMessage(final int sender, final Message message, final long nowNs) {
        switch (message.type()) {
            case LEADERSHIP_TRANSFER -> onHandOver(sender, (LeadershipTransfer) message, nowNs);
            case ORDER -> onOrder(sender, (Order) message, nowNs);
            default -> {}
        }
    }

    private void onHandOver(final int sender, final LeadershipTransfer message, final long nowNs) {
        if (Ballot.node(message.ballot) != sender) {
            violations.report("node " + sender + " hands over at ballot " + message.ballot + ", which is not its own");
        }
        if (ballot[sender] != message.ballot || number[sender] != message.number) {
            ballot[sender] = message.ballot;
            number[sender] = message.number;
            highest[sender] = message.highest;
            askedNs[sender] = nowNs;
        }
    }

    private void onOrder(final int sender, final Order order, final long nowNs) {
        if (order.ballot != ballot[sender] || nowNs - askedNs[sender] >= patience.applyAsLong(sender)) {
            return;
        }
        for (int i = 0; i < order.count; i++) {
            final OrderEntry line = order.entries[i];
            if (line.lsn > highest[sender]) {
                violations.report("node " + sender + " orders LSN " + line.lsn + " in ballot " + order.ballot
                    + ", " + (nowNs - askedNs[sender]) + " ns after it asked another to take over at LSN "
                    + highest[sender]);
                return;
            }
        }
    }
}
