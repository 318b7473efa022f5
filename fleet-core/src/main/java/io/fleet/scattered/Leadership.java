package io.fleet.scattered;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.scattered.election.Campaign;
import io.fleet.scattered.election.ElectedCatchUp;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.election.FitnessReporter;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import java.util.EnumSet;
import java.util.Set;

/** How a node comes to lead, says how fit it is to, and hands over. */
final class Leadership {
    private static final Set<MessageType> TAKEN_QUIETLY = EnumSet.of(MessageType.ORDER, MessageType.ACK,
        MessageType.COLLECTED_ACKS, MessageType.ENTRY_BODY, MessageType.SNAPSHOT_NOTICE, MessageType.MEMBER_PROGRESS);

    final Election election;
    final LeadershipTransfers transfers;
    final ConfigurationProgress progress;
    private final Leader leader;
    private final Campaign campaign;
    private final LogClock clock;
    private final FitnessReporter fitness;

    Leadership(final Roles roles, final RoleRoutes routes) {
        leader = roles.leader;
        clock = roles.clock;
        campaign = new Campaign(roles.context, roles.acceptor);
        fitness = new FitnessReporter(roles.context, roles.acceptor, roles.learner, roles.voting);
        progress = new ConfigurationProgress(roles.context, leader);
        election = new Election(roles.context, roles.acceptor, roles.learner, campaign,
            new ElectedCatchUp(roles.bodies, roles.fetcher, roles.acceptor, roles.learner), leader, roles.voting,
            fitness, progress, roles.random.split());
        transfers = new LeadershipTransfers(roles.context, leader, election, fitness, roles.leases);
        routes.onMember(MessageType.PRE_VOTE_REPLY, election::onPreVoteReply)
            .onMemberWithoutTime(MessageType.PROMISE, campaign::onPromise)
            .on(MessageType.CONFIRM, roles.promises::onConfirm)
            .onMember(MessageType.CONFIRMATION, this::onConfirmation)
            .onFromAnybody(MessageType.STALE_BALLOT, this::onStaleBallot)
            .on(MessageType.LEADERSHIP_TRANSFER, election::onHandOver)
            .onFromAnybody(MessageType.LEADERSHIP_TRANSFER_REQUEST, transfers::onRequest)
            .onMember(MessageType.LEADER_FITNESS, transfers::onCandidacy)
            .onWithoutTime(MessageType.LEADER_FITNESS_NOTED, fitness::onNoted)
            .on(MessageType.LEASE_REQUEST, roles.leases::onRequest)
            .onMemberWithoutTime(MessageType.LEASE_GRANT, roles.leases::onGrant)
            .onMember(MessageType.SUB_LEASE_REQUEST, roles.replicaLeases::onRequest)
            .onWithoutTime(MessageType.SUB_LEASE, roles.replicaLeases::onLease)
            .onWithoutTime(MessageType.LEASE_RELEASED, roles.replicaLeases::onReleased)
            .onFromAnybody(MessageType.FILL_REQUEST, this::onFillRequest)
            .on(MessageType.FETCH_ORDER, leader::onFetchOrder);
    }

    private void onConfirmation(final int member, final Confirmation confirmation, final long nowNs) {
        clock.hear(member, confirmation.clockMillis, nowNs);
        clock.hearOfRise(confirmation.risenMillisAgo, nowNs);
        campaign.onConfirmation(member, confirmation);
    }

    private void onStaleBallot(final StaleBallot stale, final long nowNs) {
        election.noteBallot(stale.promised, nowNs);
    }

    private void onFillRequest(final FillRequest request, final long nowNs) {
        leader.fill(request.upTo);
    }

    void onAck(final int member, final Ack ack, final long nowNs) {
        progress.onAck(member, ack, nowNs);
        if (leader.ballot() != Ballot.NONE) {
            leader.onAck(member, ack, nowNs);
            transfers.onAck(member, ack, nowNs);
        }
    }

    /** Whether it leads and has nothing to order, or follows a leader that it hears. */
    boolean isAtRest(final long nowNs) {
        return !transfers.isBusy() && (leader.ballot() == Ballot.NONE
            ? election.role() == Role.FOLLOWER && election.hearsLeader(nowNs)
            : leader.isAtRest());
    }

    /** A message came: a leader that is quiet hears its members more often, but for what it takes quietly. */
    void meet(final Message message, final long nowNs) {
        if (leader.quiescence().isQuiet() && !TAKEN_QUIETLY.contains(message.type())
            && !(message instanceof LeaderFitness told && !told.leaving)) {
            disturb(nowNs);
        }
    }

    /** {@link io.fleet.consensus.GroupProtocol#disturb}. */
    void disturb(final long nowNs) {
        leader.quiescence().disturb(nowNs);
    }

    /** {@link io.fleet.consensus.GroupProtocol#pulseNs}. */
    long pulseNs(final long nowNs) {
        if (leader.ballot() != Ballot.NONE) {
            return leader.quiescence().pulseNs();
        }
        return election.pulseNs(nowNs);
    }

    /** {@link io.fleet.consensus.GroupProtocol#quietLeftNs}. */
    long quietLeftNs(final long nowNs) {
        return leader.ballot() != Ballot.NONE ? leader.quiescence().leftNs(nowNs)
            : Math.min(election.quietLeftNs(nowNs), fitness.quietLeftNs(election.leaderBallot(), nowNs));
    }

    int doWork(final long nowNs) {
        if (transfers.isBusy() || progress.isAnyUninformed(nowNs)) {
            disturb(nowNs);
        }
        return election.doWork(nowNs) + transfers.doWork(nowNs);
    }

    int tellFitness(final long nowNs) {
        return fitness.doWork(election.leaderBallot(), nowNs);
    }

    /** {@link io.fleet.consensus.GroupProtocol#hasLeft}. */
    boolean hasLeft(final long nowNs) {
        if (leader.ballot() != Ballot.NONE || transfers.isBusy()) {
            return transfers.isDone(nowNs);
        }
        return !election.hearsLeader(nowNs) || fitness.isDone(election.leaderBallot());
    }
}
