package io.fleet.scattered.collector;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Passes on what a leader has ordered, where the leader asks this node to; and says of what others pass on whether it
 * is taken: from a member that the leader has asked, of a leader that is listened to in the life in which it said so
 * (S15).
 */
public final class OrderPassing {
    /** How many orders wait at most for the transport to take them; more are lost, as packets may be. */
    static final int MAX_WAITING = 4;

    private static final CoverageMark PASSED = CoverageMark.named("order-passing.passed-on");
    private static final CoverageMark WAITS = CoverageMark.named("order-passing.waits-for-the-transport");
    private static final CoverageMark LOST = CoverageMark.named("order-passing.too-many-wait");
    private static final CoverageMark UNASKED = CoverageMark.named("order-passing.by-one-that-was-not-asked");
    private static final CoverageMark OTHER_LIFE = CoverageMark.named("order-passing.of-a-life-not-listened-to");

    private final GroupContext context;
    private final NamedCollector named;
    private final Order[] waiting = new Order[MAX_WAITING];
    private int first;
    private int count;

    OrderPassing(final GroupContext context, final NamedCollector named) {
        this.context = context;
        this.named = named;
    }

    /** Whether what another node passes on is to be taken as an order of the leader of its ballot. */
    public boolean isTaken(final int sender, final Order order) {
        final int leader = Ballot.node(order.ballot);
        return order.passedOn && leader != context.self() && sender != context.self()
            && isFromAsked(sender, order) && isOfKnownLife(leader, order);
    }

    /** The leader that is followed has ordered something, and may ask this node to pass it on. */
    public void onOrder(final Order order) {
        final int leader = Ballot.node(order.ballot);
        named.onOrder(order.ballot, order.collector);
        if (order.passedOn && order.collector == context.self() && leader != context.self()) {
            order.leaderLife = context.lives().lifeOf(leader);
            pass(order);
        }
    }

    /** What waits is of a former configuration. */
    void onConfiguration() {
        count = 0;
    }

    private boolean isFromAsked(final int sender, final Order order) {
        final boolean asked = named.isNamed(sender, order.ballot);
        if (!asked) {
            UNASKED.hit();
        }
        return asked;
    }

    private boolean isOfKnownLife(final int leader, final Order order) {
        final boolean known = context.lives().lifeOf(leader) == order.leaderLife;
        if (!known) {
            OTHER_LIFE.hit();
        }
        return known;
    }

    private void pass(final Order order) {
        if (count == 0 && context.outbound().sendToOthers(order)) {
            PASSED.hit();
        } else if (count < MAX_WAITING) {
            WAITS.hit();
            final int place = (first + count++) % MAX_WAITING;
            if (waiting[place] == null) {
                waiting[place] = new Order();
            }
            waiting[place].set(order);
        } else {
            LOST.hit();
        }
    }

    /** Passes on what the transport did not take. */
    int doWork() {
        int work = 0;
        while (count > 0 && context.outbound().sendToOthers(waiting[first])) {
            first = (first + 1) % MAX_WAITING;
            count--;
            work++;
        }
        return work;
    }

    /** Whether nothing waits. */
    boolean isAtRest() {
        return count == 0;
    }
}
