package io.fleet.testkit.checker;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntUnaryOperator;

/**
 * Watches how leaders come about and how far they go (S12, S13). Reports
 * <ul>
 * <li>a candidate that a majority of replicas did not let campaign, and that no leader asked to;</li>
 * <li>a leader that lets another one campaign, and goes on leading;</li>
 * <li>a new entry that is ordered further above what the leader knows chosen than its window allows; what was ordered
 * in a lower ballot may be proposed again whatever the window.</li>
 * </ul>
 * Of use for groups of two nodes and more.
 */
public final class LeadershipChecker {
    private static final long NONE = -1;

    private final int nodes;
    private final Electorate electorate;
    private final IntUnaryOperator windows;
    private final Violations violations;
    private final long[] grants;
    private final long[] campaign;
    private final long[] led;
    /** The configuration of the last campaign: who leads, or campaigns, may do so anew in a newer one. */
    private final long[] campaignedIn;
    private final long[] grantedWhileLeading;
    private final boolean[] handed;
    private final Set<Known> known = new HashSet<>();

    private record Known(long batcherId, long sequence) {
    }

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param window     how many entries a leader may order above what it has applied.
     * @param violations where it reports.
     */
    public LeadershipChecker(final int nodes, final int window, final Violations violations) {
        this(nodes, new Electorate(nodes, violations), node -> window, violations);
    }

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param windows    how many entries each node may order above what it has applied, when it leads.
     * @param violations where it reports.
     * @param electorate who votes when.
     */
    public LeadershipChecker(final int nodes, final Electorate electorate, final IntUnaryOperator windows,
                             final Violations violations) {
        this.electorate = electorate;
        this.nodes = nodes;
        this.windows = windows;
        this.violations = violations;
        grants = new long[nodes];
        campaign = new long[nodes];
        led = new long[nodes];
        campaignedIn = new long[nodes];
        java.util.Arrays.fill(campaignedIn, NONE);
        grantedWhileLeading = new long[nodes];
        handed = new boolean[nodes];
        java.util.Arrays.fill(led, NONE);
        java.util.Arrays.fill(grantedWhileLeading, NONE);
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     */
    public void onMessage(final int sender, final Message message) {
        switch (message.type()) {
            case PRE_VOTE_REPLY -> onPreVoteReply(sender, (PreVoteReply) message);
            case LEADERSHIP_TRANSFER -> onHandOver(sender, (LeadershipTransfer) message);
            case PREPARE -> onPrepare(sender, (Prepare) message);
            case ORDER -> onOrder(sender, (Order) message);
            default -> {}
        }
    }

    private void onPreVoteReply(final int sender, final PreVoteReply reply) {
        final int asker = Ballot.node(reply.ballot);
        if (reply.granted && asker >= 0 && asker < nodes) {
            grants[asker] |= 1L << sender;
            grantedWhileLeading[sender] = led[sender];
        }
    }

    private void onHandOver(final int sender, final LeadershipTransfer message) {
        if (Ballot.node(message.ballot) == sender && message.successor < nodes) {
            handed[message.successor] = true;
        }
    }

    private void onPrepare(final int sender, final Prepare prepare) {
        if (prepare.ballot == campaign[sender]) {
            return;
        }
        campaign[sender] = prepare.ballot;
        final long allowed = grants[sender] | 1L << sender;
        final boolean before = campaignedIn[sender] >= 0 || electorate.wasAlone(sender);
        final boolean anew = before && prepare.configuration > campaignedIn[sender];
        campaignedIn[sender] = prepare.configuration;
        grants[sender] = 0;
        final boolean asked = handed[sender];
        handed[sender] = false;
        if (!asked && !anew && !electorate.isElectionQuorum(prepare.configuration, allowed)) {
            violations.report("node " + sender + " campaigns although no majority has lost the leader: ballot "
                + prepare.ballot + ", granted by the nodes of " + Long.toBinaryString(allowed));
        }
    }

    private void onOrder(final int sender, final Order order) {
        if (grantedWhileLeading[sender] == order.ballot) {
            violations.report("node " + sender + " lets another one campaign while it leads: ballot " + order.ballot);
        }
        led[sender] = order.ballot;
        final int window = windows.applyAsInt(sender);
        for (int i = 0; i < order.count; i++) {
            final OrderEntry line = order.entries[i];
            if (!line.meta.isNoOp() && known.add(new Known(line.meta.batcherId, line.meta.sequence))
                && line.lsn > order.chosen + window) {
                violations.report("an order lies beyond the leader's window: node " + sender + " orders LSN "
                    + line.lsn + " in ballot " + order.ballot + ", knows chosen up to " + order.chosen
                    + ", and the window is " + window);
            }
        }
    }
}
