package io.fleet.scattered;

import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.scattered.collector.Collecting;
import io.fleet.scattered.learner.Learner;

/** What acknowledgements do, whether a member has sent them to this node or a collector tells of them. */
final class Acknowledgements {
    final Collecting collecting;
    private final LogClock clock;
    private final Learner learner;
    private final Leadership leadership;

    Acknowledgements(final Roles roles, final Leadership leadership, final RoleRoutes routes) {
        clock = roles.clock;
        learner = roles.learner;
        this.leadership = leadership;
        collecting = new Collecting(roles.context, roles.learner, roles.collectors);
        routes.onMember(MessageType.ACK, this::onAck).on(MessageType.COLLECTED_ACKS, collecting::onCollected);
    }

    private void onAck(final int member, final Ack ack, final long nowNs) {
        clock.hear(member, ack.clockMillis, nowNs);
        learner.onAck(member, ack);
        leadership.onAck(member, ack, nowNs);
        collecting.onAck(member, ack, nowNs);
    }
}
