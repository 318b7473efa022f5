package io.fleet.bench.subject;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.Order;
import io.fleet.scattered.learner.Learner;

/** A learner beside a replica that records at once what is chosen. */
public final class LearnerSubject extends Subjects.Untouched {
    private final Learner learner;
    private long recorded;

    /** Creates a learner of a group of three that has learnt nothing yet. */
    public LearnerSubject() {
        learner = new Learner(Subjects.context(GroupConfig.scattered(), this));
    }

    /**
     * An order of the leader's has come.
     *
     * @param order what it holds.
     */
    public void onOrder(final Order order) {
        learner.onOrder(order);
    }

    /**
     * An acknowledgement has come.
     *
     * @param member of which member, from 0 to 2.
     * @param ack    what it holds.
     */
    public void onAck(final int member, final Ack ack) {
        learner.onAck(member, ack);
    }

    /**
     * The replica records all that is chosen.
     *
     * @return the LSN up to which everything is chosen.
     */
    public long recordChosen() {
        recorded = learner.chosen();
        return recorded;
    }

    @Override
    public long applied() {
        return recorded;
    }

    @Override
    public long recorded() {
        return recorded;
    }

    @Override
    public long durable() {
        return recorded;
    }
}
