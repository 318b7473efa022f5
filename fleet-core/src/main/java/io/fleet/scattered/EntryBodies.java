package io.fleet.scattered;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.MessageType;
import io.fleet.consensus.message.replication.EntryBody;
import io.fleet.consensus.quorum.QuorumSystem;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Election;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.leader.UnorderedBodies;
import io.fleet.storage.coverage.CoverageMark;

/** What becomes of the bodies that clients multicast: each goes to whoever waits for it, or is let go of. */
final class EntryBodies {
    private static final long SWEEP_INTERVAL_NS = 1_000_000_000L;

    private static final CoverageMark FOR_OTHERS = CoverageMark.named("entry-bodies.sent-to-another-part");

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final Acceptor acceptor;
    private final VoteGuard voting;
    private final Leader leader;
    private final UnorderedBodies unordered;
    private final Election election;
    private final IntervalTimer sweepTime = new IntervalTimer(SWEEP_INTERVAL_NS);

    EntryBodies(final Roles roles, final Election election, final RoleRoutes routes) {
        context = roles.context;
        bodies = roles.bodies;
        fetcher = roles.fetcher;
        acceptor = roles.acceptor;
        voting = roles.voting;
        leader = roles.leader;
        this.election = election;
        if (context.progress().isWitness()) {
            bodies.neverOrders();
        }
        unordered = new UnorderedBodies(roles.context, bodies, fetcher, roles.bodyServer);
        routes.onFromAnybody(MessageType.ENTRY_BODY, this::onEntryBody)
            .onWithoutTime(MessageType.FETCH_BODY, roles.bodyServer::onFetchBody);
    }

    private void onEntryBody(final EntryBody chunk, final long nowNs) {
        if (chunk.part != EntryBody.EVERYONE && isForOthers(chunk)) {
            FOR_OTHERS.hit();
            return;
        }
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

    /** A witness of another part hears it where the network multiplies it; it may have to ask for it later. */
    private boolean isForOthers(final EntryBody chunk) {
        final QuorumSystem quorum = context.quorum();
        return context.progress().isWitness() && voting.counts() && chunk.part < quorum.parts()
            && (quorum.part(chunk.part) & 1L << context.membership().ownSlot()) == 0
            && bodies.get(chunk.batcherId, chunk.sequence) == null;
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
