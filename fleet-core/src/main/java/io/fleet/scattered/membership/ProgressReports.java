package io.fleet.scattered.membership;

import io.fleet.consensus.common.Ballot;
import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.message.member.MemberProgress;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.context.VoteGuard;
import io.fleet.scattered.election.Election;

/**
 * A learner tells the leader how far it is, an observer less often; so does whoever is ahead of the leader's
 * configuration. It is sound if it has lost nothing and has promised the leader's ballot, durably: then no ballot below
 * that one can be elected with it in the configuration in which it votes, and it has accepted nothing at a higher one
 * (S14). An observer tells a quiet leader what is new, and the rest once for each heartbeat.
 */
final class ProgressReports {
    /** So often in an election timeout does an observer tell how far it is. */
    private static final int OBSERVER_REPORTS = 4;

    private final GroupContext context;
    private final Membership membership;
    private final Election election;
    private final VoteGuard voting;
    private final MemberProgress progress = new MemberProgress();
    private final IntervalTimer time;
    /** Until when the leader was said to be quiet when it was told last, which the next heartbeat puts off. */
    private long quietUntilNs;

    ProgressReports(final GroupContext context, final Election election, final VoteGuard voting) {
        this.context = context;
        this.election = election;
        this.voting = voting;
        membership = context.membership();
        time = new IntervalTimer(context.resendNs() / 2);
    }

    /**
     * Tells how far this node is, where that is due.
     *
     * @param leaderVersion the version that the ballot of the leader that is followed belongs to.
     */
    void doWork(final long leaderVersion, final long nowNs) {
        final long ballot = election.leaderBallot();
        final boolean ahead = leaderVersion < membership.version();
        final boolean learns = membership.ownSlot() >= 0 && !membership.amVoter();
        if (ballot == Ballot.NONE || !ahead && (!learns || isToldQuietly(ballot, nowNs))) {
            return;
        }
        final long pauseNs = ahead || !membership.roles().isObserver(membership.ownSlot()) ? context.resendNs() / 2
            : context.electionTimeoutNs() / OBSERVER_REPORTS;
        if (!time.isDue(nowNs, pauseNs)) {
            return;
        }
        progress.ballot = ballot;
        progress.configuration = membership.version();
        progress.durable = context.progress().durable();
        progress.sound = isSoundAt(ballot);
        quietUntilNs = nowNs + election.quietLeftNs(nowNs);
        context.outbound().send(Ballot.node(ballot), progress);
    }

    private boolean isSoundAt(final long ballot) {
        return voting.isSound() && fitsRole() && context.promises().durablePromise() == ballot;
    }

    /** One without a machine must not become a voter that is taken for a copy of the state, nor the reverse. */
    private boolean fitsRole() {
        return membership.roles().isWitness(membership.ownSlot()) == context.progress().isWitness();
    }

    private boolean isToldQuietly(final long ballot, final long nowNs) {
        final long leftNs = election.quietLeftNs(nowNs);
        return membership.roles().isObserver(membership.ownSlot()) && leftNs > 0 && nowNs + leftNs == quietUntilNs
            && progress.ballot == ballot
            && progress.configuration == membership.version() && progress.durable == context.progress().durable()
            && progress.sound == isSoundAt(ballot);
    }
}
