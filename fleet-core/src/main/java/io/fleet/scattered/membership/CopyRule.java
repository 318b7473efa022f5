package io.fleet.scattered.membership;

import io.fleet.consensus.common.IntervalTimer;
import io.fleet.consensus.membership.Configuration;
import io.fleet.consensus.membership.GroupMember;
import io.fleet.consensus.message.member.MemberChangeAnswer;
import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.context.Membership;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.ConfigurationProgress;
import io.fleet.scattered.leader.Leader;
import io.fleet.scattered.learner.Learner;
import io.fleet.scattered.snapshot.SnapshotCover;
import io.fleet.storage.coverage.CoverageMark;
import java.util.concurrent.TimeUnit;

/**
 * Where there are witnesses, or voters are to count in another way: a leader orders a configuration in which others
 * than before execute, or more must have a copy, only where of those that vote and execute in it enough hold all there
 * is (G8). It asks before it orders the entry, while it orders nothing else, so that the entry shows that they did
 * (G9). Without this a member that holds what nobody else can execute could go, as a quorum of those who stay may have
 * a witness in it.
 *
 * <p>Who holds all has told that it holds the log alone up to where nothing was ordered without its body being sent to
 * everyone, and has acknowledged all that was ordered since; a learner has told that it has recorded that. Nobody
 * counts that was not heard a moment ago.
 */
final class CopyRule {
    private static final CoverageMark LACK = CoverageMark
        .named("reconfiguration.too-few-hold-what-a-learner-needs-others-to");
    /** Each member tells what it holds in four seconds at most, so that one telling may be lost. */
    private static final long TELL_NS = 9_000_000_000L;

    private final GroupContext context;
    private final Membership membership;
    private final Leader leader;
    private final Learner learner;
    private final ConfigurationProgress reach;
    private final SnapshotCover cover;
    private final OrderPause pause;
    private final IntervalTimer tellTime = new IntervalTimer(TimeUnit.SECONDS.toNanos(10));
    /** Of the ballot whose leader was asked since then for what too few seemed to hold, and when it was asked last. */
    private long ballot;
    private long sinceNs;
    private long lastNs;

    CopyRule(final GroupContext context, final Leader leader, final Learner learner,
             final LeadershipTransfers succession, final ConfigurationProgress reach, final SnapshotCover cover) {
        this.context = context;
        membership = context.membership();
        this.leader = leader;
        this.learner = learner;
        this.reach = reach;
        this.cover = cover;
        pause = new OrderPause(context, leader, succession);
    }

    /** Whether it is about a configuration. */
    boolean isAbout(final Configuration next) {
        final Configuration before = membership.current();
        final boolean takesMore = next.quorums().isMajority()
            && Long.bitCount(next.voters()) / 2 > Long.bitCount(before.voters()) / 2;
        final boolean isCountedOtherwise = next.voters() == before.voters() && !next.quorums().equals(before.quorums());
        return isCountedOtherwise || (next.witnesses() | before.witnesses()) != 0
            && (takesMore || !next.fullMembers().equals(before.fullMembers()));
    }

    /** Whether a configuration may be ordered now. */
    boolean isMet(final Configuration next, final long nowNs) {
        if (!isAbout(next)) {
            return true;
        }
        final long all = leader.highest();
        long holders = learner.acknowledged(all) & reach.heard(nowNs);
        for (final GroupMember member : next.members()) {
            final boolean isNew = member.voter() && !membership.isVoter(member.slot());
            holders |= isNew && reach.holds(member.slot(), all, nowNs) ? 1L << member.slot() : 0;
        }
        return learner.ballot() == leader.ballot() && leader.version() == membership.version()
            && learner.chosen() == all && isCopied(next, holders & cover.holding(leader.narrow(), nowNs));
    }

    /** Whether it may soon be, where nothing more is ordered for a moment: nobody lacks what that would not bring. */
    boolean isNear(final Configuration next, final long nowNs) {
        return !isAbout(next)
            || isCopied(next, cover.holding(leader.narrow(), nowNs) & (there(nowNs) | learners()));
    }

    /** Whether what hinders a learner may be told again: now and then. */
    boolean isTimeToTell(final long nowNs) {
        return tellTime.isDue(nowNs);
    }

    /** Nothing that this leader does brings those who are away, or bodies that they lack. */
    void tellThatTooFewHoldAll(final int learner) {
        LACK.hit();
        context.listener().onWaiting("node " + learner + " does not vote yet: with it more than half of those that vote"
            + " must execute and hold all, and too few that are heard do; start those that are away, and take a"
            + " snapshot on each node", false);
    }

    /** Whether enough are there that would have to hold all. */
    boolean canBeMet(final Configuration next, final long nowNs) {
        return !isAbout(next) || isCopied(next, there(nowNs) | ~membership.voters());
    }

    /** Whether members have had the time to tell what they hold, since something was asked for that needs that. */
    private boolean haveMembersHadTime(final long nowNs) {
        if (ballot != leader.ballot() || nowNs - lastNs > TELL_NS) {
            ballot = leader.ballot();
            sinceNs = nowNs;
        }
        lastNs = nowNs;
        return nowNs - sinceNs >= TELL_NS;
    }

    /** Of a change that lacks what members may not have told yet: to be asked again, or refused once they had time. */
    int untilMembersHaveTold(final long nowNs) {
        return haveMembersHadTime(nowNs) ? MemberChangeAnswer.NOT_COVERED : MemberChangeAnswer.LATER;
    }

    /** Orders nothing for a moment, where that is wanted; how much was done. */
    int pause(final boolean isWanted, final long nowNs) {
        return pause.doWork(isWanted, nowNs);
    }

    /** The same as long as somebody asks for that who will ask again. */
    int pauseWhereAsked(final long nowNs) {
        return pause.doWork(pause.isAsked(nowNs), nowNs);
    }

    /** The same if it does so already. */
    int goOnPausing(final long nowNs) {
        return pause.doWork(pause.isUnderWay(), nowNs);
    }

    void askForPause(final long nowNs) {
        pause.ask(nowNs);
    }

    /** This node leads no more. */
    void forgetPause() {
        pause.forget();
    }

    private long learners() {
        return membership.current().learner().map(member -> 1L << member.slot()).orElse(0L);
    }

    /** While the leader is quiet all that vote are there, and say little. */
    private long there(final long nowNs) {
        return leader.quiescence().isQuiet() ? context.everyone() : reach.heard(nowNs);
    }

    private static boolean isCopied(final Configuration next, final long holders) {
        return next.isCopied(holders);
    }
}
