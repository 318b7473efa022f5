package io.fleet.scattered;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.scattered.collector.Collecting;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.membership.ConfigurationGate;
import io.fleet.scattered.membership.Reconfiguration;
import io.fleet.scattered.membership.Rejoin;
import io.fleet.scattered.snapshot.SnapshotCover;

/** Who belongs to the group, and who counts again after a loss: a candidate of another configuration is not heard. */
final class MemberRoles {
    final Rejoin rejoin;
    final Reconfiguration reconfiguration;
    private final Roles roles;
    private final Collecting collecting;
    private final Election election;
    private final SnapshotCover cover;

    MemberRoles(final Roles roles, final Leadership leadership, final SnapshotCover cover,
                final RequestNonces questions, final Collecting collecting, final RoleRoutes routes) {
        this.roles = roles;
        this.collecting = collecting;
        this.cover = cover;
        election = leadership.election;
        rejoin = new Rejoin(roles.context, roles.voting, roles.acceptor, roles.leader, roles.settled,
            roles.random.nextLong() >>> 1, roles.random.nextLong());
        reconfiguration = new Reconfiguration(roles.context, roles.leader, roles.learner, election, roles.voting,
            leadership.transfers, cover, leadership.progress, rejoin, questions);
        final ConfigurationGate gate = new ConfigurationGate(roles.context, reconfiguration, roles.learner, election,
            roles.acceptor, roles.clock, roles.settled, collecting.passing());
        routes.on(MessageType.ORDER, gate::onOrder)
            .on(MessageType.PRE_VOTE, this::onPreVote)
            .on(MessageType.PREPARE, this::onPrepare)
            .onMember(MessageType.REJOIN_REQUEST, this::onRejoinRequest)
            .on(MessageType.REJOIN_REPLY, this::onRejoinReply)
            .onWithoutTime(MessageType.VOTER_LIFE, this::onVoterLife)
            .onWithoutTime(MessageType.MEMBERS, reconfiguration::onMembers)
            .onWithoutTime(MessageType.MEMBERS_REQUEST, reconfiguration::onRequest)
            .onMember(MessageType.MEMBER_PROGRESS, reconfiguration::onProgress)
            .on(MessageType.MEMBER_CHANGE, reconfiguration::onChange)
            .onFromAnybody(MessageType.MEMBER_CHANGE_ANSWER, reconfiguration::onChangeAnswer);
    }

    private void onPreVote(final int sender, final PreVote message, final long nowNs) {
        reconfiguration.onVersion(sender, message.configuration, nowNs);
        election.onPreVote(sender, message, nowNs);
    }

    private void onPrepare(final int sender, final Prepare prepare, final long nowNs) {
        if (prepare.configuration != roles.context.membership().version()) {
            reconfiguration.onVersion(sender, prepare.configuration, nowNs);
        } else if (roles.voting.mayElect(sender, nowNs) && roles.promises.onPrepare(sender, prepare)) {
            election.noteBallot(prepare.ballot, nowNs);
        }
    }

    private void onRejoinRequest(final int member, final RejoinRequest request, final long nowNs) {
        cover.onRejoin(member);
        roles.learner.onRejoin(member);
        collecting.onRejoin(member);
        rejoin.onRequest(member, request, nowNs);
    }

    private void onRejoinReply(final int sender, final RejoinReply message, final long nowNs) {
        if (rejoin.isAnswer(message)) {
            reconfiguration.onKnown(message.configuration);
        }
        reconfiguration.onVersion(sender, message.configuration, nowNs);
        rejoin.onReply(roles.context.indexOf(sender), message);
    }

    private void onVoterLife(final int sender, final VoterLife message) {
        if (Ballot.node(message.ballot) == sender) {
            roles.acceptor.onVoterLife(sender, message);
        } else {
            roles.leader.onVoterLife(sender, message.ballot);
        }
    }
}
