package io.fleet.scattered;

import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.scattered.collector.AckCollector;
import io.fleet.scattered.collector.CollectedAckReader;
import io.fleet.scattered.collector.CollectorChoice;
import io.fleet.scattered.collector.OrderPassing;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.learner.Learner;

/**
 * What acknowledgements do, whether a member has sent them to this node or a collector tells of them; and what this node
 * does for others as a collector.
 */
final class Acknowledgements {
    private final GroupContext context;
    private final LogClock clock;
    private final Learner learner;
    private final Leadership leadership;
    private final AckCollector collector;
    private final CollectedAckReader reader;
    private final CollectorChoice choice;
    final OrderPassing passing;

    Acknowledgements(final Roles roles, final Leadership leadership, final RoleRoutes routes) {
        context = roles.context;
        clock = roles.clock;
        learner = roles.learner;
        this.leadership = leadership;
        collector = new AckCollector(roles.context, roles.learner);
        reader = new CollectedAckReader(roles.context);
        choice = roles.collectors;
        passing = new OrderPassing(roles.context);
        routes.onMember(MessageType.ACK, this::onAck).on(MessageType.COLLECTED_ACKS, this::onCollected);
    }

    private void onAck(final int member, final Ack ack, final long nowNs) {
        clock.hear(member, ack.clockMillis, nowNs);
        learner.onAck(member, ack);
        leadership.onAck(member, ack, nowNs);
        collector.onAck(member, ack, nowNs);
    }

    private void onCollected(final int sender, final CollectedAcks message, final long nowNs) {
        if (sender != context.self()) {
            choice.onTold(sender, nowNs);
            reader.read(message, nowNs);
        }
    }

    int doWork(final long nowNs) {
        return passing.doWork() + collector.doWork(nowNs);
    }

    boolean isAtRest() {
        return collector.isAtRest() && passing.isAtRest();
    }
}
