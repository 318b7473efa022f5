package io.fleet.scattered.leader;

import io.fleet.consensus.ReadMarks;
import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.lease.HeldLease;
import io.fleet.consensus.lease.LeaseCounters;
import io.fleet.consensus.lease.SubLeases;
import io.fleet.consensus.message.read.LeaseReleased;
import io.fleet.consensus.message.read.SubLease;
import io.fleet.consensus.message.read.SubLeaseRequest;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Leases at every replica of one group on one node (L6 to L11). As leader, under a lease of its own, it lends replicas
 * of that, and releases what is chosen once each holder has applied it, or its lease is over. As replica it asks the
 * leader for such a lease. Where somebody else may come to lead before this leader's lease is over, in a hand-over or
 * another configuration, nothing must be lent any more.
 */
public final class ReplicaLeases {
    private static final CoverageMark NOT_COUNTED = CoverageMark.named("replica-leases.asked-by-who-does-not-count");
    private static final CoverageMark OTHER_BALLOT = CoverageMark.named("replica-leases.asked-at-another-ballot");
    private static final CoverageMark RECALLED = CoverageMark.named("replica-leases.change-waits-for-holders");
    private static final CoverageMark TOLD = CoverageMark.named("replica-leases.released-without-an-order");
    private static final int RECALL_TIMEOUTS = 2;

    private final GroupContext context;
    private final SubLeases lent;
    private final HeldLease held;
    private final VoteGuard voting;
    private final Learner learner;
    private final Leader leader;
    private final LeaseReleased news = new LeaseReleased();
    /** What may be released by a reading of the clock that is later than {@link #readyNs}. */
    private long ready;
    private long readyBallot;
    private long readyNs;
    private boolean isRecalled;
    private long recalledNs;
    private boolean isLeaving;

    public ReplicaLeases(final GroupContext context, final LeaseCounters counters, final SubLeases lent,
                         final VoteGuard voting, final Learner learner, final Leader leader) {
        this.context = context;
        this.lent = lent;
        this.voting = voting;
        this.learner = learner;
        this.leader = leader;
        held = new HeldLease(context.config().leases(), context.outbound(), counters, context.randomSeed(),
            context.resendNs());
    }

    private boolean areOn() {
        return context.config().leases().atReplicas();
    }

    /** A replica asks for a lease, tells what it has applied, or gives one back. */
    public void onRequest(final int member, final SubLeaseRequest request, final long nowNs) {
        if (!areOn() || request.ballot != leader.ballot() || leader.ballot() == Ballot.NONE) {
            OTHER_BALLOT.hit();
        } else if (!leader.counts(member) || !context.membership().roles().isFull(member)) {
            NOT_COUNTED.hit();
        } else {
            lent.onRequest(member, context.members()[member], request, nowNs);
        }
    }

    /** The leader lends of its lease. */
    public void onLease(final int sender, final SubLease lease) {
        if (areOn() && Ballot.node(lease.ballot) == sender) {
            learner.noteReleased(lease.released);
            held.onLease(lease);
        }
    }

    /** More is released. */
    public void onReleased(final int sender, final LeaseReleased message) {
        if (areOn() && Ballot.node(message.ballot) == sender) {
            learner.noteReleased(message.released);
        }
    }

    /**
     * One duty cycle. What may be released, by what this node has heard, is released in a later one, by a later reading
     * of the clock: it may have stood still since this one, and another leader may have been elected (L7).
     *
     * @param isHeld whether this node leads under a lease at the time that the clock shows.
     * @param endNs  when that ends.
     */
    int doWork(final boolean isHeld, final long endNs, final long nowNs) {
        final long applied = context.progress().applied();
        final boolean isWanted = voting.counts() && !context.progress().isPaused() && !isLeaving;
        int work = held.doWork(learner.ballot(), isWanted, applied, learner.released(), nowNs);
        held.tell(mark(nowNs) != ReadMarks.SILENT && applied >= held.floor(), learner.released());
        if (!isHeld) {
            readyBallot = Ballot.NONE;
            lent.forgetQuestions();
            return work;
        }
        if (readyBallot == leader.ballot() && nowNs - readyNs > 0) {
            learner.noteReleased(ready);
        }
        if (isRecalled && nowNs - recalledNs <= RECALL_TIMEOUTS * context.electionTimeoutNs()) {
            lent.forgetQuestions();
        }
        work += lent.lend(leader.ballot(), endNs, leader.highest(), learner.chosen(), learner.released(), nowNs);
        ready = lent.releasable(Math.min(learner.chosen(), leader.highest()), nowNs);
        readyBallot = leader.ballot();
        readyNs = nowNs;
        return ready > learner.released() ? work + 1 : work;
    }

    /** Tells what was released in this duty cycle, unless an ORDER has. */
    int tell() {
        final long released = learner.released();
        if (leader.ballot() == Ballot.NONE || released <= learner.told()) {
            return 0;
        }
        news.ballot = leader.ballot();
        news.released = released;
        if (!context.outbound().broadcast(news)) {
            return 0;
        }
        TOLD.hit();
        learner.noteTold(released);
        return 1;
    }

    /** Up to where this node must have applied before it answers reads by itself; SILENT without a lease. */
    long mark(final long nowNs) {
        return areOn() && held.isHeld(nowNs) ? held.floor() : ReadMarks.SILENT;
    }

    /** Lends nothing for a while; returns whether nothing is lent any more (L10). */
    boolean recall(final long nowNs) {
        isRecalled = true;
        recalledNs = nowNs;
        if (lent.haveEnded(nowNs)) {
            return true;
        }
        RECALLED.hit();
        return false;
    }

    /** This node is about to stop: its replica gives back what it holds, and asks for no more. */
    void leave() {
        isLeaving = true;
    }

    void resume() {
        isRecalled = false;
    }

    void onStoodStill(final long nowNs) {
        readyBallot = Ballot.NONE;
        held.onStoodStill(nowNs);
    }
}
