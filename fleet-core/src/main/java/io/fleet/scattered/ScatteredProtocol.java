package io.fleet.scattered;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.GroupState;
import io.fleet.consensus.LeaderElection;
import io.fleet.consensus.MemberChanges;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.ReplicaProgress;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.SanityBounds;
import io.fleet.scattered.leader.VoteMarks;
import io.fleet.scattered.learner.ChosenBodies;
import io.fleet.scattered.learner.OrderFetcher;
import io.fleet.scattered.learner.Replay;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.storage.VoterState;
import java.util.Optional;

/** The scattered mode for one group on one node: gives its roles their turns, and decides which messages they hear. */
public final class ScatteredProtocol implements GroupProtocol {
    private final GroupContext context;
    private final SanityBounds plausibility;
    private final Roles roles;
    private final Leadership leadership;
    private final Acknowledgements acknowledgements;
    private final MemberRoles members;
    private final EntryBodies bodies;
    private final Replay replay;
    private final ChosenBodies chosen;
    private final CatchUp catchUp;
    private final SnapshotCover cover;
    private final SnapshotTurns snapshots;
    private final OrderFetcher orderFetcher;
    private final VoteMarks marks;
    private final ScatteredState state;
    private long released;

    /**
     * Creates the roles.
     *
     * @param context what they are given.
     */
    public ScatteredProtocol(final GroupContext context) {
        this.context = context;
        plausibility = new SanityBounds(context);
        final RoleRoutes routes = new RoleRoutes(context, this::admits);
        final RequestNonces questions = new RequestNonces(context.randomSeed());
        roles = new Roles(context);
        leadership = new Leadership(roles, routes);
        acknowledgements = new Acknowledgements(roles, leadership, routes);
        cover = new SnapshotCover(context);
        members = new MemberRoles(roles, leadership, cover, questions, acknowledgements.collecting, routes);
        bodies = new EntryBodies(roles, leadership.election, routes);
        replay = new Replay(context, roles.bodies, roles.fetcher);
        chosen = new ChosenBodies(context, roles.bodies, roles.acceptor, roles.learner, replay, roles.voting);
        catchUp = new CatchUp(roles, chosen, cover, questions, routes);
        snapshots = new SnapshotTurns(roles, cover, catchUp, leadership.election, routes);
        orderFetcher = new OrderFetcher(context, roles.learner);
        marks = new VoteMarks(context, roles.acceptor, roles.voting, roles.leases, leadership.election::leaderBallot);
        state = new ScatteredState(roles, leadership.election, members.rejoin);
        released = context.progress().recorded();
    }

    /** Whether a role may act on a message, by whom it comes from and what it tells of. */
    private boolean admits(final int sender, final Message message, final long nowNs) {
        forgetRecorded();
        final int member = context.indexOf(sender);
        leadership.meet(message, nowNs);
        if (member >= 0 && message instanceof RejoinReply reply && members.rejoin.isAnswer(reply)) {
            plausibility.onReported(member, reply.promised);
        }
        return (member >= 0 || !message.type().route().isForMembers())
            && (sender == context.self() || plausibility.admits(message, roles.acceptor.promised(), nowNs));
    }

    @Override
    public int doWork(final long nowNs, final long epochMillis) {
        plausibility.clock(epochMillis);
        roles.acceptor.clock(epochMillis);
        if (context.membership().ownSlot() >= 0) {
            roles.clock.hear(context.membership().ownSlot(), epochMillis, nowNs);
        }
        forgetRecorded();
        bodies.sweep(Math.min(released, context.progress().applied()), nowNs);
        if (members.reconfiguration.adopt(nowNs)) {
            onConfiguration(nowNs);
        }
        int work = roles.leases.doWork(nowNs);
        work += members.rejoin.doWork(nowNs);
        work += leadership.doWork(nowNs);
        work += members.reconfiguration.doWork(nowNs);
        work += leadership.tellFitness(nowNs);
        if (roles.leader.ballot() != Ballot.NONE) {
            work += roles.leader.doWork(nowNs, epochMillis);
            work += roles.leases.tellReleased();
        }
        work += roles.acceptor.doWork(nowNs);
        work += acknowledgements.collecting.doWork(nowNs);
        work += roles.promises.doWork();
        work += replay.doWork(nowNs);
        work += bodies.doWork(nowNs);
        work += catchUp.doWork(nowNs);
        work += snapshots.doWork(nowNs);
        work += orderFetcher.doWork(nowNs);
        return work;
    }

    @Override
    public boolean isAtRest(final long nowNs) {
        final ReplicaProgress progress = context.progress();
        final long chosen = roles.learner.chosen();
        return roles.learner.known() == chosen && roles.learner.ordered() == chosen && progress.applied() == chosen
            && progress.recorded() == chosen && roles.bodies.areOld(leadership.election.leaderBallot(), nowNs)
            && roles.acceptor.isAtRest() && acknowledgements.collecting.isAtRest()
            && roles.promises.isAtRest() && leadership.isAtRest(nowNs) && catchUp.isAtRest()
            && roles.voting.standing() == VoterState.VOTER && roles.leases.areAtRest()
            && !leadership.election.isConfigurationPending() && context.membership().hinted() == 0
            && !members.reconfiguration.isBusy();
    }

    @Override
    public long pulseNs(final long nowNs) {
        return leadership.pulseNs(nowNs);
    }

    @Override
    public long quietLeftNs(final long nowNs) {
        return leadership.quietLeftNs(nowNs);
    }

    @Override
    public void disturb(final long nowNs) {
        leadership.disturb(nowNs);
    }

    @Override
    public void onStoodStill(final long nowNs) {
        roles.leases.onStoodStill(nowNs);
    }

    @Override
    public ChosenEntries chosenEntries() {
        return chosen;
    }

    @Override
    public GroupMembers members() {
        return context.membership();
    }

    @Override
    public ReadMarks readMarks() {
        return marks;
    }

    @Override
    public LogUser user(final LogKind log) {
        return roles.acceptor;
    }

    @Override
    public GroupState state() {
        return state;
    }

    @Override
    public SnapshotRules snapshots() {
        return snapshots;
    }

    @Override
    public Optional<LeaderElection> election() {
        return Optional.of(leadership.transfers);
    }

    @Override
    public Optional<MemberChanges> memberChanges() {
        return Optional.of(members.reconfiguration);
    }

    /** It does not lead, or nobody else can, and it owes no replies. */
    @Override
    public boolean hasLeft(final long nowNs) {
        return leadership.hasLeft(nowNs);
    }

    /**
     * How many bodies are held or awaited.
     *
     * @return bodies.
     */
    public int pendingBodies() {
        return roles.bodies.size();
    }

    /** Another configuration is acted on. */
    private void onConfiguration(final long nowNs) {
        acknowledgements.collecting.onConfiguration();
        roles.learner.onConfiguration();
        cover.onConfiguration();
        catchUp.onConfiguration();
        roles.settled.onConfiguration();
        members.rejoin.onConfiguration();
        plausibility.onConfiguration();
        leadership.election.onConfiguration(nowNs);
    }

    /** What the replica has recorded is not needed in memory any more. */
    private void forgetRecorded() {
        final long recorded = context.progress().recorded();
        if (recorded > released) {
            for (long lsn = Math.max(released, recorded - context.capacity()) + 1; lsn <= recorded; lsn++) {
                roles.learner.release(lsn, roles.bodies);
            }
            released = recorded;
            roles.learner.onRecorded(recorded);
            roles.acceptor.onRecorded(recorded);
        }
    }
}
