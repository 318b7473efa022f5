package io.fleet.scattered.collector;

import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CollectedAcks;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.learner.Learner;

/** What this node does for others as a collector, and makes of what one does for it. */
public final class Collecting {
    private final GroupContext context;
    private final CollectorChoice choice;
    private final AckCollector collector;
    private final CollectedAckReader reader;
    private final OrderPassing passing;

    public Collecting(final GroupContext context, final Learner learner, final CollectorChoice choice) {
        this.context = context;
        this.choice = choice;
        final NamedCollector named = new NamedCollector();
        collector = new AckCollector(context, learner);
        reader = new CollectedAckReader(context, named);
        passing = new OrderPassing(context, named);
    }

    /** What comes as an order, before anybody takes it. */
    public OrderPassing passing() {
        return passing;
    }

    /** An acknowledgement, be it from its sender or told by a collector: that asks nobody to tell it. */
    public void onAck(final int member, final Ack ack, final long nowNs) {
        if (!reader.isReading()) {
            reader.onHeard(member);
            collector.onAck(member, ack, nowNs);
        }
    }

    /** A member tells of acknowledgements that it has gathered. */
    public void onCollected(final int sender, final CollectedAcks message, final long nowNs) {
        if (sender != context.self() && reader.read(sender, message, nowNs)) {
            choice.onTold(sender, nowNs);
        }
    }

    /** A member has lost what it held, and asks to be repaired (S15). */
    public void onRejoin(final int member) {
        reader.onRejoin(member);
    }

    /** Another configuration is acted on. */
    public void onConfiguration() {
        collector.onConfiguration();
        reader.onConfiguration();
        passing.onConfiguration();
    }

    public int doWork(final long nowNs) {
        return passing.doWork() + collector.doWork(nowNs);
    }

    /** Whether nothing is to be told or passed on. */
    public boolean isAtRest() {
        return collector.isAtRest() && passing.isAtRest();
    }
}
