package io.fleet.scattered.learner;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/** Asks the leader for orders that others have acknowledged, or that lie below one that arrived, and that did not. */
public final class OrderFetcher {
    private static final CoverageMark ORDER_MISSED = CoverageMark.named("order-fetcher.missed-order-asked-for");

    private final GroupContext context;
    private final Learner learner;
    private final FetchOrder request = new FetchOrder();
    private final IntervalTimer time;

    public OrderFetcher(final GroupContext context, final Learner learner) {
        this.context = context;
        this.learner = learner;
        time = new IntervalTimer(context.resendNs());
    }

    public int doWork(final long nowNs) {
        final long missing = learner.chosen() + 1;
        if (missing > learner.ordered() || learner.ballot() == Ballot.NONE || !time.isDue(nowNs)) {
            return 0;
        }
        final int leader = Ballot.node(learner.ballot());
        if (leader == context.self() || learner.hasOrder(missing)) {
            return 0;
        }
        ORDER_MISSED.hit();
        request.ballot = learner.ballot();
        request.fromLsn = missing;
        request.toLsn = Math.min(learner.ordered(), missing + Order.MAX_ENTRIES - 1);
        context.outbound().send(leader, request);
        return 1;
    }
}
