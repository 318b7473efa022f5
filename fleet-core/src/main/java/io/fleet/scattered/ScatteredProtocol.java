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
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.consensus.message.election.LeadershipTransfer;
import io.fleet.consensus.message.election.LeadershipTransferRequest;
import io.fleet.consensus.message.election.PreVote;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.election.StaleBallot;
import io.fleet.consensus.message.member.MemberChange;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.consensus.message.member.Members;
import io.fleet.consensus.message.member.MembersRequest;
import io.fleet.consensus.message.member.RejoinReply;
import io.fleet.consensus.message.member.RejoinRequest;
import io.fleet.consensus.message.member.VoterLife;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.replication.Ack;
import io.fleet.consensus.message.replication.CatchUpEntry;
import io.fleet.consensus.message.replication.CatchUpRequest;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.message.replication.FetchBody;
import io.fleet.consensus.message.replication.FetchOrder;
import io.fleet.consensus.message.replication.FillRequest;
import io.fleet.consensus.message.replication.Order;
import io.fleet.consensus.message.snapshot.SnapshotChunk;
import io.fleet.consensus.message.snapshot.SnapshotGrant;
import io.fleet.consensus.message.snapshot.SnapshotNotice;
import io.fleet.consensus.message.snapshot.SnapshotOffer;
import io.fleet.consensus.message.snapshot.SnapshotRequest;
import io.fleet.consensus.message.snapshot.SnapshotTurn;
import io.fleet.consensus.snapshot.SnapshotFetcher;
import io.fleet.consensus.snapshot.SnapshotServer;
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
import io.fleet.scattered.learner.CatchUpClient;
import io.fleet.scattered.learner.CatchUpServer;
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
import io.fleet.storage.mark.Mark;
import java.util.Optional;
import java.util.SplittableRandom;

/** Wires the roles of the scattered mode for one group on one node, and hands each message to its one owner. */
public final class ScatteredProtocol implements GroupProtocol {
    private static final Mark COUNTS_ITSELF = Mark.named("scattered-protocol.leader-counts-for-itself");
    private static final long SWEEP_INTERVAL_NS = 1_000_000_000L;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final BodyServer bodyServer;
    private final Acceptor storage;
    private final PrepareHandler promises;
    private final Learner learner;
    private final LogClock clock;
    private final Leader leader;
    private final Campaign campaign;
    private final Election election;
    private final VoteGuard voting;
    private final Leases leases;
    private final FitnessReporter announcer;
    private final LeadershipTransfers succession;
    private final Rejoin rejoin;
    private final Replay replay;
    private final CatchUpClient catchUp;
    private final CatchUpServer catchUpServer;
    private final SnapshotServer snapshotServer;
    private final SnapshotFetcher snapshotFetcher;
    private final SnapshotPermits turns;
    private final SnapshotPermitClient turn;
    private final SnapshotCover cover;
    private final ConfigurationProgress reach;
    private final Reconfiguration reconfiguration;
    private final ConfigurationGate gate;
    private final OrderFetcher orderFetcher;
    private final SettledBallot settled;
    private final ChosenBodies chosen;
    private final UnorderedBodies strays;
    private final VoteMarks marks;
    private final SanityBounds plausibility;
    private final CatchUpClient.Readable readable;
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
        bodyServer = new BodyServer(context, bodies, storage);
        strays = new UnorderedBodies(context, bodies, fetcher, bodyServer);
        clock = context.newLogClock();
        settled = new SettledBallot(context);
        promises = new PrepareHandler(context, storage, voting, clock, settled);
        learner = new Learner(context);
        leader = new Leader(context, bodies, bodyServer, learner, clock, random.split());
        leases = new Leases(context, leaseCounters, grants, voting, storage, leader);
        campaign = new Campaign(context, storage);
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
        catchUp = new CatchUpClient(context, bodies, fetcher, learner, questions);
        replay = new Replay(context, bodies, fetcher);
        chosen = new ChosenBodies(context, bodies, storage, learner, replay, voting);
        readable = chosen::isReadable;
        cover = new SnapshotCover(context);
        reconfiguration = new Reconfiguration(context, leader, learner, election, voting, succession, cover, reach,
            rejoin, questions);
        gate = new ConfigurationGate(context, reconfiguration, learner, election, storage);
        catchUpServer = new CatchUpServer(context);
        orderFetcher = new OrderFetcher(context, learner);
        snapshotServer = new SnapshotServer(context.forSnapshots(questions));
        snapshotFetcher = new SnapshotFetcher(context.forSnapshots(questions), learner::noteKnown);
        turns = new SnapshotPermits(context, leader);
        turn = new SnapshotPermitClient(context);
        state = new ScatteredState(election, learner, voting, rejoin, bodies, leader, leases);
        snapshots = new Snapshots();
        released = context.progress().recorded();
    }

    @Override
    public void onMessage(final int sender, final Message message, final long nowNs) {
        forgetRecorded();
        final int member = context.indexOf(sender);
        if (member >= 0 && message instanceof RejoinReply reply && rejoin.isAnswer(reply)) {
            plausibility.onReported(member, reply.promised);
        }
        if (member < 0 && message.type().route().isForMembers()
            || sender != context.self() && !plausibility.admits(message, storage.promised(), nowNs)) {
            return;
        }
        switch (message.type()) {
            case ENTRY_BODY -> onEntryBody((EntryBody) message, nowNs);
            case ORDER -> onOrder(sender, (Order) message, nowNs);
            case ACK -> onAck(member, (Ack) message, nowNs);
            case PRE_VOTE -> onPreVote(sender, (PreVote) message, nowNs);
            case PRE_VOTE_REPLY -> election.onPreVoteReply(member, (PreVoteReply) message, nowNs);
            case PREPARE -> onPrepare(sender, (Prepare) message, nowNs);
            case PROMISE -> campaign.onPromise(member, (Promise) message);
            case CONFIRM -> promises.onConfirm(sender, (Confirm) message, nowNs);
            case CONFIRMATION -> onConfirmation(member, (Confirmation) message, nowNs);
            case REJOIN_REQUEST -> onRejoinRequest(member, (RejoinRequest) message, nowNs);
            case REJOIN_REPLY -> onRejoinReply(sender, (RejoinReply) message, nowNs);
            case VOTER_LIFE -> onVoterLife(sender, (VoterLife) message);
            case LEADERSHIP_TRANSFER -> election.onHandOver(sender, (LeadershipTransfer) message, nowNs);
            case LEADERSHIP_TRANSFER_REQUEST -> succession.onRequest((LeadershipTransferRequest) message, nowNs);
            case LEADER_FITNESS -> succession.onCandidacy(member, (LeaderFitness) message, nowNs);
            case LEADER_FITNESS_NOTED -> announcer.onNoted(sender, (LeaderFitnessNoted) message);
            case FILL_REQUEST -> leader.fill(((FillRequest) message).upTo);
            case LEASE_REQUEST -> leases.onRequest(sender, (LeaseRequest) message, nowNs);
            case LEASE_GRANT -> leases.onGrant(member, (LeaseGrant) message);
            case STALE_BALLOT -> election.noteBallot(((StaleBallot) message).promised, nowNs);
            case FETCH_BODY -> bodyServer.onFetchBody(sender, (FetchBody) message);
            case FETCH_ORDER -> leader.onFetchOrder(sender, (FetchOrder) message);
            case CATCH_UP_REQUEST -> onCatchUpRequest(sender, (CatchUpRequest) message);
            case CATCH_UP_ENTRY -> onCatchUpEntry(sender, (CatchUpEntry) message, nowNs);
            case SNAPSHOT_OFFER -> snapshotFetcher.onOffer(sender, (SnapshotOffer) message, snapshots.ceiling(), nowNs);
            case SNAPSHOT_REQUEST -> snapshotServer.onRequest(sender, (SnapshotRequest) message);
            case SNAPSHOT_CHUNK -> snapshotFetcher.onChunk(sender, (SnapshotChunk) message);
            case SNAPSHOT_TURN -> turns.onTurn(member, (SnapshotTurn) message, nowNs);
            case SNAPSHOT_GRANT -> turn.onGrant(sender, (SnapshotGrant) message, election.leaderBallot(), nowNs);
            case SNAPSHOT_NOTICE -> cover.onNotice(member, (SnapshotNotice) message, nowNs);
            case MEMBERS -> reconfiguration.onMembers(sender, (Members) message);
            case MEMBERS_REQUEST -> reconfiguration.onRequest(sender, (MembersRequest) message);
            case MEMBER_PROGRESS -> reconfiguration.onProgress(member, (MemberProgress) message, nowNs);
            case MEMBER_CHANGE -> reconfiguration.onChange(sender, (MemberChange) message, nowNs);
            case MEMBER_CHANGE_ANSWER -> reconfiguration.onAnswer((MemberChangeAnswer) message, nowNs);
            default -> {
                // Messages of batchers and clients are the node's affair.
            }
        }
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
        if (!snapshotFetcher.isReceiving() || leader.ballot() != Ballot.NONE) {
            work += catchUp.doWork(readable, nowNs);
        }
        work += catchUpServer.doWork();
        work += snapshotServer.doWork(nowNs);
        work += snapshotFetcher.doWork(chosen.lacksNext(), nowNs);
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

    private void onOrder(final int sender, final Order order, final long nowNs) {
        if (Ballot.node(order.ballot) != sender) {
            return;
        }
        if (order.configuration != context.membership().version()) {
            gate.onOrderOfOther(sender, order, nowNs);
            return;
        }
        if (context.indexOf(sender) < 0 || !gate.isSound(order)) {
            return;
        }
        reconfiguration.onElected(order.configuration);
        reconfiguration.onOrder(order.configuration);
        election.onLeaderHeard(order.ballot, nowNs);
        if (sender != context.self()) {
            clock.see(order.timestamp, nowNs);
        }
        storage.onOrder(sender, order, nowNs);
        if (order.ballot == storage.promised() && context.membership().isVoter(context.indexOf(sender))) {
            settled.onOrder(order);
        }
        learner.onOrder(order);
    }

    private void onConfirmation(final int member, final Confirmation confirmation, final long nowNs) {
        clock.hear(member, confirmation.clockMillis, nowNs);
        clock.hearOfRise(confirmation.risenMillisAgo, nowNs);
        campaign.onConfirmation(member, confirmation);
    }

    /** Another configuration is acted on. */
    private void onConfiguration(final long nowNs) {
        learner.onConfiguration();
        cover.onConfiguration();
        catchUpServer.onConfiguration();
        snapshotServer.onConfiguration();
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

    private void onCatchUpRequest(final int sender, final CatchUpRequest request) {
        if (!snapshotServer.offersInstead(sender, request)) {
            catchUpServer.onRequest(sender, request);
        }
    }

    private void onCatchUpEntry(final int sender, final CatchUpEntry entry, final long nowNs) {
        if (leader.ballot() != Ballot.NONE && entry.lsn > leader.base()) {
            COUNTS_ITSELF.hit();
            return;
        }
        if (!catchUp.isAsked(sender, entry)) {
            return;
        }
        catchUp.onEntry(entry, nowNs);
        storage.onBody(entry.lsn, nowNs);
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

        /** A leader counts for itself above its base (S4, S6). */
        @Override
        public long ceiling() {
            return leader.ballot() == Ballot.NONE ? Long.MAX_VALUE : leader.base();
        }
    }
}
