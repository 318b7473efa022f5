package io.fleet.scattered;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.UnorderedBodies;

/** What becomes of the bodies that clients multicast: each goes to whoever waits for it, or is let go of. */
final class EntryBodies {
    private static final long SWEEP_INTERVAL_NS = 1_000_000_000L;

    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final Acceptor acceptor;
    private final Leader leader;
    private final UnorderedBodies unordered;
    private final Election election;
    private final IntervalTimer sweepTime = new IntervalTimer(SWEEP_INTERVAL_NS);

    EntryBodies(final Roles roles, final Election election, final RoleRoutes routes) {
        bodies = roles.bodies;
        fetcher = roles.fetcher;
        acceptor = roles.acceptor;
        leader = roles.leader;
        this.election = election;
        unordered = new UnorderedBodies(roles.context, bodies, fetcher, roles.bodyServer);
        routes.onFromAnybody(MessageType.ENTRY_BODY, this::onEntryBody)
            .onWithoutTime(MessageType.FETCH_BODY, roles.bodyServer::onFetchBody);
    }

    private void onEntryBody(final EntryBody chunk, final long nowNs) {
        final PendingBodies.Result result = bodies.onChunk(chunk, election.leaderBallot(), nowNs);
        if (result == PendingBodies.Result.FULL && isMine(chunk.targetBallot)) {
            leader.onNoRoom(chunk.batcherId, chunk.sequence, nowNs);
        } else if (result == PendingBodies.Result.COMPLETE) {
            final PendingBody body = bodies.get(chunk.batcherId, chunk.sequence);
            if (body.lsn != 0) {
                acceptor.onBody(body.lsn, nowNs);
            } else if (isMine(body.targetBallot)) {
                leader.onBody(body, nowNs);
            }
        }
    }

    private boolean isMine(final long targetBallot) {
        return leader.ballot() != Ballot.NONE && targetBallot == leader.ballot();
    }

    /** Bodies of values that lost their LSN to another value. */
    void sweep(final long unneeded, final long nowNs) {
        if (sweepTime.isDue(nowNs)) {
            bodies.sweep(unneeded);
            bodies.forgetOld(election.leaderBallot(), nowNs);
        }
    }

    int doWork(final long nowNs) {
        return unordered.doWork(leader, election.leaderBallot(), nowNs)
            + fetcher.doWork(election.leaderBallot(), nowNs);
    }
}
