package io.fleet.scattered.membership;

import io.fleet.scattered.context.GroupContext;
import io.fleet.scattered.election.LeadershipTransfers;
import io.fleet.scattered.leader.Leader;
import io.fleet.storage.coverage.CoverageMark;

/**
 * A moment in which a leader orders nothing, so that those who are to hold all there is can get there before a change
 * of members. It ends when it is wanted no more, or after half an election timeout, or two resends if that is longer;
 * another may begin two later. It begins once nothing is lent, so that it is not over before the next configuration may
 * be ordered (L10).
 */
final class OrderPause {
    private static final CoverageMark SETTLES = CoverageMark
        .named("reconfiguration.orders-nothing-until-a-replacement-holds-all");
    private static final int APART_TIMEOUTS = 2;

    private final GroupContext context;
    private final Leader leader;
    private final LeadershipTransfers succession;
    private boolean isUnderWay;
    private boolean hasBeen;
    private long untilNs;
    private boolean isAsked;
    private long askedNs;

    OrderPause(final GroupContext context, final Leader leader, final LeadershipTransfers succession) {
        this.context = context;
        this.leader = leader;
        this.succession = succession;
    }

    /** This node leads no more. */
    void forget() {
        isUnderWay = false;
        isAsked = false;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Somebody who will ask again waits for one. */
    void ask(final long nowNs) {
        isAsked = true;
        askedNs = nowNs;
    }

    /** Whether one was asked for a moment ago. */
    boolean isAsked(final long nowNs) {
        isAsked &= nowNs - askedNs <= 2 * context.resendNs();
        return isAsked;
    }

    /** Begins one that is wanted, or ends one; how much was done. */
    int doWork(final boolean isWanted, final long nowNs) {
        if (isUnderWay && (!isWanted || nowNs - untilNs >= 0)) {
            isUnderWay = false;
            untilNs = nowNs + context.electionTimeoutNs() * APART_TIMEOUTS;
            if (!succession.isBusy()) {
                leader.hold(false);
            }
            return 1;
        }
        if (isWanted && !isUnderWay && (!hasBeen || nowNs - untilNs >= 0) && !succession.isBusy()
            && succession.recallLeases(nowNs)) {
            SETTLES.hit();
            isUnderWay = true;
            hasBeen = true;
            untilNs = nowNs + Math.max(context.electionTimeoutNs() / 2, 2 * context.resendNs());
            leader.hold(true);
            return 1;
        }
        return 0;
    }
}
