package io.fleet.scattered;

import io.fleet.config.GroupConfig;
import io.fleet.consensus.GroupCounters;
import io.fleet.consensus.MessageRoutes;
import io.fleet.consensus.ProtocolListener;
import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.common.Role;
import io.fleet.consensus.lease.LeaseCounters;
import io.fleet.consensus.lease.LeaseGrants;
import io.fleet.consensus.lease.SubLeases;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.election.Confirm;
import io.fleet.consensus.message.election.Confirmation;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.fixture.message.Entries;
import io.fleet.fixture.network.RecordingOutbound;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.acceptor.PrepareHandler;
import io.fleet.scattered.acceptor.SettledBallot;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.collector.CollectorChoice;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Campaign;
import io.fleet.scattered.election.ElectedCatchUp;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.election.FitnessReporter;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.Leases;
import io.fleet.scattered.leader.ReplicaLeases;
import io.fleet.scattered.learner.Learner;
import io.fleet.scattered.membership.Rejoin;
import io.fleet.storage.VoterState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.agrona.collections.Long2ObjectHashMap;

/** All roles of one node over fakes, in virtual time. The group has the nodes 1, 2 and 3. */
public final class World implements ProtocolListener {
    public static final long MS = 1_000_000L;
    public static final int WINDOW = 16;
    public static final long NONCE = 4711;
    public static final long VOTER_ID = 77;

    /** Whether other groups of the node campaign first. */
    public boolean othersFirst;
    public final RecordingOutbound out;
    public final FakeLog log;
    public final FakePromises promises;
    public final FakeStanding standing;
    public final VoteGuard voting;
    public final ReplicaLeases replicaLeases;
    public final Leases leases;
    public final FakeProgress progress;
    public final FakeRecorded recorded = new FakeRecorded();
    public final FakeSnapshots snapshots = new FakeSnapshots();
    public final GroupCounters counters = new GroupCounters();
    public final List<String> told = new ArrayList<>();
    public final List<Role> roles = new ArrayList<>();
    public final GroupContext context;
    public final PendingBodies bodies;
    public final BodyFetcher fetcher;
    public final Acceptor storage;
    public final SettledBallot settled;
    public final BodyServer bodyServer;
    public final PrepareHandler responder;
    public final Learner learner;
    public final LogClock clock;
    public final CollectorChoice collectors;
    public final Leader leader;
    public final Campaign campaign;
    public final ElectedCatchUp recovery;
    public final FitnessReporter announcer;
    public final Election election;
    public final LeadershipTransfers succession;
    public final Rejoin rejoin;
    public long now = -5_000 * MS;
    public long knownLeader;

    public World() {
        this(1, config());
    }

    public World(final int self, final GroupConfig config) {
        this(self, config, new FakeLog(), new FakePromises(), new FakeStanding(), new FakeProgress());
    }

    /** A node that stands as given when it starts. */
    public World(final int self, final VoterState standing) {
        this(self, config(), new FakeLog(), new FakePromises(), new FakeStanding(standing), new FakeProgress());
    }

    public World(final int self, final GroupConfig config, final FakeLog log, final FakePromises promises,
                 final FakeStanding standing, final FakeProgress progress) {
        this(Membership.of(self, 1, 2, 3), self, config, log, promises, standing, progress);
    }

    /** The founder of a group of one. */
    public static World alone(final int self, final VoterState standing) {
        return new World(Membership.of(self, self), self, config(), new FakeLog(), new FakePromises(),
            new FakeStanding(standing), new FakeProgress());
    }

    /** A member that acts on a configuration. */
    public static World in(final Configuration configuration, final int self) {
        return in(configuration, self, VoterState.VOTER);
    }

    public static World in(final Configuration configuration, final int self, final GroupConfig config) {
        return new World(new Membership(self, configuration), self, config, new FakeLog(), new FakePromises(),
            new FakeStanding(VoterState.VOTER), new FakeProgress());
    }

    public static World in(final Configuration configuration, final int self, final VoterState standing) {
        return new World(new Membership(self, configuration), self, config(), new FakeLog(), new FakePromises(),
            new FakeStanding(standing), new FakeProgress());
    }

    private World(final Membership membership, final int self, final GroupConfig config, final FakeLog log,
                  final FakePromises promises, final FakeStanding standing, final FakeProgress progress) {
        this.standing = standing;
        this.log = log;
        this.promises = promises;
        this.progress = progress;
        out = new RecordingOutbound(self);
        context = new GroupContext(config, membership, out, new MessageRoutes(), log, promises, standing, standing,
            snapshots, recorded,
            progress, this, counters, 42);
        final LeaseCounters leaseCounters = new LeaseCounters();
        final LeaseGrants grants = new LeaseGrants(config.leases(), promises, out, leaseCounters);
        final SubLeases lent = new SubLeases(out, leaseCounters);
        voting = new VoteGuard(standing, standing, context.membership(), progress, grants, lent);
        bodies = new PendingBodies(config, counters);
        fetcher = new BodyFetcher(context, bodies);
        storage = new Acceptor(context, bodies, fetcher, voting);
        settled = new SettledBallot(context);
        bodyServer = new BodyServer(context, bodies, storage);
        clock = context.newLogClock();
        responder = new PrepareHandler(context, storage, voting, clock, settled);
        learner = new Learner(context);
        collectors = new CollectorChoice(context);
        leader = new Leader(context, bodies, bodyServer, learner, clock, collectors, new SplittableRandom(1));
        replicaLeases = new ReplicaLeases(context, leaseCounters, lent, voting, learner, leader);
        leases = new Leases(context, leaseCounters, grants, voting, storage, leader, replicaLeases);
        campaign = new Campaign(context, storage);
        recovery = new ElectedCatchUp(bodies, fetcher, storage, learner);
        rejoin = new Rejoin(context, voting, storage, leader, settled, NONCE, VOTER_ID);
        announcer = new FitnessReporter(context, storage, learner, voting);
        election = new Election(context, storage, learner, campaign, recovery, leader, voting, announcer,
            new ConfigurationProgress(context, leader), new SplittableRandom(2));
        succession = new LeadershipTransfers(context, leader, election, announcer, leases);
    }

    /** A message for the protocol that was made of {@link #context}. */
    public void take(final int sender, final Message message) {
        context.routes().dispatch(sender, message, now);
    }

    public static GroupConfig config() {
        return GroupConfig.scattered().withWindowEntries(WINDOW).withPendingEntries(64).withPendingBytes(1 << 20)
            .withElectionTimeoutMillis(400).withHeartbeatMillis(50).withResendMillis(80);
    }

    /** The same node after a crash: only what is durable is left. */
    public World restarted() {
        log.crash();
        promises.crash();
        standing.crash();
        progress.recorded = progress.durable;
        progress.applied = progress.durable;
        final World next = new World(out.self(), context.config(), log, promises, standing, progress);
        next.now = now;
        long highest = 0;
        for (final FakeLog.Record record : log.records) {
            highest = Math.max(highest, record.ballot());
        }
        if (highest > 0) {
            next.storage.onRecoveredBallot(highest);
        }
        for (final FakeLog.Record r : log.records) {
            next.storage.onRecovered(r.lsn(), r.ballot(), r.storageGroup(), r.meta(), r.position());
        }
        return next;
    }

    /** A body arrives whole, from its batcher when the target is not 0 and in answer to a fetch otherwise. */
    public PendingBodies.Result arrive(final long sequence, final long targetBallot) {
        final PendingBodies.Result result = bodies.onChunk(Entries.body(sequence, targetBallot), 0, now);
        if (result == PendingBodies.Result.COMPLETE) {
            final PendingBody body = bodies.get(Entries.BATCHER, sequence);
            if (body.lsn != 0) {
                storage.onBody(body.lsn, now);
            }
        }
        return result;
    }

    /** It leads at a ballot, of which it has found nothing. */
    public void lead(final long ballot) {
        leader.begin(ballot, 0, 0, now);
        leader.open(new Long2ObjectHashMap<>(), 0, now);
    }

    /** All that was appended and promised becomes durable. */
    public void flush() {
        log.flush(storage::onDurable);
        promises.flush();
        standing.flush();
    }

    /** The replica has applied and recorded everything up to an LSN, durably. */
    public void recorded(final long upTo) {
        progress.applied = upTo;
        progress.recorded = upTo;
        progress.durable = upTo;
        storage.onRecorded(upTo);
    }

    /** All members that were asked whether their promise still stands say so. */
    public void confirmAll() {
        for (final RecordingOutbound.Sent sent : List.copyOf(out.sent)) {
            if (sent.message() instanceof Confirm confirm) {
                final Confirmation confirmation = new Confirmation();
                confirmation.ballot = confirm.ballot;
                confirmation.voterId = Entries.VOTER_ID;
                campaign.onConfirmation(context.indexOf(sent.to()), confirmation);
            }
        }
    }

    public void advance(final long millis) {
        now += millis * MS;
    }

    /** Asks for a promise on behalf of a candidate, and flushes until it is given. */
    public Promise askPromise(final int candidate, final long ballot, final long fromLsn) {
        final Prepare prepare = new Prepare();
        prepare.ballot = ballot;
        prepare.fromLsn = fromLsn;
        out.clear();
        responder.onPrepare(candidate, prepare);
        flush();
        responder.doWork();
        return out.last(Promise.class);
    }

    @Override
    public boolean mayCampaign(final long patienceNs, final long nowNs) {
        return !othersFirst;
    }

    @Override
    public void onRole(final Role from, final Role to, final long ballot, final String reason) {
        roles.add(to);
    }

    @Override
    public void onStanding(final VoterState from, final VoterState to, final String reason) {
        told.add(from + " -> " + to);
    }

    @Override
    public void onFormerLearner(final int node, final int number, final int least) {
        told.add("learner " + node + " is in life " + number + ", and counts from " + least);
    }

    @Override
    public void onClock(final String what) {
        told.add(what);
    }

    @Override
    public void onWaiting(final String waiting, final boolean lost) {
        told.add((lost ? "lost: " : "") + waiting);
    }

    @Override
    public void onLeader(final long ballot, final int leaderNode) {
        knownLeader = ballot;
    }
}
