package io.fleet.scattered.membership;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.replication.OrderEntry;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.SettledBallot;
import io.fleet.scattered.collector.OrderPassing;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;

/** What is taken of orders, by the configuration that their ballot belongs to and the members that they name (S14). */
public final class ConfigurationGate {
    private static final CoverageMark NO_WRITE_QUORUM = CoverageMark.named("version-gate.write-set-is-no-write-quorum");

    private final GroupContext context;
    private final Reconfiguration reconfiguration;
    private final Learner learner;
    private final Election election;
    private final Acceptor storage;
    private final LogClock clock;
    private final SettledBallot settled;
    private final OrderPassing passing;

    public ConfigurationGate(final GroupContext context, final Reconfiguration reconfiguration, final Learner learner,
                             final Election election, final Acceptor storage, final LogClock clock,
                             final SettledBallot settled, final OrderPassing passing) {
        this.passing = passing;
        this.context = context;
        this.reconfiguration = reconfiguration;
        this.learner = learner;
        this.election = election;
        this.storage = storage;
        this.clock = clock;
        this.settled = settled;
    }

    /**
     * An order of the leader of its ballot, of which each role here takes what it needs. One that another member has
     * passed on may be late, and does not say that the leader lives.
     */
    public void onOrder(final int sender, final Order order, final long nowNs) {
        final int leader = Ballot.node(order.ballot);
        final boolean isDirect = sender == leader;
        if (!isDirect && !passing.isTaken(sender, order)) {
            return;
        }
        if (order.configuration != context.membership().version()) {
            onOrderOfOther(leader, isDirect, order, nowNs);
            return;
        }
        if (context.indexOf(leader) < 0 || !isSound(order)) {
            return;
        }
        if (isDirect) {
            if (order.ballot >= storage.promised()) {
                passing.onOrder(order);
            }
            order.passedOn = false;
            reconfiguration.onElected(order.configuration);
            reconfiguration.onOrder(order.configuration);
            election.onLeaderHeard(order.ballot, order.quietMillis, nowNs);
        }
        if (leader != context.self()) {
            clock.see(order.timestamp, nowNs);
        }
        storage.onOrder(leader, order, nowNs);
        if (order.ballot == storage.promised() && context.membership().isVoter(context.indexOf(leader))) {
            settled.onOrder(order);
        }
        learner.onOrder(order);
        if (order.ballot >= storage.promised()) {
            context.outbound().tellBatchers(order);
        }
    }

    /**
     * A ballot of another configuration: its lines are not taken (S14). The leader of an older one may still be on its
     * way to the configuration that this node acts on, and needs to hear that it is chosen.
     */
    private void onOrderOfOther(final int sender, final boolean isDirect, final Order order, final long nowNs) {
        reconfiguration.onVersion(sender, order.configuration, nowNs);
        if (!isDirect || !context.membership().isPeer(sender)) {
            return;
        }
        order.passedOn = false;
        reconfiguration.onElected(order.configuration);
        learner.noteKnown(order.chosen);
        if (order.configuration > context.membership().version()) {
            election.onLeaderHeard(order.ballot, nowNs);
        } else if (context.membership().isVoter(context.indexOf(sender))) {
            election.onLeaderHeard(order.ballot, nowNs);
            reconfiguration.onOrder(order.configuration);
            order.count = 0;
            storage.onOrder(sender, order, nowNs);
        }
    }

    /** Whether each line asks members to persist it, and enough of them to choose it. */
    private boolean isSound(final Order order) {
        for (int i = 0; i < order.count; i++) {
            final OrderEntry line = order.entries[i];
            if (line.writers != OrderEntry.EVERYONE && ((line.writers & ~context.everyone()) != 0
                || !context.quorum().isWriteQuorum(line.writers))) {
                NO_WRITE_QUORUM.hit();
                return false;
            }
        }
        return true;
    }
}
