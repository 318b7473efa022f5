package io.fleet.scattered.acceptor;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.context.GroupContext;

/**
 * The highest ballot of which this node knows that it was settled in the configuration that this node acts on: its
 * leader had found no next one, so whatever next configuration was ordered at a lower ballot was never chosen (S14).
 * Leaders say it themselves. It is made durable when a node asks that is to be repaired (S15): each later candidate
 * hears of it from one of those who answered, so a configuration that says nothing of the new life of that node is
 * not proposed again after its repair.
 */
public final class SettledBallot {
    private final GroupContext context;
    private long heard;

    public SettledBallot(final GroupContext context) {
        this.context = context;
    }

    /** A leader has sent an order that this node takes, in the configuration that this node acts on. */
    public void onOrder(final Order order) {
        if (order.settled && order.ballot > heard && isNoted()) {
            heard = order.ballot;
        }
    }

    /** What was heard in another configuration says nothing of what follows the new one. */
    public void onConfiguration() {
        heard = Ballot.NONE;
    }

    /**
     * The ballot, as far as it is durable, and only that is told. It may be of a configuration before: each ballot that
     * is elected in a later one is above it, so it says nothing of what was ordered there.
     */
    public long durable() {
        return context.standing().durableSettled();
    }

    /**
     * Whether the log notes the configuration durably that this node acts on. A node that begins with a snapshot acts
     * on that one's before: were the snapshot lost, the ballot would be taken for one of the configuration before.
     */
    private boolean isNoted() {
        return context.progress().durable() >= context.membership().version();
    }

    /** Makes what is known durable; returns whether it is. */
    public boolean keep() {
        context.standing().noteSettled(heard);
        return durable() >= heard;
    }
}
