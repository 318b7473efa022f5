package io.fleet.testkit.checker;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.message.Message;
import io.fleet.consensus.message.client.ReplyBatch;
import io.fleet.consensus.message.election.PreVoteReply;
import io.fleet.consensus.message.election.Prepare;
import io.fleet.consensus.message.election.Promise;
import io.fleet.consensus.message.read.LeaseGrant;
import io.fleet.consensus.message.read.LeaseRequest;
import io.fleet.consensus.message.replication.Order;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Watches leases by true time, which no node knows (L1 to L4); clocks must keep the bound of drift. Reports
 * <ul>
 * <li>a voter that promises another node a ballot, grants it a pre-vote, or campaigns, while its leader may count on
 * what it has granted, whether or not it has started again since;</li>
 * <li>a node that holds a lease though another one was elected at a higher ballot;</li>
 * <li>a replica that would answer reads by itself, and has not applied what a client has been shown (L6 to L11).</li>
 * </ul>
 * Each is reported once. What a leader has granted to itself passes over no network, and is not known.
 */
public final class LeaseChecker {
    private static final double MILLION = 1e6;

    private final Violations violations;
    private final Map<Asked, Long> countsUntilNs = new HashMap<>();
    private final Map<Long, Long> released = new HashMap<>();
    private final long[] ballot;
    private final long[] round;
    private final long[] untilNs;
    private final long[] led;
    private long elected;
    /** The highest LSN that an answer reflected. */
    private long shown;

    private record Asked(long ballot, long round) {
    }

    /**
     * Creates a witness of one group.
     *
     * @param nodes      how many nodes there are; their ids are from 0.
     * @param violations where it reports.
     */
    public LeaseChecker(final int nodes, final Violations violations) {
        this.violations = violations;
        ballot = new long[nodes];
        round = new long[nodes];
        untilNs = new long[nodes];
        led = new long[nodes];
        Arrays.fill(ballot, Ballot.NONE);
        Arrays.fill(led, Ballot.NONE);
    }

    /**
     * A message of the group was sent.
     *
     * @param sender  the node that sent it.
     * @param message the message; valid during the call.
     * @param nowNs   the time.
     */
    public void onMessage(final int sender, final Message message, final long nowNs) {
        switch (message.type()) {
            case LEASE_REQUEST -> onRequest(sender, (LeaseRequest) message, nowNs);
            case LEASE_GRANT -> onGrant(sender, (LeaseGrant) message);
            case PROMISE -> onHelp(sender, Ballot.node(((Promise) message).ballot), nowNs);
            case PREPARE -> onHelp(sender, Ballot.node(((Prepare) message).ballot), nowNs);
            case PRE_VOTE_REPLY -> {
                final PreVoteReply reply = (PreVoteReply) message;
                if (reply.granted) {
                    onHelp(sender, Ballot.node(reply.ballot), nowNs);
                }
            }
            case REPLY_BATCH -> shown = Math.max(shown, ((ReplyBatch) message).lsn);
            case ORDER -> onLeader(sender, ((Order) message).ballot);
            default -> {}
        }
    }

    /** A leader counts on what it asks for from now on, and a slow clock lets it do so for longest. */
    private void onRequest(final int sender, final LeaseRequest request, final long nowNs) {
        final boolean isRelease = request.millis == LeaseRequest.RELEASE;
        free(Ballot.node(request.ballot), request.ballot, isRelease ? request.round : 0);
        if (isRelease) {
            released.merge(request.ballot, request.round, Math::max);
        } else {
            onLeader(sender, request.ballot);
            final double drift = request.maxDriftPpm / MILLION;
            final double counted = TimeUnit.MILLISECONDS.toNanos(request.millis) * (1 - 2 * drift) / (1 - drift);
            countsUntilNs.putIfAbsent(new Asked(request.ballot, request.round), nowNs + (long) counted);
        }
    }

    /** A leader counts on nothing of its lower ballots any more, and at this one on no round up to that. */
    private void free(final int leader, final long atBallot, final long upToRound) {
        for (int voter = 0; voter < ballot.length; voter++) {
            final boolean isOlder = ballot[voter] < atBallot || ballot[voter] == atBallot && round[voter] <= upToRound;
            if (isOlder && ballot[voter] != Ballot.NONE && Ballot.node(ballot[voter]) == leader) {
                ballot[voter] = Ballot.NONE;
            }
        }
    }

    private void onGrant(final int voter, final LeaseGrant grant) {
        final Long until = countsUntilNs.get(new Asked(grant.ballot, grant.round));
        if (until == null || grant.round <= released.getOrDefault(grant.ballot, 0L) || grant.ballot < ballot[voter]) {
            return;
        }
        final boolean again = grant.ballot == ballot[voter];
        ballot[voter] = grant.ballot;
        round[voter] = again ? Math.max(round[voter], grant.round) : grant.round;
        untilNs[voter] = again ? Math.max(untilNs[voter], until) : until;
    }

    private void onHelp(final int voter, final int candidate, final long nowNs) {
        if (ballot[voter] != Ballot.NONE && candidate != Ballot.node(ballot[voter]) && nowNs < untilNs[voter]) {
            violations.report("node " + voter + " helps to elect node " + candidate + ", though the lease that it has"
                + " granted to the leader of ballot " + ballot[voter] + " may count for " + (untilNs[voter] - nowNs)
                + " ns more");
            ballot[voter] = Ballot.NONE;
        }
    }

    /** Only who was elected orders, or asks for a lease; the latter may come first. */
    private void onLeader(final int sender, final long leaderBallot) {
        led[sender] = Math.max(led[sender], leaderBallot);
        elected = Math.max(elected, leaderBallot);
    }

    /**
     * A node has just looked whether its replica may answer reads by itself, by its clock of now.
     *
     * @param node    which.
     * @param may     whether it may.
     * @param applied the highest LSN that it has applied.
     */
    public void onReplica(final int node, final boolean may, final long applied) {
        if (may && applied < shown) {
            violations.report("the replica of node " + node + " holds a lease and has applied up to LSN " + applied
                + " only, but a client was shown LSN " + shown);
            shown = applied;
        }
    }

    /**
     * A node has just looked whether it holds a lease, by its clock of now.
     *
     * @param node which.
     * @param held whether it does.
     */
    public void onCycle(final int node, final boolean held) {
        if (held && elected > led[node]) {
            violations.report("node " + node + " holds a lease at ballot " + led[node] + ", and ballot " + elected
                + " has a leader");
            led[node] = elected;
        }
    }
}
