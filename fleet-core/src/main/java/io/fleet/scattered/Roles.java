package io.fleet.scattered;

import io.fleet.consensus.common.LogClock;
import io.fleet.consensus.lease.LeaseCounters;
import io.fleet.consensus.lease.LeaseGrants;
import io.fleet.consensus.lease.SubLeases;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.acceptor.PrepareHandler;
import io.fleet.scattered.acceptor.SettledBallot;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.collector.CollectorChoice;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.Leases;
import io.fleet.scattered.leader.ReplicaLeases;
import io.fleet.scattered.learner.Learner;
import java.util.SplittableRandom;

/** The roles of one node in one group that all else builds on, given to each other: acceptor, learner, leader. */
final class Roles {
    final GroupContext context;
    final SplittableRandom random;
    final PendingBodies bodies;
    final BodyFetcher fetcher;
    final VoteGuard voting;
    final Acceptor acceptor;
    final BodyServer bodyServer;
    final LogClock clock;
    final SettledBallot settled;
    final PrepareHandler promises;
    final Learner learner;
    final CollectorChoice collectors;
    final Leader leader;
    final ReplicaLeases replicaLeases;
    final Leases leases;

    Roles(final GroupContext context) {
        this.context = context;
        random = new SplittableRandom(context.randomSeed());
        bodies = new PendingBodies(context.config(), context.counters());
        fetcher = new BodyFetcher(context, bodies);
        final LeaseCounters leaseCounters = new LeaseCounters();
        final LeaseGrants grants =
            new LeaseGrants(context.config().leases(), context.promises(), context.outbound(), leaseCounters);
        final SubLeases lent = new SubLeases(context.outbound(), leaseCounters);
        voting = new VoteGuard(context.standing(), context.lives(), context.membership(), context.progress(), grants,
            lent);
        acceptor = new Acceptor(context, bodies, fetcher, voting);
        bodyServer = new BodyServer(context, bodies, acceptor);
        clock = context.newLogClock();
        settled = new SettledBallot(context);
        promises = new PrepareHandler(context, acceptor, voting, clock, settled);
        learner = new Learner(context);
        collectors = new CollectorChoice(context);
        leader = new Leader(context, bodies, bodyServer, learner, clock, collectors, random.split());
        replicaLeases = new ReplicaLeases(context, leaseCounters, lent, voting, learner, leader);
        leases = new Leases(context, leaseCounters, grants, voting, acceptor, leader, replicaLeases);
    }
}
