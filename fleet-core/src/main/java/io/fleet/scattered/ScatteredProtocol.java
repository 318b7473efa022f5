package io.fleet.scattered;

import io.fleet.consensus.ChosenEntries;
import io.fleet.consensus.DurableSnapshots;
import io.fleet.consensus.GroupMembers;
import io.fleet.consensus.GroupProtocol;
import io.fleet.consensus.GroupState;
import io.fleet.consensus.LeaderElection;
import io.fleet.consensus.MemberChanges;
import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.SnapshotPermit;
import io.fleet.consensus.SnapshotRules;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.common.RequestNonces;
import io.fleet.consensus.lease.LeaseCounters;
import io.fleet.consensus.lease.LeaseGrants;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.store.LogKind;
import io.fleet.consensus.store.LogUser;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.acceptor.PrepareHandler;
import io.fleet.scattered.acceptor.SettledBallot;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.SanityBounds;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Campaign;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.election.FitnessReporter;
import io.fleet.scattered.election.LeaderRecovery;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.Leases;
import io.fleet.scattered.leader.UnorderedBodies;
import io.fleet.scattered.leader.VoteMarks;
import io.fleet.scattered.learner.ChosenBodies;
import io.fleet.scattered.learner.Learner;
import io.fleet.scattered.learner.OrderFetcher;
import io.fleet.scattered.learner.Replay;
import io.fleet.scattered.membership.ConfigurationGate;
import io.fleet.scattered.membership.Reconfiguration;
import io.fleet.scattered.membership.Rejoin;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.scattered.snapshot.SnapshotPermitClient;
import io.fleet.scattered.snapshot.SnapshotPermits;
import java.util.Optional;
import java.util.SplittableRandom;

/** Wires the roles of the scattered mode for one group on one node, and registers each for its messages. */
public final class ScatteredProtocol implements GroupProtocol {
    private static final long SWEEP_INTERVAL_NS = 1_000_000_000L;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final Acceptor storage;
    private final PrepareHandler promises;
    private final Learner learner;
    private final LogClock clock;
    private final Leader leader;
    private final Election election;
    private final VoteGuard voting;
    private final Leases leases;
    private final FitnessReporter announcer;
    private final LeadershipTransfers succession;
    private final Rejoin rejoin;
    private final Replay replay;
    private final CatchUp catchUp;
    private final SnapshotPermitClient turn;
    private final SnapshotCover cover;
    private final ConfigurationProgress reach;
    private final Reconfiguration reconfiguration;
    private final OrderFetcher orderFetcher;
    private final SettledBallot settled;
    private final ChosenBodies chosen;
    private final UnorderedBodies strays;
    private final VoteMarks marks;
    private final SanityBounds plausibility;
    private final ScatteredState state;
    private final SnapshotRules snapshots;
    private long released;
    private final IntervalTimer sweepTime = new IntervalTimer(SWEEP_INTERVAL_NS);

    /**
     * Creates the roles.
     *
     * @param context what they are given.
     */
    public ScatteredProtocol(final GroupContext context) {
        this.context = context;
        plausibility = new SanityBounds(context);
        final SplittableRandom random = new SplittableRandom(context.randomSeed());
        final RequestNonces questions = new RequestNonces(context.randomSeed());
        bodies = new PendingBodies(context.config(), context.counters());
        fetcher = new BodyFetcher(context, bodies);
        final LeaseCounters leaseCounters = new LeaseCounters();
        final LeaseGrants grants =
            new LeaseGrants(context.config().leases(), context.promises(), context.outbound(), leaseCounters);
        voting = new VoteGuard(context.standing(), context.lives(), context.membership(), context.progress(), grants);
        storage = new Acceptor(context, bodies, fetcher, voting);
        final BodyServer bodyServer = new BodyServer(context, bodies, storage);
        strays = new UnorderedBodies(context, bodies, fetcher, bodyServer);
        clock = context.newLogClock();
        settled = new SettledBallot(context);
        promises = new PrepareHandler(context, storage, voting, clock, settled);
        learner = new Learner(context);
        leader = new Leader(context, bodies, bodyServer, learner, clock, random.split());
        leases = new Leases(context, leaseCounters, grants, voting, storage, leader);
        final Campaign campaign = new Campaign(context, storage);
        announcer = new FitnessReporter(context, storage, learner, voting);
        reach = new ConfigurationProgress(context, leader);
        election =
            new Election(context, storage, learner, campaign, new LeaderRecovery(bodies, fetcher, storage, learner),
            leader, voting, announcer,
            reach, random.split());
        marks = new VoteMarks(context, storage, voting, leases, election::leaderBallot);
        succession = new LeadershipTransfers(context, leader, election, announcer, leases);
        rejoin = new Rejoin(context, voting, storage, leader, settled, random.nextLong() >>> 1,
            random.nextLong());
        replay = new Replay(context, bodies, fetcher);
        chosen = new ChosenBodies(context, bodies, storage, learner, replay, voting);
        catchUp = new CatchUp(context, bodies, fetcher, learner, leader, storage, chosen, questions);
        cover = new SnapshotCover(context);
        reconfiguration = new Reconfiguration(context, leader, learner, election, voting, succession, cover, reach,
            rejoin, questions);
        final ConfigurationGate gate =
            new ConfigurationGate(context, reconfiguration, learner, election, storage, clock, settled);
        orderFetcher = new OrderFetcher(context, learner);
        turn = new SnapshotPermitClient(context);
        state = new ScatteredState(election, learner, voting, rejoin, bodies, leader, leases);
        snapshots = new Snapshots();
        released = context.progress().recorded();
        register(gate, campaign, bodyServer);
    }

    /** Which role takes which message. */
    private void register(final ConfigurationGate gate, final Campaign campaign, final BodyServer bodyServer) {
        final RoleRoutes routes = new RoleRoutes(context, this::admits);
        routes.onFromAnybody(MessageType.ENTRY_BODY, this::onEntryBody)
            .on(MessageType.ORDER, gate::onOrder)
            .onMember(MessageType.ACK, this::onAck)
            .on(MessageType.PRE_VOTE, this::onPreVote)
            .onMember(MessageType.PRE_VOTE_REPLY, election::onPreVoteReply)
            .on(MessageType.PREPARE, this::onPrepare)
            .onMemberWithoutTime(MessageType.PROMISE, campaign::onPromise)
            .on(MessageType.CONFIRM, promises::onConfirm)
            .<Confirmation>onMember(MessageType.CONFIRMATION, (member, confirmation, nowNs) -> {
                clock.hear(member, confirmation.clockMillis, nowNs);
                clock.hearOfRise(confirmation.risenMillisAgo, nowNs);
                campaign.onConfirmation(member, confirmation);
            })
            .onMember(MessageType.REJOIN_REQUEST, this::onRejoinRequest)
            .on(MessageType.REJOIN_REPLY, this::onRejoinReply)
            .onWithoutTime(MessageType.VOTER_LIFE, this::onVoterLife)
            .on(MessageType.LEADERSHIP_TRANSFER, election::onHandOver)
            .onFromAnybody(MessageType.LEADERSHIP_TRANSFER_REQUEST, succession::onRequest)
            .onMember(MessageType.LEADER_FITNESS, succession::onCandidacy)
            .onWithoutTime(MessageType.LEADER_FITNESS_NOTED, announcer::onNoted)
            .onFromAnybody(MessageType.FILL_REQUEST, this::onFillRequest)
            .on(MessageType.LEASE_REQUEST, leases::onRequest)
            .onMemberWithoutTime(MessageType.LEASE_GRANT, leases::onGrant)
            .onFromAnybody(MessageType.STALE_BALLOT, this::onStaleBallot)
            .onWithoutTime(MessageType.FETCH_BODY, bodyServer::onFetchBody)
            .onWithoutTime(MessageType.FETCH_ORDER, leader::onFetchOrder)
            .onMember(MessageType.SNAPSHOT_TURN, new SnapshotPermits(context, leader)::onTurn)
            .on(MessageType.SNAPSHOT_GRANT, this::onSnapshotGrant)
            .onMember(MessageType.SNAPSHOT_NOTICE, cover::onNotice)
            .onWithoutTime(MessageType.MEMBERS, reconfiguration::onMembers)
            .onWithoutTime(MessageType.MEMBERS_REQUEST, reconfiguration::onRequest)
            .onMember(MessageType.MEMBER_PROGRESS, reconfiguration::onProgress)
            .on(MessageType.MEMBER_CHANGE, reconfiguration::onChange)
            .onFromAnybody(MessageType.MEMBER_CHANGE_ANSWER, reconfiguration::onChangeAnswer);
        catchUp.register(routes);
    }

    /** Whether a role may act on a message, by whom it comes from and what it tells of. */
    private boolean admits(final int sender, final Message message, final long nowNs) {
        forgetRecorded();
        final int member = context.indexOf(sender);
        if (member >= 0 && message instanceof RejoinReply reply && rejoin.isAnswer(reply)) {
            plausibility.onReported(member, reply.promised);
        }
        return (member >= 0 || !message.type().route().isForMembers())
            && (sender == context.self() || plausibility.admits(message, storage.promised(), nowNs));
    }

    @Override
    public int doWork(final long nowNs, final long epochMillis) {
        plausibility.clock(epochMillis);
        storage.clock(epochMillis);
        if (context.membership().ownSlot() >= 0) {
            clock.hear(context.membership().ownSlot(), epochMillis, nowNs);
        }
        forgetRecorded();
        sweep(nowNs);
        if (reconfiguration.adopt(nowNs)) {
            onConfiguration(nowNs);
        }
        int work = leases.doWork(nowNs);
        work += rejoin.doWork(nowNs);
        work += election.doWork(nowNs);
        work += succession.doWork(nowNs);
        work += reconfiguration.doWork(nowNs);
        work += announcer.doWork(election.leaderBallot(), nowNs);
        if (leader.ballot() != Ballot.NONE) {
            work += leader.doWork(nowNs, epochMillis);
        }
        work += storage.doWork(nowNs);
        work += promises.doWork();
        work += replay.doWork(nowNs);
        work += strays.doWork(leader, election.leaderBallot(), nowNs);
        work += fetcher.doWork(election.leaderBallot(), nowNs);
        work += catchUp.doWork(nowNs);
        work += turn.doWork(election.leaderBallot(), nowNs);
        work += cover.doWork(nowNs);
        work += orderFetcher.doWork(nowNs);
        return work;
    }

    @Override
    public void onStoodStill(final long nowNs) {
        leases.onStoodStill(nowNs);
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
        return storage;
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
        return Optional.of(succession);
    }

    @Override
    public Optional<MemberChanges> memberChanges() {
        return Optional.of(reconfiguration);
    }

    /** It does not lead, or nobody else can, and it owes no replies. */
    @Override
    public boolean hasLeft(final long nowNs) {
        if (leader.ballot() != Ballot.NONE || succession.isBusy()) {
            return succession.isDone(nowNs);
        }
        return !election.hearsLeader(nowNs) || announcer.isDone(election.leaderBallot());
    }

    /**
     * How many bodies are held or awaited.
     *
     * @return bodies.
     */
    public int pendingBodies() {
        return bodies.size();
    }

    private void onRejoinRequest(final int member, final RejoinRequest request, final long nowNs) {
        cover.onRejoin(member);
        rejoin.onRequest(member, request, nowNs);
    }

    private void onFillRequest(final FillRequest request, final long nowNs) {
        leader.fill(request.upTo);
    }

    private void onStaleBallot(final StaleBallot stale, final long nowNs) {
        election.noteBallot(stale.promised, nowNs);
    }

    private void onSnapshotGrant(final int sender, final SnapshotGrant grant, final long nowNs) {
        turn.onGrant(sender, grant, election.leaderBallot(), nowNs);
    }

    private void onVoterLife(final int sender, final VoterLife message) {
        if (Ballot.node(message.ballot) == sender) {
            storage.onVoterLife(sender, message);
        } else {
            leader.onVoterLife(sender, message.ballot);
        }
    }

    private void onEntryBody(final EntryBody chunk, final long nowNs) {
        final PendingBodies.Result result = bodies.onChunk(chunk, election.leaderBallot(), nowNs);
        if (result == PendingBodies.Result.FULL && isMine(chunk.targetBallot)) {
            leader.onNoRoom(chunk.batcherId, chunk.sequence, nowNs);
        } else if (result == PendingBodies.Result.COMPLETE) {
            final PendingBody body = bodies.get(chunk.batcherId, chunk.sequence);
            if (body.lsn != 0) {
                storage.onBody(body.lsn, nowNs);
            } else if (isMine(body.targetBallot)) {
                leader.onBody(body, nowNs);
            }
        }
    }

    private boolean isMine(final long targetBallot) {
        return leader.ballot() != Ballot.NONE && targetBallot == leader.ballot();
    }

    /** Another configuration is acted on. */
    private void onConfiguration(final long nowNs) {
        learner.onConfiguration();
        cover.onConfiguration();
        catchUp.onConfiguration();
        settled.onConfiguration();
        rejoin.onConfiguration();
        plausibility.onConfiguration();
        election.onConfiguration(nowNs);
    }

    private void onRejoinReply(final int sender, final RejoinReply message, final long nowNs) {
        if (rejoin.isAnswer(message)) {
            reconfiguration.onKnown(message.configuration);
        }
        reconfiguration.onVersion(sender, message.configuration, nowNs);
        rejoin.onReply(context.indexOf(sender), message);
    }

    private void onPreVote(final int sender, final PreVote message, final long nowNs) {
        reconfiguration.onVersion(sender, message.configuration, nowNs);
        election.onPreVote(sender, message, nowNs);
    }

    private void onAck(final int member, final Ack ack, final long nowNs) {
        clock.hear(member, ack.clockMillis, nowNs);
        learner.onAck(member, ack);
        reach.onAck(member, ack, nowNs);
        if (leader.ballot() != Ballot.NONE) {
            leader.onAck(member, ack, nowNs);
            succession.onAck(member, ack, nowNs);
        }
    }

    private void onPrepare(final int sender, final Prepare prepare, final long nowNs) {
        if (prepare.configuration != context.membership().version()) {
            reconfiguration.onVersion(sender, prepare.configuration, nowNs);
        } else if (voting.mayElect(sender, nowNs) && promises.onPrepare(sender, prepare)) {
            election.noteBallot(prepare.ballot, nowNs);
        }
    }

    /** What the replica has recorded is not needed in memory any more. */
    private void forgetRecorded() {
        final long recorded = context.progress().recorded();
        if (recorded > released) {
            for (long lsn = Math.max(released, recorded - context.capacity()) + 1; lsn <= recorded; lsn++) {
                learner.release(lsn, bodies);
            }
            released = recorded;
            learner.onRecorded(recorded);
            storage.onRecorded(recorded);
        }
    }

    /** Bodies of values that lost their LSN to another value. */
    private void sweep(final long nowNs) {
        if (sweepTime.isDue(nowNs)) {
            bodies.sweep(Math.min(released, context.progress().applied()));
            bodies.forgetOld(election.leaderBallot(), nowNs);
        }
    }

    /** Whose turn it is to write one, and where another member's may be put. */
    private final class Snapshots implements SnapshotRules {
        @Override
        public SnapshotPermit turn() {
            return turn;
        }

        @Override
        public DurableSnapshots cover() {
            return cover;
        }

        @Override
        public long ceiling() {
            return catchUp.ceiling();
        }
    }
}
