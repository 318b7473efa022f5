package io.fleet.scattered.election;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.FullDiskReports;
import io.fleet.consensus.message.election.LeaderFitness;
import io.fleet.consensus.message.election.LeaderFitnessNoted;
import io.fleet.scattered.acceptor.Acceptor;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.learner.Learner;
import io.fleet.storage.coverage.CoverageMark;

/**
 * Tells the leader what it should know of this node: its priority, whether it could lead, which of its disks are full,
 * and that it is about to stop.
 * A node with nothing special says nothing. One that waits after its start (L3) could not lead. One that leaves learns
 * from the leader up to where it may have to reply, and has left when it has applied that.
 */
public final class FitnessReporter {
    private static final CoverageMark LEAVING = CoverageMark.named("announcer.member-leaves");
    private static final CoverageMark NOT_ABLE = CoverageMark.named("announcer.not-able-to-lead");
    private static final CoverageMark WAITS = CoverageMark.named("announcer.waits-after-its-start");

    private final GroupContext context;
    private final Acceptor storage;
    private final Learner learner;
    private final VoteGuard voting;
    private final LeaderFitness candidacy = new LeaderFitness();
    private int priority = LeaderFitness.DEFAULT_PRIORITY;
    private boolean leaving;
    private long toldBallot;
    private boolean toldAble = true;
    private long nextNs;
    private long notedBallot;
    private long notedHighest;

    public FitnessReporter(final GroupContext context, final Acceptor storage, final Learner learner,
                           final VoteGuard voting) {
        this.context = context;
        this.storage = storage;
        this.learner = learner;
        this.voting = voting;
    }

    int priority() {
        return priority;
    }

    public void priority(final int value) {
        priority = value;
    }

    /** This node is about to stop. */
    public void leave(final long nowNs) {
        if (!leaving) {
            LEAVING.hit();
            leaving = true;
            nextNs = nowNs;
        }
    }

    boolean isLeaving() {
        return leaving;
    }

    /** Whether this node, which follows a leader, owes nobody a reply. */
    public boolean isDone(final long leaderBallot) {
        return notedBallot == leaderBallot && context.progress().applied() >= notedHighest;
    }

    public void onNoted(final int sender, final LeaderFitnessNoted message) {
        if (Ballot.node(message.ballot) == sender && message.ballot == toldBallot && notedBallot != message.ballot) {
            notedBallot = message.ballot;
            notedHighest = message.highest;
        }
    }

    /** How long it need not tell the leader of a ballot anything again. */
    public long quietLeftNs(final long leaderBallot, final long nowNs) {
        if (priority == LeaderFitness.DEFAULT_PRIORITY && toldAble && !leaving) {
            return Long.MAX_VALUE;
        }
        return toldBallot == leaderBallot ? Math.max(1, nextNs - nowNs) : 1;
    }

    public int doWork(final long leaderBallot, final long nowNs) {
        if (leaderBallot == Ballot.NONE || Ballot.node(leaderBallot) == context.self()) {
            return 0;
        }
        final boolean waits = voting.waits(nowNs);
        final boolean able = isAble() && !waits;
        if (priority == LeaderFitness.DEFAULT_PRIORITY && able && toldAble && !leaving) {
            return 0;
        }
        if (toldBallot == leaderBallot && toldAble == able && nowNs - nextNs < 0) {
            return 0;
        }
        if (waits) {
            WAITS.hit();
        } else if (!able) {
            NOT_ABLE.hit();
        }
        candidacy.ballot = leaderBallot;
        candidacy.priority = priority;
        candidacy.able = able;
        candidacy.leaving = leaving;
        candidacy.fullDisk = context.entryLog().isFull() ? FullDiskReports.printable(context.entryLog().fullDisk())
            : "";
        toldBallot = leaderBallot;
        if (context.outbound().send(Ballot.node(leaderBallot), candidacy)) {
            toldAble = able;
            nextNs = nowNs + (leaving && notedBallot != leaderBallot ? context.resendNs()
                : context.electionTimeoutNs() / 2);
        }
        return 1;
    }

    private boolean isAble() {
        return !storage.isFull() && !context.entryLog().isFull()
            && learner.known() - context.progress().recorded() < context.config().windowEntries();
    }
}
