package io.fleet.protocol.scattered;

import io.fleet.machine.GroupConfig;
import io.fleet.protocol.GroupCounters;
import io.fleet.protocol.LogClock;
import io.fleet.protocol.ProtocolListener;
import io.fleet.protocol.RecordingOutbound;
import io.fleet.protocol.Role;
import io.fleet.protocol.membership.Configuration;
import io.fleet.protocol.lease.LeaseCounters;
import io.fleet.protocol.lease.LeaseGrants;
import io.fleet.protocol.message.Confirm;
import io.fleet.protocol.message.Confirmation;
import io.fleet.protocol.message.Prepare;
import io.fleet.protocol.message.Promise;
import io.fleet.storage.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** All roles of one node over fakes, in virtual time. The group has the nodes 1, 2 and 3. */
final class World implements ProtocolListener {
    static final long MS = 1_000_000L;
    static final int WINDOW = 16;
    static final long NONCE = 4711;
    static final long VOTER_ID = 77;

    final RecordingOutbound out;
    final FakeLog log;
    final FakePromises promises;
    final FakeStanding standing;
    final Voting voting;
    final Leases leases;
    final FakeProgress progress;
    final FakeRecorded recorded = new FakeRecorded();
    final FakeSnapshots snapshots = new FakeSnapshots();
    final GroupCounters counters = new GroupCounters();
    final List<String> told = new ArrayList<>();
    final List<Role> roles = new ArrayList<>();
    final GroupContext context;
    final PendingBodies bodies;
    final BodyFetcher fetcher;
    final StorageNode storage;
    final SettledBallot settled;
    final BodyServer bodyServer;
    final PromiseResponder responder;
    final Learner learner;
    final LogClock clock;
    final Leader leader;
    final Campaign campaign;
    final LeaderRecovery recovery;
    final Announcer announcer;
    final Election election;
    final Succession succession;
    final Rejoin rejoin;
    long now = -5_000 * MS;
    long knownLeader;

    World() {
        this(1, config());
    }

    World(final int self, final GroupConfig config) {
        this(self, config, new FakeLog(), new FakePromises(), new FakeStanding(), new FakeProgress());
    }

    /** A node that stands as given when it starts. */
    World(final int self, final Standing standing) {
        this(self, config(), new FakeLog(), new FakePromises(), new FakeStanding(standing), new FakeProgress());
    }

    World(final int self, final GroupConfig config, final FakeLog log, final FakePromises promises,
          final FakeStanding standing, final FakeProgress progress) {
        this(Membership.of(self, 1, 2, 3), self, config, log, promises, standing, progress);
    }

    /** The founder of a group of one. */
    static World alone(final int self, final Standing standing) {
        return new World(Membership.of(self, self), self, config(), new FakeLog(), new FakePromises(),
            new FakeStanding(standing), new FakeProgress());
    }

    /** A member that acts on a configuration. */
    static World in(final Configuration configuration, final int self) {
        return in(configuration, self, Standing.VOTER);
    }

    static World in(final Configuration configuration, final int self, final Standing standing) {
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
        context = new GroupContext(config, membership, out, log, promises, standing, standing,
            snapshots, recorded,
            progress, this, counters, 42);
        final LeaseCounters leaseCounters = new LeaseCounters();
        final LeaseGrants grants = new LeaseGrants(config.leases(), promises, out, leaseCounters);
        voting = new Voting(standing, standing, context.membership(), progress, grants);
        bodies = new PendingBodies(config, counters);
        fetcher = new BodyFetcher(context, bodies);
        storage = new StorageNode(context, bodies, fetcher, voting);
        settled = new SettledBallot(context);
        bodyServer = new BodyServer(context, bodies, storage);
        clock = context.newLogClock();
        responder = new PromiseResponder(context, storage, voting, clock, settled);
        learner = new Learner(context);
        leader = new Leader(context, bodies, bodyServer, learner, clock, new SplittableRandom(1));
        leases = new Leases(context, leaseCounters, grants, voting, storage, leader);
        campaign = new Campaign(context, storage);
        recovery = new LeaderRecovery(bodies, fetcher, storage, learner);
        rejoin = new Rejoin(context, voting, storage, leader, settled, NONCE, VOTER_ID);
        announcer = new Announcer(context, storage, learner, voting);
        election = new Election(context, storage, learner, campaign, recovery, leader, voting, announcer,
            new Reach(context, leader), new SplittableRandom(2));
        succession = new Succession(context, leader, election, announcer, leases);
    }

    static GroupConfig config() {
        return GroupConfig.scattered().withWindowEntries(WINDOW).withPendingEntries(64).withPendingBytes(1 << 20)
            .withElectionTimeoutMillis(400).withHeartbeatMillis(50).withResendMillis(80);
    }

    /** The same node after a crash: only what is durable is left. */
    World restarted() {
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
    PendingBodies.Result arrive(final long sequence, final long targetBallot) {
        final PendingBodies.Result result = bodies.onChunk(Entries.body(sequence, targetBallot), 0, now);
        if (result == PendingBodies.Result.COMPLETE) {
            final PendingBody body = bodies.get(Entries.BATCHER, sequence);
            if (body.lsn != 0) {
                storage.onBody(body.lsn, now);
            }
        }
        return result;
    }

    /** All that was appended and promised becomes durable. */
    void flush() {
        log.flush(storage::onDurable);
        promises.flush();
        standing.flush();
    }

    /** The replica has applied and recorded everything up to an LSN, durably. */
    void recorded(final long upTo) {
        progress.applied = upTo;
        progress.recorded = upTo;
        progress.durable = upTo;
        storage.onRecorded(upTo);
    }

    /** All members that were asked whether their promise still stands say so. */
    void confirmAll() {
        for (final RecordingOutbound.Sent sent : List.copyOf(out.sent)) {
            if (sent.message() instanceof Confirm confirm) {
                final Confirmation confirmation = new Confirmation();
                confirmation.ballot = confirm.ballot;
                confirmation.voterId = Entries.VOTER_ID;
                campaign.onConfirmation(context.indexOf(sent.to()), confirmation);
            }
        }
    }

    void advance(final long millis) {
        now += millis * MS;
    }

    /** Asks for a promise on behalf of a candidate, and flushes until it is given. */
    Promise askPromise(final int candidate, final long ballot, final long fromLsn) {
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
    public void onRole(final Role from, final Role to, final long ballot, final String reason) {
        roles.add(to);
    }

    @Override
    public void onStanding(final Standing from, final Standing to, final String reason) {
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
