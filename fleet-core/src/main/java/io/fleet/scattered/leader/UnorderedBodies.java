package io.fleet.scattered.leader;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.scattered.acceptor.BodyServer;
import io.fleet.scattered.body.BodyFetcher;
import io.fleet.scattered.body.PendingBodies;
import io.fleet.scattered.body.PendingBody;
import io.fleet.scattered.context.GroupContext;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Sees to bodies that are here and were not ordered soon (S8): some packets of theirs were lost on the way to the
 * leader, which orders only what it holds (S7). A leader that has a part of one asks the other members for the rest;
 * when none of them has it, it refuses the entry, so that the batcher sends its commands again at once. A member that
 * has a whole one shows its beginning to the leader, which may have nothing of it. Without this such a command waits
 * until its batcher has run out of patience.
 *
 * <p>Costs little where bodies wait because the leader is busy: a member shows one body at a time, each a few times at
 * most, and the leader ignores what it has.
 */
public final class UnorderedBodies {
    private static final CoverageMark ASKED = CoverageMark.named("stray-bodies.part-of-a-body-completed");
    private static final CoverageMark SHOWN = CoverageMark.named("stray-bodies.body-shown-to-the-leader");
    private static final CoverageMark REFUSED = CoverageMark.named("stray-bodies.entry-that-nobody-has-refused");
    /** So often a body is shown, each time after twice the time of the time before. */
    private static final int MOST_SHOWN = 3;

    private final GroupContext context;
    private final PendingBodies bodies;
    private final BodyFetcher fetcher;
    private final BodyServer bodyServer;
    private final IntervalTimer lookTime;

    public UnorderedBodies(final GroupContext context, final PendingBodies bodies, final BodyFetcher fetcher,
                           final BodyServer bodyServer) {
        this.context = context;
        this.bodies = bodies;
        this.fetcher = fetcher;
        this.bodyServer = bodyServer;
        lookTime = new IntervalTimer(context.resendNs() / 2);
    }

    /**
     * Looks at all bodies that were not ordered, now and then.
     *
     * @param leader       of this node; it orders nothing where another node leads.
     * @param leaderBallot of the leader that this node knows.
     */
    public int doWork(final Leader leader, final long leaderBallot, final long nowNs) {
        if (bodies.unordered() == 0 || !lookTime.isDue(nowNs)) {
            return 0;
        }
        return leader.ballot() == Ballot.NONE ? show(leaderBallot, nowNs) : complete(leader, nowNs);
    }

    private int complete(final Leader leader, final long nowNs) {
        int work = 0;
        for (PendingBody body = bodies.oldestUnordered(); body != null;) {
            final PendingBody next = body.newer;
            if (!body.complete && body.targetBallot == leader.ballot()
                && nowNs - body.chunkNs >= context.resendNs()) {
                work += ask(body, leader, nowNs);
            }
            body = next;
        }
        return work;
    }

    private int ask(final PendingBody body, final Leader leader, final long nowNs) {
        if (!body.isWanted()) {
            ASKED.hit();
            fetcher.want(body, nowNs);
        } else if (fetcher.isExhausted(body)) {
            REFUSED.hit();
            final long batcherId = body.batcherId;
            final long sequence = body.sequence;
            bodies.drop(body);
            leader.onNoRoom(batcherId, sequence, nowNs);
        } else {
            return 0;
        }
        return 1;
    }

    private int show(final long leaderBallot, final long nowNs) {
        for (PendingBody body = bodies.oldestUnordered(); body != null; body = body.newer) {
            if (body.complete && body.targetBallot == leaderBallot && body.shown < MOST_SHOWN
                && nowNs - body.chunkNs >= context.resendNs() << 1 + body.shown) {
                SHOWN.hit();
                body.shown++;
                bodyServer.sendBeginning(Ballot.node(leaderBallot), body);
                return 1;
            }
        }
        return 0;
    }
}
